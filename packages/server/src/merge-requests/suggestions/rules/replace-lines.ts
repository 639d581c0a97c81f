/** Lines `from` to `to` (from 1, both included) of a text, and what comes in their place: lines with their ends, or none. */
export type Replacement = { from: number; to: number; content: string };

/** Lines with their ends, so that nothing else of a text changes. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The lines as a suggestion keeps them: each ends alike, whatever it ends with. One that is not there is an empty one. */
export function contentOfLines(text: string, from: number, to: number): string {
  const lines = linesWithEnds(text).slice(from - 1, to);
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

/** The text with all of them; line ends stay what they were, and so does a missing one at the end. */
export function replaceLines(text: string, replacements: readonly Replacement[]): string {
  const lines = linesWithEnds(text);
  for (const { from, to, content } of replacements.toSorted((a, b) => b.from - a.from)) {
    const old = lines.slice(from - 1, to);
    const end = old.find((line) => line.endsWith('\n'))?.endsWith('\r\n') ? '\r\n' : '\n';
    const added = linesOfContent(content).map((line) => `${line.replace(/\r$/, '')}${end}`);
    const isUnended = old.length > 0 && !old.at(-1)?.endsWith('\n');
    const last = added.at(-1);
    if (isUnended && last !== undefined) added[added.length - 1] = last.slice(0, -end.length);
    lines.splice(from - 1, to - from + 1, ...added);
  }
  return lines.join('');
}
