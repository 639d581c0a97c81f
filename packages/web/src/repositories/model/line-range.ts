/** Lines of a file that the address names, counted from 1; `to` is at least `from`. */
export type LineRange = { from: number; to: number };

/** `#L10`, `#L10-20` and `#L10-L20`; null for every other hash. */
export function parseLineRange(hash: string): LineRange | null {
  const match = /^#?L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(hash);
  if (match === null) return null;
  const first = Number(match[1]);
  const second = match[2] === undefined ? first : Number(match[2]);
  if (first < 1 || second < 1) return null;
  return { from: Math.min(first, second), to: Math.max(first, second) };
}

export function formatLineRange({ from, to }: LineRange): string {
  return from === to ? `#L${from}` : `#L${from}-${to}`;
}

/** A click chooses one line; with shift it stretches from the line that was chosen first. */
export function extendRange(anchor: number | null, line: number, isShift: boolean): LineRange {
  if (!isShift || anchor === null) return { from: line, to: line };
  return { from: Math.min(anchor, line), to: Math.max(anchor, line) };
}
