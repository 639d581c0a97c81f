import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { PAGE_ROWS } from '@tributary/git';

type Lines = {
  count: number;
  typeOf: (at: number) => PageDiffLine['type'];
  indexOfLine: (at: Line) => number;
};
type Line = { side: 'old' | 'new'; line: number } | { old: number; new: number };
type Wanted = { row: number } | Line;
export type VisibleLineRange = { from: number; to: number };

/** Which lines of a file are given at once: from a row to the end of its page, or the page with a certain line. */
export function pageWithin(lines: Lines, wanted: Wanted): VisibleLineRange {
  const row = 'row' in wanted ? Math.min(wanted.row, lines.count) : lines.indexOfLine(wanted);
  let page = Math.floor(row / PAGE_ROWS);
  if (row >= startOf(lines, page + 1)) page += 1;
  return { from: 'row' in wanted ? row : startOf(lines, page), to: startOf(lines, page + 1) };
}

/** What is hidden is told together with what comes after it: no page ends with a gap. */
function startOf(lines: Lines, page: number): number {
  const row = page * PAGE_ROWS;
  if (row >= lines.count) return lines.count;
  return row > 0 && lines.typeOf(row - 1) === 'match' ? row - 1 : row;
}

/** The same where only the lines of that page are there. */
export function withinPart(lines: Lines, part: { row: number }, wanted: Wanted): VisibleLineRange {
  const from = 'row' in wanted ? Math.max(0, wanted.row - part.row) : 0;
  return { from: Math.min(from, lines.count), to: lines.count };
}
