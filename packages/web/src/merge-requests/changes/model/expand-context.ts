import type { DiffRow } from '../../../ui/diff/diff-row.ts';

/** Lines shown by one press between two hunks. */
export const EXPAND_STEP = 20;

/** Parameters of the context lines address for a `match` row. */
export type ContextRequest = { since: number; to: number; offset: number; bottom: boolean; unfold: boolean };

/**
 * What to ask for when the hidden lines at `index` are opened: the lines right above the following hunk, or right below
 * the last one. Undefined when nothing is hidden there.
 */
export function contextRequest(
  rows: readonly DiffRow[],
  index: number,
  newLinesCount: number | null,
): ContextRequest | undefined {
  const before = rows.slice(0, index).findLast((row) => row.kind !== 'match');
  const after = rows.slice(index + 1).find((row) => row.kind !== 'match');
  if (after) {
    const newStart = after.newLine ?? lineAfter(rows, index, 'newLine');
    const oldStart = after.oldLine ?? lineAfter(rows, index, 'oldLine');
    if (newStart === undefined || oldStart === undefined) return undefined;
    const lowest = (lastLine(rows, index) ?? 0) + 1;
    const to = newStart - 1;
    const since = Math.max(lowest, to - EXPAND_STEP + 1);
    return to < lowest ? undefined : { since, to, offset: newStart - oldStart, bottom: false, unfold: since > lowest };
  }
  if (!before) return undefined;
  const newEnd = lastLine(rows, index) ?? 0;
  const oldEnd = rows.slice(0, index).findLast((row) => row.oldLine !== null)?.oldLine ?? 0;
  const since = newEnd + 1;
  const to = Math.min(since + EXPAND_STEP - 1, newLinesCount ?? Number.MAX_SAFE_INTEGER);
  if (to < since) return undefined;
  return { since, to, offset: newEnd - oldEnd, bottom: true, unfold: newLinesCount === null || to < newLinesCount };
}

function lastLine(rows: readonly DiffRow[], index: number): number | undefined {
  return rows.slice(0, index).findLast((row) => row.newLine !== null)?.newLine ?? undefined;
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
