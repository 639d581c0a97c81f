export type NamedIssue = {
  /** Full path of the project as written; undefined for the request's own. */
  path: string | undefined;
  iid: number;
};

/** `#12`, `project#12`, `group/project#12`, or the address of an issue's page. */
const SHORT = /(?<![\w/&#])((?:[\w.-]+\/)*[\w.-]+)?#(\d{1,15})(?!\w)/y;
const ADDRESS = /https?:\/\/[^\s/]+\/((?:[\w.-]+\/)+[\w.-]+)\/-\/issues\/(\d{1,15})(?!\w)/y;
const KEYWORD =
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):?\s+(?:issues?\s+)?/gi;
const BETWEEN = /\s*,\s*(?:and\s+)?|\s+and\s+|\s+/iy;
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g;

function referenceAt(text: string, at: number): { named: NamedIssue; end: number } | undefined {
  for (const pattern of [SHORT, ADDRESS]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { named: { path: match[1], iid: Number(match[2]) }, end: pattern.lastIndex };
  }
  return undefined;
}

/** Code says nothing about issues. */
function prose(text: string): string {
  return text.replaceAll(CODE, (code) => ' '.repeat(code.length));
}

/** Issues that a text says will be closed: "Closes #4, #6 and group/project#8". */
export function issuesClosedBy(text: string): NamedIssue[] {
  const plain = prose(text);
  const found: NamedIssue[] = [];
  for (const keyword of plain.matchAll(KEYWORD)) {
    let at = keyword.index + keyword[0].length;
    for (let next = referenceAt(plain, at); next; next = referenceAt(plain, at)) {
      found.push(next.named);
      BETWEEN.lastIndex = next.end;
      if (!BETWEEN.test(plain)) break;
      at = BETWEEN.lastIndex;
    }
  }
  return found;
}

/** All issues that a text names. */
export function issuesNamedIn(text: string): NamedIssue[] {
  const plain = prose(text);
  const found: NamedIssue[] = [];
  for (const start of plain.matchAll(/(?<![\w.\-/])(?=[\w.-]*[\w./-]*#\d|https?:\/\/)/g)) {
    const next = referenceAt(plain, start.index);
    if (next) found.push(next.named);
  }
  return found;
}
