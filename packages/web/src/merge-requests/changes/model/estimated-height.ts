import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';

const LINE_PX = 20;
/** Header, border, and the gap below a card. */
const AROUND_PX = 36 + 2 + 16;
/** Around what changed in the midst of a file: three lines on each side, and a row on each side that shows more of it. */
const CONTEXT_LINES = 8;
/** Few are longer, and are not drawn whole. */
const MAX_LINES = 2_500;
/** The sentence that stands in place of lines that are folded. */
const NOTICE_PX = 64;
/** Pixels that the card of a folded file takes. */
export const FOLDED_PX = AROUND_PX + NOTICE_PX;

/** Pixels that what is below the header of a file will take, more or less; exact where a file is added or deleted. */
export function estimatedBody(file: DiffFileSummary): number {
  if (file.folded) return NOTICE_PX;
  const around = file.new_file || file.deleted_file ? 0 : CONTEXT_LINES;
  return Math.min(file.added_lines + file.removed_lines + around, MAX_LINES) * LINE_PX;
}

/** Pixels that a card will take. */
export function estimatedHeight(file: DiffFileSummary): number {
  return AROUND_PX + estimatedBody(file);
}
