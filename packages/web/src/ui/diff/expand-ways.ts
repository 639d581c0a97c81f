import type { DiffRow, LeftOut } from './diff-row.ts';

/** Hidden lines are opened upwards from what stands below them, downwards from what stands above, or all at once. */
export type ExpandWay = 'up' | 'down' | 'all';

/** Lines opened by one press upwards or downwards. */
export const EXPAND_STEP = 20;
/** Lines that come at once at most; of more the first are opened, and a gap stays. */
export const MOST_OPENED = 5_000;

const counted = (count: number) => new Intl.NumberFormat('en').format(count);

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

/** What is said of lines that are not here yet. */
export function leftOutWords({ from, to }: Pick<LeftOut, 'from' | 'to'>): string {
  const count = to - from;
  return count === 1 ? '1 line of the changes is not shown' : `${counted(count)} lines of the changes are not shown`;
}

function leftOutWays({ from, to }: LeftOut): { way: ExpandWay; words: string }[] {
  const count = to - from;
  if (count <= MOST_OPENED)
    return [{ way: 'down', words: count === 1 ? 'Show it' : `Show these ${counted(count)} lines` }];
  return [
    { way: 'down', words: 'Show the next lines below' },
    { way: 'up', words: 'Show the last lines above' },
  ];
}

/** What can be pressed at a `match` row. A small gap is opened whole. */
export function expandWays(rows: readonly DiffRow[], index: number): { way: ExpandWay; words: string }[] {
  const leftOut = rows[index]?.leftOut;
  if (leftOut) return leftOutWays(leftOut);
  const hidden = hiddenLines(rows, index);
  if (hidden !== undefined && hidden <= 0) return [];
  const isKnown = hidden !== undefined && hidden !== Infinity;
  if (isKnown && hidden <= EXPAND_STEP) {
    return [{ way: 'all', words: hidden === 1 ? 'Show 1 hidden line' : `Show ${hidden} hidden lines` }];
  }
  const hasAbove = rows.slice(0, index).some((row) => row.kind !== 'match');
  const hasBelow = rows.slice(index + 1).some((row) => row.kind !== 'match');
  return [
    ...(hasAbove ? [{ way: 'down', words: `Show ${EXPAND_STEP} more lines below` } as const] : []),
    ...(hasBelow ? [{ way: 'up', words: `Show ${EXPAND_STEP} more lines above` } as const] : []),
    { way: 'all', words: allWords(hidden) },
  ];
}

function allWords(hidden: number | undefined): string {
  if (hidden === undefined) return 'Show all lines to the end';
  if (hidden === Infinity) return `Show ${counted(MOST_OPENED)} more lines below`;
  if (hidden > MOST_OPENED) return `Show the first ${counted(MOST_OPENED)} of ${counted(hidden)} hidden lines`;
  return `Show all ${hidden} hidden lines`;
}
