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

test('the row has its buttons only where someone listens', () => {
  const rows = [match, row('context', 98)];
  expect(chunkHtml(rows, [], 'inline', 0, 1, { canExpand: true })).toContain('aria-label="Show 20 more lines above"');
  expect(chunkHtml(rows, [], 'inline', 0, 1)).not.toContain('<button');
  const pairs = [{ left: 0, right: 0 }];
  expect(chunkHtml(rows, pairs, 'parallel', 0, 1, { canExpand: true })).toContain('data-expand="all"');
});

test('of very many lines the first are offered, and so are those of the changes that are not here', () => {
  const words = (rows: DiffRow[], index = 1) => expandWays(rows, index).map((each) => each.words);
  expect(words([row('context', 1), match, row('context', 9_000)]).at(-1)).toBe('Show 5,000 more hidden lines');
  expect(words([row('context', 1), match]).at(-1)).toBe('Show all remaining lines');
  expect(words([row('context', 1), { ...match, linesLeft: 300 }]).at(-1)).toBe('Show all 300 hidden lines');
  expect(words([row('context', 1), { ...match, linesLeft: 1e9 }]).at(-1)).toBe('Show 5,000 more hidden lines');
  const ways: { way: 'down'; words: string }[] = [{ way: 'down', words: 'Show more lines below' }];
  const leftOut = (to: number) => ({ ...match, leftOut: { from: 10, to, old: 0, new: to, ways } });
  expect(words([row('added', 10), leftOut(9_000), row('added', 9_001)])).toEqual(['Show more lines below']);
  // What is hidden after them is counted from their end.
  expect(words([row('added', 10), leftOut(20), match, row('context', 24)], 2)).toEqual(['Show 3 hidden lines']);
});
