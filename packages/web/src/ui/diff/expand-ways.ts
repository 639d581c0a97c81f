import type { DiffRow } from './diff-row.ts';

/** Hidden lines are opened upwards from what stands below them, downwards from what stands above, or all at once. */
export type ExpandWay = 'up' | 'down' | 'all';

/** Lines opened by one press upwards or downwards. */
export const EXPAND_STEP = 20;

/** How many lines are hidden between two hunks; undefined before the end of a file, where only the server knows. */
function hiddenLines(rows: readonly DiffRow[], index: number): number | undefined {
  const [above, below] = [rows.slice(0, index), rows.slice(index + 1)];
  if (below.every((row) => row.kind === 'match')) return undefined;
  // A file that was deleted has lines of the older side only.
  const side = below.some((row) => row.newLine !== null) ? 'newLine' : 'oldLine';
  const next = below.find((row) => row[side] !== null)?.[side] ?? 1;
  return next - 1 - (above.findLast((row) => row[side] !== null)?.[side] ?? 0);
}

/** What can be pressed at a `match` row. A small gap is opened whole. */
export function expandWays(rows: readonly DiffRow[], index: number): { way: ExpandWay; words: string }[] {
  const hidden = hiddenLines(rows, index);
  if (hidden !== undefined && hidden <= 0) return [];
  const all = {
    way: 'all',
    words: hidden === undefined ? 'Show all lines to the end' : `Show all ${hidden} hidden lines`,
  } as const;
  if (hidden !== undefined && hidden <= EXPAND_STEP) {
    return [{ way: 'all', words: hidden === 1 ? 'Show 1 hidden line' : `Show ${hidden} hidden lines` }];
  }
  const hasAbove = rows.slice(0, index).some((row) => row.kind !== 'match');
  return [
    ...(hasAbove ? [{ way: 'down', words: `Show ${EXPAND_STEP} more lines below` } as const] : []),
    ...(hidden === undefined ? [] : [{ way: 'up', words: `Show ${EXPAND_STEP} more lines above` } as const]),
    all,
  ];
}
