import { expect, test } from 'vitest';
import { chunkHtml } from './chunk-html.ts';
import type { DiffRow } from './diff-row.ts';
import { expandWays } from './expand-ways.ts';

function row(kind: DiffRow['kind'], line: number | null): DiffRow {
  return { kind, oldLine: line, newLine: line, html: '', lineCode: null };
}

const match = row('match', null);
const ways = (rows: DiffRow[]) => expandWays(rows, rows.indexOf(match)).map((each) => each.way);

test('what can be opened depends on where the hidden lines stand', () => {
  expect(ways([match, row('context', 98)])).toEqual(['up', 'all']);
  expect(ways([row('context', 3), match, row('context', 98)])).toEqual(['down', 'up', 'all']);
  expect(ways([row('context', 3), match])).toEqual(['down', 'all']);
});

test('a small gap is opened whole, and where nothing is hidden nothing is offered', () => {
  expect(expandWays([match, row('context', 8)], 0)).toEqual([{ way: 'all', words: 'Show 7 hidden lines' }]);
  expect(ways([match, row('context', 1)])).toEqual([]);
  expect(ways([match, { ...row('removed', 1), newLine: null }])).toEqual([]);
});

test('the row has its buttons only where somebody listens', () => {
  const rows = [match, row('context', 98)];
  expect(chunkHtml(rows, [], 'inline', 0, 1, { canExpand: true })).toContain('aria-label="Show 20 more lines above"');
  expect(chunkHtml(rows, [], 'inline', 0, 1)).not.toContain('<button');
  const pairs = [{ left: 0, right: 0 }];
  expect(chunkHtml(rows, pairs, 'parallel', 0, 1, { canExpand: true })).toContain('data-expand="all"');
});
