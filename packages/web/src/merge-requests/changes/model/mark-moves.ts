import type { DiffMove } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';

type Side = DiffMove['side'];

/** The line's number where it is a removed or an added one on that side. */
export function numberOn(row: DiffRow, side: Side): number | null {
  if (side === 'old') return row.kind === 'removed' ? row.oldLine : null;
  return row.kind === 'added' ? row.newLine : null;
}

/** `moved from src/a.ts:12, 2 lines edited`; within one file the line alone is named. */
export function moveLabel({ side, edited_lines: edits, other }: DiffMove, isSameFile = false): string {
  const where = `${isSameFile ? 'line ' : `${other.name}:`}${other.start_line}`;
  const changed = edits === 0 ? '' : `, ${edits} ${edits === 1 ? 'line' : 'lines'} edited`;
  return `moved ${side === 'old' ? 'to' : 'from'} ${where}${changed}`;
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Marks the lines that only went to another place, and says at the first of each block where the other end is. */
export function markMoves(rows: readonly DiffRow[], moves: readonly DiffMove[], fileHash: string): DiffRow[] {
  if (moves.length === 0) return [...rows];
  const firstOf = (side: Side, line: number) => rows.find((row) => numberOn(row, side) === line)?.lineCode;
  return rows.map((row) => {
    const move = moves.find((each) => {
      const line = numberOn(row, each.side);
      return line !== null && line >= each.start_line && line <= each.end_line;
    });
    if (!move) return row;
    if (numberOn(row, move.side) !== move.start_line) return { ...row, isMoved: true };
    const isSameFile = move.other.file_hash === fileHash;
    const otherLine = isSameFile ? firstOf(move.side === 'old' ? 'new' : 'old', move.other.start_line) : undefined;
    const { file_hash: hash, start_line: line } = move.other;
    // Only its number on one side is known of a line of another file.
    const href = `#${otherLine ?? `${hash}_${move.side === 'old' ? `0_${line}` : `${line}_0`}`}`;
    return { ...row, isMoved: true, remark: { text: capitalised(moveLabel(move, isSameFile)), href } };
  });
}
