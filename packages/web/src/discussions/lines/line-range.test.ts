import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { lineName, rangeOf, lineRangeLabel, startsFor } from './line-range.ts';

function row(kind: DiffRow['kind'], oldLine: number | null, newLine: number | null): DiffRow {
  const lineCode = kind === 'match' ? null : `h_${oldLine ?? 0}_${newLine ?? 0}`;
  return { kind, oldLine, newLine, html: '', lineCode };
}

const ROWS = [
  row('context', 1, 1),
  row('match', null, null),
  row('context', 9, 9),
  row('removed', 10, null),
  row('added', null, 10),
  row('added', null, 11),
];

test('a range begins anywhere above without a gap', () => {
  expect(startsFor(ROWS, 5)).toEqual([2, 3, 4, 5]);
  expect(startsFor(ROWS, 0)).toEqual([0]);
  expect(startsFor(ROWS, 1)).toEqual([]);
});

test('one that was chosen is among them however far it is, unless there is a gap between', () => {
  const many = [...ROWS, ...Array.from({ length: 80 }, (_, at) => row('added', null, 12 + at))];
  const offered = (chosen: number | null) => startsFor(many, 85, chosen === null ? null : (at) => at === chosen);
  expect([offered(null).length, offered(null)[0]]).toEqual([50, 36]);
  expect([offered(3).length, ...offered(3).slice(0, 2)]).toEqual([51, 3, 36]);
  expect(offered(60)).toEqual(offered(null));
  expect(offered(0)).toEqual(offered(null));
});

test('both ends are named with their sides', () => {
  const range = rangeOf(ROWS[3], ROWS[5]!);
  expect(range).toEqual({
    start: { line_code: 'h_10_0', type: 'old', old_line: 10, new_line: null },
    end: { line_code: 'h_0_11', type: 'new', old_line: null, new_line: 11 },
  });
  const position = { line_range: range } as DiffPosition;
  expect(lineRangeLabel(position)).toBe('Lines -10 to +11');
  expect(ROWS.slice(2).map(lineName)).toEqual(['9', '-10', '+10', '+11']);
});

test('one line is no range', () => {
  expect(rangeOf(ROWS[5], ROWS[5]!)).toBeNull();
  expect(rangeOf(undefined, ROWS[5]!)).toBeNull();
  expect(lineRangeLabel(null)).toBeNull();
});
