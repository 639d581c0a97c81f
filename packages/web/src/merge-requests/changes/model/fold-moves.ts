import type { DiffMove } from '@tributary/contract/merge-requests/diffs.ts';
import { toDiffRows } from '../../../discussions/model/to-diff-rows.ts';
import { plural } from '../../../lib/format.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { numberOn, moveLabel } from './mark-moves.ts';

/** One end of a move; both ends in one file are folded by themselves. */
export function moveKey({ id, side }: Pick<DiffMove, 'id' | 'side'>): string {
  return `${side} ${id}`;
}

type Block = { move: DiffMove; from: number; to: number };

/** Where the lines of a move stand; undefined when not all of them are there, one below the other. */
function blockOf(rows: readonly DiffRow[], places: ReadonlyMap<string, number>, move: DiffMove): Block | undefined {
  const from = places.get(`${move.side} ${move.start_line}`);
  const to = places.get(`${move.side} ${move.end_line}`);
  if (from === undefined || to === undefined || to - from !== move.end_line - move.start_line) return undefined;
  const isWhole = rows.slice(from, to + 1).every((row) => numberOn(row, move.side) !== null && row.isHidden !== true);
  return isWhole ? { move, from, to } : undefined;
}

function blocksOf(rows: readonly DiffRow[], moves: readonly DiffMove[]): Block[] {
  const places = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (row.isMoved !== true) continue;
    for (const side of ['old', 'new'] as const) {
      const line = numberOn(row, side);
      if (line !== null) places.set(`${side} ${line}`, index);
    }
  }
  const found = moves.flatMap((move) => blockOf(rows, places, move) ?? []);
  return found.toSorted((one, other) => one.from - other.from);
}

function foldRow({ move, from, to }: Block, isOpen: boolean, rows: readonly DiffRow[]): DiffRow {
  const { remark, lineCode } = rows[from] ?? {};
  const lines = plural(to - from + 1, 'line');
  const place = moveLabel(move, move.other.file_hash === lineCode?.split('_')[0]);
  return {
    kind: 'fold',
    oldLine: null,
    newLine: null,
    html: '',
    lineCode: null,
    fold: { key: moveKey(move), isOpen, what: lines, words: `${lines} ${place}` },
    ...(remark && { remark: { ...remark, text: place } }),
  };
}

/** The edits inside a block in their order: rows of this end by their index, lines of the other end without numbers. */
function* editsOf(
  { move, from, to }: Block,
  rows: readonly DiffRow[],
): Generator<{ row: DiffRow; at: number } | { row: DiffRow; at: null; otherLine: number }> {
  const own = new Map(rows.slice(from, to + 1).map((row, at) => [row.lineCode, from + at]));
  for (const edit of toDiffRows(move.edits)) {
    const at = edit.lineCode === null ? undefined : own.get(edit.lineCode);
    const row = at === undefined ? undefined : rows[at];
    if (row && at !== undefined) {
      const { isMoved: _moved, remark: _remark, ...rest } = row;
      yield { row: { ...rest, html: edit.html }, at };
    } else {
      const otherLine = edit.oldLine ?? edit.newLine ?? 0;
      yield { row: { ...edit, oldLine: null, newLine: null, lineCode: null }, at: null, otherLine };
    }
  }
}

export type FoldedRows = {
  rows: readonly DiffRow[];
  /** Where a row stood before. Rows that were added have the place of the one after them. */
  sourceOf: (index: number) => number;
};

/**
 * A block that only went somewhere else becomes one line that says so, with the edits inside it below. Its lines keep
 * their places and are not drawn. `isKept` names rows that something hangs on: their block is shown as it is.
 */
export function foldMoves(
  rows: readonly DiffRow[],
  moves: readonly DiffMove[],
  of: { isOpen: (key: string) => boolean; isKept: (index: number) => boolean },
): FoldedRows {
  const blocks = blocksOf(rows, moves).filter(({ from, to }) => {
    for (let at = from; at <= to; at++) if (of.isKept(at)) return false;
    return true;
  });
  if (blocks.length === 0) return { rows, sourceOf: (index) => index };
  const folded: DiffRow[] = [];
  const sources: number[] = [];
  const put = (row: DiffRow, source: number) => {
    folded.push(row);
    sources.push(source);
  };
  let next = 0;
  const copyUntil = (end: number, change: (row: DiffRow) => DiffRow) => {
    for (; next < end; next++) {
      const row = rows[next];
      if (row) put(change(row), next);
    }
  };
  const hidden = (row: DiffRow): DiffRow => ({ ...row, isHidden: true });
  for (const block of blocks) {
    copyUntil(block.from, (row) => row);
    const isOpen = of.isOpen(moveKey(block.move));
    put(foldRow(block, isOpen, rows), block.from);
    if (isOpen) {
      copyUntil(block.to + 1, ({ remark: _said, ...row }) => row);
      continue;
    }
    // What was removed at the other end stands right above what replaced it here.
    let waiting: { row: DiffRow; otherLine: number }[] = [];
    const putWaiting = () => {
      for (const { row } of waiting) put(row, next);
      waiting = [];
    };
    for (const edit of editsOf(block, rows)) {
      const last = waiting.at(-1);
      if (edit.at !== null) {
        copyUntil(edit.at, hidden);
        putWaiting();
        put(edit.row, edit.at);
        next = edit.at + 1;
      } else if (block.move.side === 'old') put(edit.row, next);
      else {
        if (last && last.otherLine + 1 !== edit.otherLine) putWaiting();
        waiting.push(edit);
      }
    }
    putWaiting();
    copyUntil(block.to + 1, hidden);
  }
  copyUntil(rows.length, (row) => row);
  return { rows: folded, sourceOf: (index) => sources[index] ?? index };
}

/** The move that a line is part of, by the line's code. */
export function moveAt(rows: readonly DiffRow[], moves: readonly DiffMove[], lineCode: string): DiffMove | undefined {
  const row = rows.find((each) => each.lineCode === lineCode);
  if (!row) return undefined;
  return moves.find((move) => {
    const line = numberOn(row, move.side);
    return line !== null && line >= move.start_line && line <= move.end_line;
  });
}
