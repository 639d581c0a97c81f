import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { DiffMove } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import { lineLabel, pairRows, type DiffRow } from '../../../ui/diff/diff-row.ts';
import { foldMoves, moveAt } from './fold-moves.ts';
import { markMoves } from './mark-moves.ts';

const code = (oldLine: number | null, newLine: number | null) => `f_${oldLine ?? 0}_${newLine ?? 0}`;

function row(kind: DiffRow['kind'], oldLine: number | null, newLine: number | null): DiffRow {
  return { kind, oldLine, newLine, html: `${kind} ${oldLine ?? newLine}`, lineCode: code(oldLine, newLine) };
}

function edit(type: 'old' | 'new', line: number, isHere: boolean): PageDiffLine {
  const [oldLine, newLine] = type === 'old' ? [line, null] : [null, line];
  const text = `${type} edit ${line}`;
  return {
    line_code: isHere ? code(oldLine, newLine) : null,
    type,
    old_line: oldLine,
    new_line: newLine,
    text,
    rich_text: text,
    meta_data: null,
  };
}

/** Lines 2 to 5 came from elsewhere, line 4 of them edited. */
const MOVE: DiffMove = {
  id: 7,
  side: 'new',
  start_line: 2,
  end_line: 5,
  other: { file_hash: 'g', file_path: 'g.ts', name: 'g.ts', index: 1, start_line: 40, end_line: 43 },
  edited_lines: 1,
  reindented: false,
  edits: [edit('old', 42, false), edit('new', 4, true)],
};
const SOURCE = [
  row('context', 1, 1),
  ...[2, 3, 4, 5].map((line) => row('added', null, line)),
  row('match', 20, 20),
  row('removed', 20, null),
];
const MARKED = markMoves(SOURCE, [MOVE], 'f');

const fold = (moves: DiffMove[], options: { open?: string; kept?: number } = {}) =>
  foldMoves(MARKED, moves, {
    isOpen: (key) => key === options.open,
    isKept: (index) => index === options.kept,
  });
const shown = (rows: readonly DiffRow[]) =>
  rows.filter((each) => each.isHidden !== true).map((each) => each.html || each.kind);

test('a moved block becomes one line, with only the edits inside below it', () => {
  const { rows } = fold([MOVE]);
  expect(shown(rows)).toEqual(['context 1', 'fold', 'old edit 42', 'new edit 4', 'match 20', 'removed 20']);
  const [, first, there, here] = rows.filter((each) => each.isHidden !== true);
  expect(first?.fold).toEqual({
    key: 'new 7',
    isOpen: false,
    what: '4 lines',
    words: '4 lines moved from g.ts:40, 1 line edited',
  });
  expect(first?.remark).toEqual({ text: 'moved from g.ts:40, 1 line edited', href: '#g_40_0' });
  expect(there).toMatchObject({ kind: 'removed', oldLine: null, lineCode: null });
  expect(here).toMatchObject({ kind: 'added', newLine: 4, lineCode: code(null, 4) });
  expect(here?.isMoved).toBeUndefined();
});

test('lines that are not drawn keep their numbers, so that what is hidden elsewhere is counted right', () => {
  const { rows } = fold([MOVE]);
  expect(rows.flatMap((each) => (each.kind === 'added' ? [each.newLine] : []))).toEqual([2, 3, 4, 5]);
});

test('opened, all of it is there below the line that folds it again', () => {
  const { rows } = fold([MOVE], { open: 'new 7' });
  expect(shown(rows)).toEqual([
    'context 1',
    'fold',
    'added 2',
    'added 3',
    'added 4',
    'added 5',
    'match 20',
    'removed 20',
  ]);
  expect(rows[1]?.fold?.isOpen).toBe(true);
  expect(rows[2]?.remark).toBeUndefined();
});

test('a row is found again where it stood', () => {
  const { rows, sourceOf } = fold([MOVE]);
  const named = rows.flatMap((each, index) => (each.lineCode === null ? [] : [{ code: each.lineCode, index }]));
  expect(named.map(({ index }) => SOURCE[sourceOf(index)]?.lineCode)).toEqual(named.map((each) => each.code));
});

test('side by side, the edit stands beside what it replaced, and nothing beside what is not drawn', () => {
  const { rows } = fold([MOVE]);
  const drawn = pairRows(rows).filter(({ left, right }) => rows[right ?? left ?? -1]?.isHidden !== true);
  const words = (index: number | null) => (index === null ? null : rows[index]?.html || rows[index]?.kind);
  expect(drawn.map(({ left, right }) => [words(left), words(right)])).toEqual([
    ['context 1', 'context 1'],
    ['fold', 'fold'],
    ['old edit 42', 'new edit 4'],
    ['match 20', 'match 20'],
    ['removed 20', null],
  ]);
});

test('an edit at the end, and the removed side of a move', () => {
  const rows = [1, 2, 3, 4].map((line) => row('removed', line, null));
  const move: DiffMove = {
    ...MOVE,
    side: 'old',
    start_line: 1,
    end_line: 4,
    edits: [edit('old', 2, true), edit('new', 41, false)],
  };
  const folded = foldMoves(markMoves(rows, [move], 'f'), [move], { isOpen: () => false, isKept: () => false });
  expect(shown(folded.rows)).toEqual(['fold', 'old edit 2', 'new edit 41']);
});

test.each([
  ['something hangs on a line of it', { kept: 3 }, MOVE],
  ['not all of its lines are there', {}, { ...MOVE, end_line: 6 }],
])('a block is shown as it is when %s', (_name, options, move) => {
  const { rows, sourceOf } = fold([move], options);
  expect([rows, sourceOf(3)]).toEqual([MARKED, 3]);
});

test('a block of which a part is not drawn already is left alone', () => {
  const rows = MARKED.map((each, at) => (at === 2 ? { ...each, isHidden: true } : each));
  expect(foldMoves(rows, [MOVE], { isOpen: () => false, isKept: () => false }).rows).toBe(rows);
});

test('the line is spoken with what it stands for, and takes both sides', () => {
  const { rows } = fold([MOVE]);
  expect(lineLabel(rows[1])).toBe('4 lines moved from g.ts:40, 1 line edited, collapsed');
  expect(lineLabel(fold([MOVE], { open: 'new 7' }).rows[1])).toBe(
    '4 lines moved from g.ts:40, 1 line edited, expanded',
  );
  expect(pairRows(rows)[1]).toEqual({ left: 1, right: 1 });
});

test('the move of a line is known by its code', () => {
  expect(moveAt(MARKED, [MOVE], code(null, 3))?.id).toBe(7);
  expect(moveAt(MARKED, [MOVE], code(1, 1))).toBeUndefined();
});
