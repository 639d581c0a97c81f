import { blockLines } from './line-kinds.ts';

export type WrittenCommand = {
  name: string;
  args: string;
  /** Of the text that a new thing was made with. */
  isForNew?: boolean;
  /** The head that it was written at, where that is another than the one its reader saw. */
  seenHeadSha?: string;
};

const LINE = /^\/([a-z][a-z_]*)(?:[ \t]+(\S.*))?[ \t]*$/i;

/**
 * Takes the commands out of a text: lines of its own paragraphs that begin with a slash and a known name. What stands in
 * code, quotations, lists, tables, footnotes or elements of HTML is none, also where it only goes on with them. Other lines stay as they were written; blank lines that were around commands only go with them.
 */
export function splitCommands(
  text: string,
  isKnown: (name: string) => boolean,
): { text: string; commands: WrittenCommand[] } {
  // Most texts have none: nothing is looked at for them.
  if (!/^\//m.test(text)) return { text, commands: [] };
  const commands: WrittenCommand[] = [];
  const kept: string[] = [];
  let isAfterCommand = false;
  for (const { line, command } of commandLines(text, isKnown)) {
    if (command) {
      commands.push(command);
      isAfterCommand = true;
      // One blank line stays between what stands before and behind.
      while (isBlank(kept.at(-1)) && (kept.length === 1 || isBlank(kept.at(-2)))) kept.pop();
    } else if (!isAfterCommand || !isBlank(line) || (kept.length > 0 && !isBlank(kept.at(-1)))) {
      kept.push(line);
      isAfterCommand &&= isBlank(line);
    }
  }
  if (commands.length === 0) return { text, commands };
  if (isAfterCommand) while (isBlank(kept.at(-1))) kept.pop();
  const rest = kept.join('\n');
  return { text: rest.trim() === '' ? '' : rest, commands };
}

/** The lines of a text, each with the command that it is, if it is one. */
export function commandLines(
  text: string,
  isKnown: (name: string) => boolean,
): { line: string; command: WrittenCommand | null }[] {
  const lines = text.split('\n');
  const isLiteral = literalOf(lines);
  return lines.map((line, index) => {
    if (isLiteral[index] === true) return { line, command: null };
    const [, written = '', args = ''] = LINE.exec(line.replace(/\r$/, '')) ?? [];
    const name = written.toLowerCase();
    return { line, command: name !== '' && isKnown(name) ? { name, args: args.trimEnd() } : null };
  });
}

const isBlank = (line: string | undefined): boolean => line?.trim() === '';

/**
 * Which lines are no lines of the text's own paragraphs, or code within one: code between backticks may begin in one line
 * and end in another.
 */
function literalOf(lines: readonly string[]): boolean[] {
  const blocks = blockLines(lines);
  const kinds = blocks.map(({ kind }) => kind);
  const isLiteral = blocks.map(({ kind, isFenced, isNested }) => isFenced || isNested || kind === 'code');
  for (const [first, kind] of kinds.entries()) {
    if (kind !== 'begin') continue;
    let end = first + 1;
    while (kinds[end] === 'text') end += 1;
    const paragraph = lines.slice(first, end);
    for (const line of linesInSpans(paragraph)) isLiteral[first + line] = true;
    for (let line = first + otherBlockAt(paragraph); line < end; line += 1) isLiteral[line] = true;
  }
  return isLiteral;
}

const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/;
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*$/;

/** Where a table or a footnote begins in what reads like a paragraph; behind its end when there is none. */
function otherBlockAt(paragraph: readonly string[]): number {
  if (FOOTNOTE.test(paragraph[0] ?? '')) return 0;
  const second = paragraph.findIndex((line, index) => {
    const head = paragraph[index - 1];
    return head?.includes('|') === true && DELIMITERS.test(line) && cellCount(head) === cellCount(line);
  });
  return second < 0 ? paragraph.length : second - 1;
}

function cellCount(row: string): number {
  const text = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return text.split(/(?<!\\)\|/).length;
}

/** Those that begin within code, by their place in the paragraph. */
function linesInSpans(paragraph: readonly string[]): number[] {
  const runs = paragraph.flatMap((text, line) =>
    Array.from(text.matchAll(/`+/g), ({ 0: { length }, index }) => ({
      line,
      length,
      isEscaped: isEscaped(text, index),
    })),
  );
  const next = new Map<number, number>();
  const closing = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { length = 0, isEscaped: isShorter = false } = runs[at] ?? {};
    closing[at] = next.get(isShorter ? length - 1 : length) ?? -1;
    next.set(length, at);
  }
  const found: number[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const end = closing[at] ?? -1;
    if (end < 0) continue;
    for (let line = (runs[at]?.line ?? 0) + 1; line <= (runs[end]?.line ?? 0); line += 1) found.push(line);
    at = end;
  }
  return found;
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from -= 1;
  return (at - from) % 2 === 1;
}
