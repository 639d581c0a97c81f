import { expect, test } from 'vitest';
import { numberProblem, problemsOf } from './number-problem.ts';

test('says what to enter where a text is no whole number between two others', () => {
  expect([' 5 ', '1', '10'].map((text) => numberProblem(text, 1, 10))).toEqual([undefined, undefined, undefined]);
  for (const text of ['', '0', '11', '1.5', '-1', '1e1', 'five', '9999999999']) {
    expect(numberProblem(text, 1, 10), text).toBe('Enter a number from 1 to 10.');
  }
  expect(numberProblem('', 1, 10, { canBeBlank: true })).toBeUndefined();
  expect(numberProblem('x', 1, 10, { canBeBlank: true })).toBe('Enter a number from 1 to 10, or leave blank.');
});

test('fields without a problem are left out', () => {
  expect(problemsOf({ name: undefined, size: 'Enter a number.' })).toEqual({ size: 'Enter a number.' });
});
