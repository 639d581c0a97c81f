import { expect, test } from 'vitest';
import { linesOf } from './piece-height.ts';

test.each([
  ['short', 20, 1],
  ['exactly ten', 11, 1],
  ['one two three', 8, 2],
  ['one two three four', 8, 3],
  ['aaaaaaaaaaaaaaaaaaaaaaaaa', 10, 3],
  ['ab aaaaaaaaaaaaaaaaaaaaaaaaa', 10, 4],
  ['spaces at the end          ', 17, 1],
  ['<span class="hljs-keyword">const</span> a &lt; b', 11, 1],
  ['設定ファイルを読み込む', 10, 3],
  ['\t\t\tvalue', 17, 1],
  ['    a word.that.is.long', 12, 3],
  ['    assert.deepStrictEqual(calls[0].arguments, [])', 22, 3],
  ['', 10, 1],
])('%j in %i columns', (html, columns, lines) => {
  expect(linesOf(html, columns)).toBe(lines);
});
