/** The lines of a text as a diff counts them: only a line feed ends one; a last line feed starts no empty line. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Lines `from` to `to` (counted from 1, both included) for expanding the gaps of a diff. */
export function contextLines(
  text: string,
  from: number,
  to: number,
): { lines: string[]; atEnd: boolean; lineCount: number } {
  const all = splitLines(text);
  const start = Math.max(1, Math.trunc(from));
  const end = Math.max(start - 1, Math.trunc(to));
  return { lines: all.slice(start - 1, end), atEnd: end >= all.length, lineCount: all.length };
}
