import { expect, test } from 'vitest';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { fillGaps } from './fill-gaps.ts';

function row(kind: DiffRow['kind'], oldLine: number | null, newLine: number | null): DiffRow {
  return { kind, oldLine, newLine, html: '', lineCode: null };
}

const wholeOf = (count: number) => Array.from({ length: count }, (_, at) => row('context', null, at + 1));
const match = row('match', null, null);
const numbers = (rows: readonly DiffRow[]) => rows.map((each) => [each.kind[0], each.oldLine, each.newLine]);

test('lines before, between and after the hunks are filled in with the numbers of both sides', () => {
  const rows = [
    match,
    row('removed', 2, null),
    row('added', null, 2),
    row('added', null, 3),
    match,
    row('added', null, 6),
  ];
  expect(numbers(fillGaps(rows, wholeOf(8), 'f'))).toEqual([
    ['e', 1, 1],
    ['r', 2, null],
    ['a', null, 2],
    ['a', null, 3],
    ['e', 3, 4],
    ['e', 4, 5],
    ['a', null, 6],
    ['e', 5, 7],
    ['e', 6, 8],
  ]);
});

test('a hunk that begins with a removed line is found by its older number', () => {
  const rows = [row('added', null, 1), match, row('removed', 3, null), row('context', 4, 4)];
  expect(numbers(fillGaps(rows, wholeOf(5), 'f'))).toEqual([
    ['a', null, 1],
    ['e', 1, 2],
    ['e', 2, 3],
    ['r', 3, null],
    ['c', 4, 4],
    ['e', 5, 5],
  ]);
});

test('a file without hunks is shown whole, and each line can be named', () => {
  const filled = fillGaps([], wholeOf(2), 'f');
  expect(filled.map((each) => each.lineCode)).toEqual(['f_1_1', 'f_2_2']);
});
