import type { DiffPosition, LineRangeEnd } from '@tributary/contract/discussions/page.ts';

/** A line by its number on one side. */
export type SideLine = { line: number; isNew: boolean };

/** A range with more lines is followed by its ends alone. */
const MAX_LINES = 500;

function sideOf(end: Pick<DiffPosition | LineRangeEnd, 'old_line' | 'new_line'>): SideLine | undefined {
  // An unchanged line is followed where the work happens: on the new side.
  if (end.new_line != null) return { line: end.new_line, isNew: true };
  return end.old_line == null ? undefined : { line: end.old_line, isNew: false };
}

/** The lines a comment stands on, from its first to the one it hangs under. */
export function linesOfRange(position: DiffPosition): SideLine[] {
  const last = sideOf(position.line_range?.end ?? position);
  if (!last) return [];
  const first = position.line_range ? sideOf(position.line_range.start) : undefined;
  if (!first) return [last];
  const span = last.line - first.line;
  if (first.isNew !== last.isNew || span < 0 || span > MAX_LINES) return [first, last];
  return Array.from({ length: span + 1 }, (_, at) => ({ line: first.line + at, isNew: last.isNew }));
}
