import { expect, test } from 'vitest';
import { nextDisplay } from './next-display.ts';

/** `+` is a changed line, anything else is not. */
function walk(lines: string, unit: 'line' | 'change', by: 1 | -1, from: number | null): number | null {
  return nextDisplay({ unit, by, from, count: lines.length, isChanged: (at) => lines[at] === '+' });
}

test.each([
  ['..++..+', 'change', 1, null, 2],
  ['..++..+', 'change', 1, 2, 6],
  ['..++..+', 'change', 1, 6, null],
  ['..++..+', 'change', -1, null, 6],
  ['..++..+', 'change', -1, 6, 2],
  ['..++..+', 'change', -1, 3, 2],
  ['..++..+', 'change', -1, 2, null],
  ['++.', 'change', 1, null, 0],
  ['++.', 'change', -1, 1, 0],
  ['...', 'change', 1, null, null],
  ['...', 'line', 1, null, 0],
  ['...', 'line', -1, null, 2],
  ['...', 'line', 1, 2, null],
  ['', 'line', 1, null, null],
] as const)('%s by %s, step %s from %s leads to %s', (lines, unit, by, from, to) => {
  expect(walk(lines, unit, by, from)).toBe(to);
});
