/** Lines `from` to `to` (from 1, both included) of a text, and what comes in their place: lines with their ends, or none. */
export type Replacement = { from: number; to: number; content: string };

/** Before the first line of some files; nobody sees or types it. */
const BYTE_ORDER_MARK = '\uFEFF';

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** Lines with their ends, so that nothing else of a text changes. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The lines as a suggestion keeps them: each ends alike, whatever it ends with. One that is not there is an empty one. */
export function contentOfLines(text: string, from: number, to: number): string {
  const lines = linesWithEnds(withoutMark(text)).slice(from - 1, to);
  return lines.map((line) => line.replace(/\r?\n?$/, '\n')).join('') || '\n';
}

/** The lines of what a suggestion keeps, without their ends. */
export function linesOfContent(content: string): string[] {
  return content === '' ? [] : content.replace(/\n$/, '').split('\n');
}

/** The first two that share a line, if any. */
export function findOverlap<T extends Pick<Replacement, 'from' | 'to'>>(all: readonly T[]): T | undefined {
  const sorted = all.toSorted((a, b) => a.from - b.from);
  return sorted.find((each, index) => index > 0 && each.from <= (sorted[index - 1]?.to ?? 0));
}

/** The text with all of them; line ends stay what they were, and so do a missing one at the end and a byte order mark. */
export function replaceLines(text: string, replacements: readonly Replacement[]): string {
  const body = withoutMark(text);
  const lines = linesWithEnds(body);
  for (const { from, to, content } of replacements.toSorted((a, b) => b.from - a.from)) {
    const old = lines.slice(from - 1, to);
    // A last line without an end goes by the one before it.
    const ended = old.find((line) => line.endsWith('\n')) ?? lines[from - 2];
    const end = ended?.endsWith('\r\n') ? '\r\n' : '\n';
    const written = from === 1 ? withoutMark(content) : content;
    const added = linesOfContent(written).map((line) => `${line.replace(/\r$/, '')}${end}`);
    const isUnended = old.length > 0 && !old.at(-1)?.endsWith('\n');
    const last = added.at(-1);
    if (isUnended && last !== undefined) added[added.length - 1] = last.slice(0, -end.length);
    lines.splice(from - 1, to - from + 1, ...added);
  }
  return text.slice(0, text.length - body.length) + lines.join('');
}
