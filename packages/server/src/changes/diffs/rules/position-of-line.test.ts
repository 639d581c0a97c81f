import { expect, test } from 'vitest';
import { numbersOfNew, positionOfLine } from './position-of-line.ts';

// Old lines 10 to 12 become new lines 10 to 13: one removed, two added.
const hunk = {
  oldStart: 10,
  oldLines: 3,
  newStart: 10,
  newLines: 4,
  lines: [
    { type: 'context' as const, oldLine: 10, newLine: 10 },
    { type: 'removed' as const, oldLine: 11, newLine: null },
    { type: 'added' as const, oldLine: null, newLine: 11 },
    { type: 'added' as const, oldLine: null, newLine: 12 },
    { type: 'context' as const, oldLine: 12, newLine: 13 },
  ],
};

test.each([
  ['unchanged in the hunk', 10, 10, [10, 10, true]],
  ['removed', 11, null, [11, 11, true]],
  ['added', null, 12, [12, 12, true]],
  ['unchanged after the change', 12, 13, [12, 13, true]],
  ['before the hunk', 3, 3, [3, 3, false]],
  ['after the hunk', 20, 21, [20, 21, false]],
])('%s', (_name, oldLine, newLine, [oldPosition, newPosition, isInHunk]) => {
  expect(positionOfLine([hunk], oldLine as number | null, newLine as number | null)).toEqual({
    oldPosition,
    newPosition,
    isInHunk,
  });
});

test.each([
  ['numbers that do not belong together', 3, 4],
  ['an added line by a removed number', 12, null],
  ['after the hunk with the wrong shift', 20, 20],
  ['nothing at all', null, null],
  ['a line that is unchanged, named as added', null, 10],
])('%s is no place', (_name, oldLine, newLine) => {
  expect(positionOfLine([hunk], oldLine, newLine)).toBeUndefined();
});

test('two numbers in one hunk are no line between the hunks', () => {
  const later = { oldStart: 40, oldLines: 1, newStart: 41, newLines: 1, lines: [] };
  const even = { ...hunk, newLines: 3, lines: hunk.lines.filter(({ newLine }) => newLine !== 12) };
  expect(positionOfLine([hunk, later], 11, 11)).toBeUndefined();
  expect(positionOfLine([even, { ...later, newStart: 40 }], 11, 11)).toBeUndefined();
  expect(positionOfLine([hunk, later], 20, 21)).toEqual({ oldPosition: 20, newPosition: 21, isInHunk: false });
});

test.each([
  ['added', 12, { old_line: null, new_line: 12 }],
  ['unchanged in the hunk', 13, { old_line: 12, new_line: 13 }],
  ['before the hunk', 3, { old_line: 3, new_line: 3 }],
  ['after the hunk', 21, { old_line: 20, new_line: 21 }],
])('the numbers of a new line: %s', (_name, newLine, numbers) => {
  expect(numbersOfNew([hunk], newLine)).toEqual(numbers);
});

test('a new line that nothing old stands for has no numbers', () => {
  expect(numbersOfNew([], 2, 5)).toBeUndefined();
});
