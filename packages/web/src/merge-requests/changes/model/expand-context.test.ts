import { expect, test } from 'vitest';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { contextRequest, insertContext } from './expand-context.ts';

function row(kind: DiffRow['kind'], oldLine: number | null, newLine: number | null): DiffRow {
  return { kind, oldLine, newLine, html: '', lineCode: null };
}

const match = row('match', null, null);

test('above the first hunk the lines just before it are opened', () => {
  const rows = [match, row('context', 98, 100)];
  expect(contextRequest(rows, 0, 300, 'up')).toEqual({ since: 80, to: 99, offset: 2, bottom: false, unfold: true });
  expect(contextRequest([match, row('context', 9, 9)], 0, 300, 'up')).toEqual({
    since: 1,
    to: 8,
    offset: 0,
    bottom: false,
    unfold: false,
  });
});

test('a gap smaller than the step is opened whole', () => {
  const rows = [row('context', 10, 10), match, row('context', 21, 25)];
  expect(contextRequest(rows, 1, 300, 'up')).toEqual({ since: 11, to: 24, offset: 4, bottom: false, unfold: false });
});

test('a hunk that opens with a removed line takes the other number from the lines below', () => {
  const rows = [match, row('removed', 50, null), row('context', 51, 50)];
  expect(contextRequest(rows, 0, 300, 'up')).toMatchObject({ since: 30, to: 49, offset: 0 });
});

test('below the last hunk lines are opened to the end of the file', () => {
  const rows = [row('added', null, 40), row('context', 30, 41), match];
  expect(contextRequest(rows, 2, 50, 'down')).toEqual({ since: 42, to: 50, offset: 11, bottom: true, unfold: false });
  expect(contextRequest(rows, 2, 41, 'down')).toBeUndefined();
});

test('between two hunks lines are opened from either side, or all of them', () => {
  const rows = [row('context', 10, 12), match, row('context', 98, 101)];
  expect(contextRequest(rows, 1, 300, 'down')).toEqual({ since: 13, to: 32, offset: 2, bottom: true, unfold: true });
  expect(contextRequest(rows, 1, 300, 'up')).toEqual({ since: 81, to: 100, offset: 3, bottom: false, unfold: true });
  expect(contextRequest(rows, 1, 300, 'all')).toMatchObject({ since: 13, to: 100, unfold: false });
  expect(contextRequest([row('context', 1, 1), match, row('context', 9_001, 9_001)], 1, 9_100, 'all')).toMatchObject({
    since: 2,
    to: 5_001,
    unfold: true,
  });
});

test('below the last hunk all lines are opened also when nobody knows how many', () => {
  expect(contextRequest([row('context', 1, 1), match], 1, null, 'all')).toMatchObject({
    since: 2,
    to: 5_001,
    bottom: true,
    unfold: true,
  });
});

test('opened lines are marked and take the place of the row', () => {
  const rows = [row('context', 1, 1), match, row('context', 5, 5)];
  const opened = insertContext(rows, 1, [row('context', 2, 2), row('context', 3, 3)]);
  expect(opened.map((each) => [each.kind, each.newLine])).toEqual([
    ['context', 1],
    ['expanded', 2],
    ['expanded', 3],
    ['context', 5],
  ]);
});
