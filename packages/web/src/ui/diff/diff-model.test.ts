import { expect, test } from 'vitest';
import { chunkHtml, CHUNK_ROWS } from './chunk-html.ts';
import { type DiffRow, pairRows } from './diff-row.ts';
import { segmentRows } from './segments.ts';

function row(kind: DiffRow['kind'], oldLine: number | null, newLine: number | null, html = 'x'): DiffRow {
  return { kind, oldLine, newLine, html, lineCode: `h_${oldLine ?? 0}_${newLine ?? 0}` };
}

test('removed lines stand beside the added lines that replace them', () => {
  const rows = [
    row('context', 1, 1),
    row('removed', 2, null),
    row('removed', 3, null),
    row('added', null, 2),
    row('context', 4, 3),
    row('added', null, 4),
  ];
  expect(pairRows(rows)).toEqual([
    { left: 0, right: 0 },
    { left: 1, right: 3 },
    { left: 2, right: null },
    { left: 4, right: 4 },
    { left: null, right: 5 },
  ]);
});

test('an added run before a removed run is not paired with it', () => {
  const rows = [row('added', null, 1), row('removed', 1, null)];
  expect(pairRows(rows)).toEqual([
    { left: null, right: 0 },
    { left: 1, right: null },
  ]);
});

test('a form breaks only the piece it stands in', () => {
  const plain = segmentRows(CHUNK_ROWS * 2 + 10, []);
  expect(plain).toHaveLength(3);
  const at = CHUNK_ROWS + 20;
  const withForm = segmentRows(CHUNK_ROWS * 2 + 10, [at]);
  expect(withForm).toEqual([
    { type: 'rows', from: 0, to: CHUNK_ROWS },
    { type: 'rows', from: CHUNK_ROWS, to: at + 1 },
    { type: 'insertion', after: at },
    { type: 'rows', from: at + 1, to: CHUNK_ROWS * 2 },
    { type: 'rows', from: CHUNK_ROWS * 2, to: CHUNK_ROWS * 2 + 10 },
  ]);
  expect(segmentRows(3, [2, 2, 9])).toEqual([
    { type: 'rows', from: 0, to: 3 },
    { type: 'insertion', after: 2 },
  ]);
});

test('a line says its kind in words, and its anchor cannot leave its attribute', () => {
  const evil = { ...row('added', null, 1), lineCode: '"><script>' };
  const html = chunkHtml([evil], [], 'inline', 0, 1);
  expect(html).toContain('<span class="ds">added line 1: </span>');
  expect(html).toContain('id="&quot;&gt;&lt;script&gt;"');
  expect(html).not.toContain('<script>');
});

test('what stands in the gutter or at the end of a line is text, and moved lines say so', () => {
  const mark = { key: '"k', words: '<b>', images: ['/a"b.png'] };
  const moved = { ...row('removed', 7, null), isMoved: true, remark: { text: 'Moved to <x>', href: '#"y' } };
  const html = chunkHtml([moved], [], 'inline', 0, 1, { marks: new Map([[0, [mark]]]) });
  expect(html).toContain('<span class="ds">moved, removed line 7: </span>');
  expect(html).toContain('<a class="de" href="#&quot;y">Moved to &lt;x&gt;</a>');
  expect(html).toContain('data-mark="&quot;k" aria-label="&lt;b&gt;"');
  expect(html).toContain('src="/a&quot;b.png"');
  expect(html).not.toContain('data-side="old" data-n="7" aria-hidden');
});

test('with two sides both lines of a pair can be named by an address', () => {
  const rows = [row('removed', 1, null), row('added', null, 1)];
  const html = chunkHtml(rows, pairRows(rows), 'parallel', 0, 1);
  expect(html).toContain('<tr class="dr" data-i="1" id="h_0_1"><td id="h_1_0"');
});
