/** A line that begins a quotation which a line of the same mark ends. `alert`: with what is behind the mark it is an alert. */
export type QuoteFence = { mark: string; alert: string };

/** The text of a line inside of what is around it; null when it belongs to something further out. */
type LineOf = (line: number) => string | null;

/** Where ends are looked for: between which lines, and in what. Lines read alike in places of one name. */
type Place = { from: number; to: number; name: string };

/**
 * Each length is looked for in its own right, so there are not too many of them. Fences around code are told apart up to
 * a length too; nobody nests as deep.
 */
const OPENER = /^ {0,3}(>{3,10})[ \t]*(\[![a-z]+\].*)?$/i;
const LONGEST_CODE_FENCE = 6;
const CODE_FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const CODE_FENCE_END = /^ {0,3}(`{3,}|~{3,}) *$/;

/** The fence around code that a line begins. */
export function codeFenceOf(text: string): string | undefined {
  return CODE_FENCE.exec(text)?.[1];
}

export function endsCodeFence(text: string, fence: string): boolean {
  return CODE_FENCE_END.exec(text)?.[1]?.startsWith(fence) === true;
}

export function quoteFenceOf(text: string): QuoteFence | undefined {
  const [, mark, alert = ''] = OPENER.exec(text.trimEnd()) ?? [];
  return mark === undefined ? undefined : { mark, alert };
}

/**
 * Finds the lines that end quotations of one text. Marks within code end nothing, and without its end a fence is none, so
 * it is looked for ahead. What was looked through in vain is not looked through again: many fences without an end
 * shall not take a time that grows with their square.
 */
export function quoteFenceEnds(): (fence: QuoteFence, place: Place, lineOf: LineOf) => number | undefined {
  const inVain = new Map<string, Set<number>>();
  return ({ mark }, { from, to, name }, lineOf) => {
    const key = `${mark} ${to} ${name}`;
    const known = inVain.get(key) ?? new Set();
    const seen: number[] = [];
    let code = '';
    for (let line = from; line < to; line += 1) {
      const text = lineOf(line);
      const step = line * STATES + stateOf(code);
      if (text === null || known.has(step)) break;
      seen.push(step);
      if (code !== '') code = endsCodeFence(text, code) ? '' : code;
      else if (/^ {0,3}>/.test(text) && text.trim() === mark) return line;
      else code = codeFenceOf(text)?.slice(0, LONGEST_CODE_FENCE) ?? '';
    }
    for (const step of seen) known.add(step);
    inVain.set(key, known);
    return undefined;
  };
}

/** Without a fence, within one of backticks, or of tildes, each by its length. */
const STATES = 1 + 2 * LONGEST_CODE_FENCE;

function stateOf(code: string): number {
  return code.startsWith('~') ? code.length + LONGEST_CODE_FENCE : code.length;
}
