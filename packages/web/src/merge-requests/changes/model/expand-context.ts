import { EXPAND_STEP, type ExpandWay, lastNumber, MOST_OPENED } from '../../../ui/diff/expand-ways.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';

/** Parameters of the context lines address for a `match` row. */
export type ContextRequest = { since: number; to: number; offset: number; bottom: boolean; unfold: boolean };

/** The hidden lines at a `match` row, by numbers of the newer side; `last` is undefined when nobody knows it yet. */
type Gap = { first: number; last: number | undefined; offsetAbove: number; offsetBelow: number; isLast: boolean };

export function gapAt(rows: readonly DiffRow[], index: number, newLinesCount: number | null): Gap | undefined {
  if (rows[index]?.leftOut) return undefined;
  const before = rows.slice(0, index).findLast((row) => row.kind !== 'match');
  const after = rows.slice(index + 1).find((row) => row.kind !== 'match');
  const newEnd = lastLine(rows, index, 'new') ?? 0;
  const oldEnd = lastLine(rows, index, 'old') ?? 0;
  const offsetAbove = newEnd - oldEnd;
  if (!after) {
    return before && { first: newEnd + 1, last: newLinesCount ?? undefined, offsetAbove, offsetBelow: 0, isLast: true };
  }
  const newStart = after.newLine ?? lineAfter(rows, index, 'newLine');
  const oldStart = after.oldLine ?? lineAfter(rows, index, 'oldLine');
  if (newStart === undefined || oldStart === undefined) return undefined;
  return { first: newEnd + 1, last: newStart - 1, offsetAbove, offsetBelow: newStart - oldStart, isLast: false };
}

/**
 * What to ask for when the hidden lines at `index` are opened: upwards from the following hunk, downwards from the one
 * before, or all of them. Undefined when nothing is hidden there.
 */
export function contextRequest(
  rows: readonly DiffRow[],
  index: number,
  newLinesCount: number | null,
  way: ExpandWay,
): ContextRequest | undefined {
  const gap = gapAt(rows, index, newLinesCount);
  if (!gap) return undefined;
  const { first, last = Number.MAX_SAFE_INTEGER } = gap;
  if (last < first) return undefined;
  const step = way === 'all' ? MOST_OPENED : EXPAND_STEP;
  if (way === 'up' && !gap.isLast) {
    const since = Math.max(first, last - step + 1);
    return { since, to: last, offset: gap.offsetBelow, bottom: false, unfold: since > first };
  }
  const to = Math.min(first + step - 1, last);
  const isRest = to === last && gap.last !== undefined;
  return { since: first, to, offset: gap.offsetAbove, bottom: true, unfold: !isRest };
}

function lastLine(rows: readonly DiffRow[], index: number, side: 'old' | 'new'): number | undefined {
  const last = rows.slice(0, index).findLast((row) => lastNumber(row, side) !== null);
  return last ? (lastNumber(last, side) ?? undefined) : undefined;
}

/** A hunk may open with lines of one side only; the other side's number is that of its next line. */
function lineAfter(rows: readonly DiffRow[], index: number, side: 'oldLine' | 'newLine'): number | undefined {
  return rows.slice(index + 1).find((row) => row.kind !== 'match' && row[side] !== null)?.[side] ?? undefined;
}

/** The rows with the opened lines in place of the `match` row. */
export function insertContext(rows: readonly DiffRow[], index: number, lines: readonly DiffRow[]): DiffRow[] {
  const opened = lines.map((row): DiffRow => (row.kind === 'context' ? { ...row, kind: 'expanded' } : row));
  return [...rows.slice(0, index), ...opened, ...rows.slice(index + 1)];
}

/** Lines shown above and below one that is opened alone. */
const AROUND = 3;

/** Some lines out of the middle of a gap. */
export type Opening = { index: number; since: number; to: number; offset: number; isFirst: boolean; isLast: boolean };

/**
 * What to ask for so that a line of the newer side (below 0: of the older one) is shown with its neighbours. Undefined where
 * it is shown, or no line.
 */
export function openingAround(
  rows: readonly DiffRow[],
  named: number,
  newLinesCount: number | null,
): Opening | undefined {
  const isOld = named < 0;
  const isNamed = (row: DiffRow) => (isOld ? row.oldLine === -named : row.newLine === named);
  if (rows.some((row) => isNamed(row) && row.kind !== 'match')) return undefined;
  for (const [index, { kind }] of rows.entries()) {
    const gap = kind === 'match' ? gapAt(rows, index, newLinesCount) : undefined;
    // What is hidden stands on both sides, line beside line.
    const line = isOld ? (gap?.offsetAbove ?? 0) - named : named;
    if (!gap || line < gap.first || (gap.last !== undefined && line > gap.last)) continue;
    const since = Math.max(gap.first, line - AROUND);
    const to = Math.min(gap.last ?? line + AROUND, line + AROUND);
    return { index, since, to, offset: gap.offsetAbove, isFirst: since === gap.first, isLast: to === gap.last };
  }
  return undefined;
}

/** The rows with lines out of the middle of a gap; what stays hidden above and below them can still be opened. */
export function insertOpening(rows: readonly DiffRow[], of: Opening, lines: readonly DiffRow[]): DiffRow[] {
  const gap = rows.slice(of.index, of.index + 1);
  const hasMore = !of.isLast && lines.length === of.to - of.since + 1;
  // What the row of a gap tells belongs to the lines below it.
  const above = of.isFirst ? [] : gap.map((row) => ({ ...row, html: '' }));
  return insertContext(rows, of.index, [...above, ...lines, ...(hasMore ? gap : [])]);
}
