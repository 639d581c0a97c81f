import type { DiffPosition, LineRangeEnd } from '@tributary/contract/discussions/page.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';

type LineRange = { start: LineRangeEnd; end: LineRangeEnd };

/** So many lines above a comment are offered as its beginning; dragging goes further. */
const MOST_STARTS = 50;

/**
 * Indexes of the rows that a comment ending at `end` may begin with, the farthest first: those without a gap between.
 * One that was chosen by dragging is among them however far it is.
 */
export function startsFor(
  rows: readonly DiffRow[],
  end: number,
  isChosen: ((at: number, row: DiffRow) => boolean) | null = null,
): number[] {
  const found: number[] = [];
  let isFound = isChosen === null;
  for (let at = end; at >= 0; at -= 1) {
    const row = rows[at];
    if (!row || row.kind === 'match' || row.lineCode === null || row.isHidden === true) break;
    const isStart = !isFound && isChosen?.(at, row) === true;
    isFound ||= isStart;
    if (found.length < MOST_STARTS || isStart) found.push(at);
    else if (isFound) break;
  }
  return found.toReversed();
}

function endOf(row: DiffRow): LineRangeEnd {
  const type = row.kind === 'added' ? 'new' : row.kind === 'removed' ? 'old' : null;
  return { line_code: row.lineCode ?? '', type, old_line: row.oldLine, new_line: row.newLine };
}

/** The lines from one row to another; null for one line alone. */
export function rangeOf(first: DiffRow | undefined, last: DiffRow): LineRange | null {
  return !first || first.lineCode === last.lineCode ? null : { start: endOf(first), end: endOf(last) };
}

function numberOf({
  type,
  old_line: oldLine,
  new_line: newLine,
}: Pick<LineRangeEnd, 'type' | 'old_line' | 'new_line'>) {
  const sign = type === 'new' ? '+' : type === 'old' ? '-' : '';
  return `${sign}${newLine ?? oldLine ?? ''}`;
}

/** `+10`, `-4` or `7`: the line's number with the sign of its side. */
export function lineName(row: DiffRow): string {
  return numberOf(endOf(row));
}

/** What is said at a place when it is about more than one line. */
export function lineRangeLabel(position: DiffPosition | null): string | null {
  const range = position?.line_range;
  if (!range || range.start.line_code === range.end.line_code) return null;
  return `Lines ${numberOf(range.start)} to ${numberOf(range.end)}`;
}
