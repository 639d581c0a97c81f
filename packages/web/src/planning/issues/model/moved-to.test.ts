import { expect, it } from 'vitest';
import { movedTo, positionAt } from './moved-to.ts';

it.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [0, 3, 'bcda'],
  [9, 0, 'abcd'],
])('from %d to %d', (from, to, expected) => expect(movedTo([...'abcd'], from, to).join('')).toBe(expected));

it.each([
  [-20, 0],
  [5, 0],
  [10, 1],
  [29, 2],
  [99, 2],
])('at %d stands row %d', (y, expected) =>
  expect(
    positionAt(
      [0, 10, 20].map((top) => ({ top, bottom: top + 10 })),
      y,
    ),
  ).toBe(expected),
);
