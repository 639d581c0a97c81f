import { expect, test } from 'vitest';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { nearestLine } from './nearest-line.ts';

const row = (kind: DiffRow['kind'], oldLine: number | null, newLine: number | null): DiffRow => ({
  kind,
  oldLine,
  newLine,
  html: '',
  lineCode: kind === 'match' ? null : `f_${oldLine}_${newLine}`,
});

/** Lines 4 and 5 became other ones, 9 and 10 stand after a gap. */
const ROWS = [
  row('context', 3, 3),
  row('removed', 4, null),
  row('removed', 5, null),
  row('added', null, 4),
  row('added', null, 5),
  row('added', null, 6),
  row('match', 7, 8),
  row('context', 9, 10),
  row('context', 10, 11),
];

test.each([
  ['the line itself', { oldLine: 9, newLine: 10 }, 'f_9_10'],
  ['what it became, where it is a change in the one and none in the other', { oldLine: 5, newLine: 5 }, 'f_null_5'],
  ['what it was, of a line that is gone', { oldLine: 5, newLine: null }, 'f_5_null'],
  ['the one before a gap', { oldLine: null, newLine: 7 }, 'f_null_6'],
  ['the one after a gap', { oldLine: null, newLine: 9 }, 'f_9_10'],
  ['the last one', { oldLine: 80, newLine: 80 }, 'f_10_11'],
  ['the nearest that still was, beside a gap', { oldLine: 8, newLine: null }, 'f_9_10'],
])('%s', (_words, of, lineCode) => {
  expect(nearestLine(ROWS, of)).toBe(lineCode);
});

test('nothing where there is no line, or none that is drawn', () => {
  expect(nearestLine([], { oldLine: 1, newLine: 1 })).toBeNull();
  expect(nearestLine([{ ...row('context', 1, 1), isHidden: true }], { oldLine: 1, newLine: 1 })).toBeNull();
  expect(nearestLine(ROWS, { oldLine: null, newLine: null })).toBeNull();
});
