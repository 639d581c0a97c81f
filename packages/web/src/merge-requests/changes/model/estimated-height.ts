import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';

export const LINE_PX = 20;
/** Header, border, and the gap below a card. */
const AROUND_PX = 36 + 3 + 16;
const CONTEXT_LINES = 6;
const MAX_LINES = 60;

/** Lines of space kept for a file that is not there yet. */
export function placeholderLines(file: DiffFileSummary): number {
  const around = file.new_file || file.deleted_file ? 0 : CONTEXT_LINES;
  return Math.min(file.added_lines + file.removed_lines + around, MAX_LINES);
}

/** Pixels that a card will take, more or less. */
export function estimatedHeight(file: DiffFileSummary): number {
  return AROUND_PX + placeholderLines(file) * LINE_PX;
}
