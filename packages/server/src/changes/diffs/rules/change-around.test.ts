import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { changeAround } from './change-around.ts';

function line(type: PageDiffLine['type'], oldLine: number | null, newLine: number | null): PageDiffLine {
  return { line_code: null, type, old_line: oldLine, new_line: newLine, text: '', rich_text: '', meta_data: null };
}

const LINES = [
  line('match', null, null),
  line(null, 4, 4),
  line(null, 5, 5),
  line(null, 6, 6),
  line('old', 7, null),
  line('old', 8, null),
  line('new', null, 7),
  line(null, 9, 8),
  line('new', null, 9),
  line(null, 10, 10),
];
const numbers = (lines: readonly PageDiffLine[]) => lines.map((each) => [each.old_line, each.new_line]);

test('the whole change that the line is part of, with two lines around it', () => {
  expect(numbers(changeAround(LINES, 8))).toEqual([
    [5, 5],
    [6, 6],
    [7, null],
    [8, null],
    [null, 7],
    [9, 8],
    [null, 9],
  ]);
});

test('the row of hidden lines is no line', () => {
  const short = [line('match', null, null), line('old', 1, null)];
  expect(numbers(changeAround(short, 1))).toEqual([[1, null]]);
});

test.each([
  ['is there as it was', 5],
  ['is not near a change', 40],
])('nothing for a line that %s', (_name, number) => expect(changeAround(LINES, number)).toEqual([]));

test('of a very long change the part that begins at the line', () => {
  const long = Array.from({ length: 500 }, (_unused, at) => line('old', at + 1, null));
  const shown = changeAround(long, 100);
  expect(shown).toHaveLength(64);
  expect(shown[2]?.old_line).toBe(100);
});
