import type { DiffRow, ExpandWay } from './diff-row.ts';

export type { ExpandWay };

/** Lines opened by one press upwards or downwards. */
export const EXPAND_STEP = 20;
/** Lines that come at once at most; of more the first are opened, and a gap stays. */
export const MOST_OPENED = 5_000;

/** Number of the last line that a row shows, or stands for. */
export function lastNumber(row: DiffRow, side: 'old' | 'new'): number | null {
  return (side === 'old' ? row.oldLine : row.newLine) ?? row.leftOut?.[side] ?? null;
}

/** How many lines are hidden between two hunks; undefined before the end of a file, where only the server knows. */
export function hiddenLines(rows: readonly DiffRow[], index: number): number | undefined {
  const [above, below] = [rows.slice(0, index), rows.slice(index + 1)];
  if (below.every((row) => row.kind === 'match')) return rows[index]?.linesLeft;
  // A file that was deleted has lines of the older side only.
  const side = below.some((row) => row.newLine !== null) ? 'new' : 'old';
  const next = below.find((row) => lastNumber(row, side) !== null);
  const last = above.findLast((row) => lastNumber(row, side) !== null);
  return ((next && lastNumber(next, side)) ?? 1) - 1 - ((last && lastNumber(last, side)) ?? 0);
}

/** What can be pressed at a `match` row. A small gap is opened whole. */
export function expandWays(rows: readonly DiffRow[], index: number): { way: ExpandWay; words: string }[] {
  const leftOut = rows[index]?.leftOut;
  if (leftOut) return leftOut.ways;
  const hidden = hiddenLines(rows, index);
  if (hidden !== undefined && hidden <= 0) return [];
  if (hidden !== undefined && hidden <= EXPAND_STEP) {
    return [{ way: 'all', words: hidden === 1 ? 'Show 1 hidden line' : `Show ${hidden} hidden lines` }];
  }
  const words =
    hidden === undefined
      ? 'Show all remaining lines'
      : hidden > MOST_OPENED
        ? 'Show 5,000 more hidden lines'
        : `Show all ${hidden} hidden lines`;
  const hasAbove = rows.slice(0, index).some((row) => row.kind !== 'match');
  const hasBelow = rows.slice(index + 1).some((row) => row.kind !== 'match');
  return [
    ...(hasAbove ? [{ way: 'down', words: `Show ${EXPAND_STEP} more lines below` } as const] : []),
    ...(hasBelow ? [{ way: 'up', words: `Show ${EXPAND_STEP} more lines above` } as const] : []),
    { way: 'all', words },
  ];
}
