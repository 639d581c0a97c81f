import { expect, test } from 'vitest';
import { markRanges } from './mark-ranges.ts';

const M = '<mark class="idiff">';

test.each([
  ['no ranges', 'const a', [], 'const a'],
  ['a word', 'const a = 1', [{ start: 6, end: 7 }], `const ${M}a</mark> = 1`],
  ['an entity is one letter', 'a &lt; b', [{ start: 2, end: 3 }], `a ${M}&lt;</mark> b`],
  [
    'inside a token',
    '<span class="k">const</span> a',
    [{ start: 1, end: 3 }],
    `<span class="k">c${M}on</mark>st</span> a`,
  ],
  [
    'over the edge of a token',
    '<span class="k">let</span> ab',
    [{ start: 2, end: 5 }],
    `<span class="k">le${M}t</mark></span>${M} a</mark>b`,
  ],
  [
    'two beside each other',
    'abcd',
    [
      { start: 0, end: 1 },
      { start: 3, end: 4 },
    ],
    `${M}a</mark>bc${M}d</mark>`,
  ],
  ['a pair of units', '&#128512;x', [{ start: 2, end: 3 }], `&#128512;${M}x</mark>`],
  ['to the end', 'ab', [{ start: 1, end: 9 }], `a${M}b</mark>`],
])('%s', (_name, html, ranges, marked) => {
  expect(markRanges(html, ranges)).toBe(marked);
});

test('nothing of the line is lost', () => {
  const html = '<span class="s">"a &amp; b"</span> <span class="bidi-mark" title="U+202E">x</span>';
  const marked = markRanges(html, [{ start: 1, end: 8 }]);
  expect(marked.replaceAll(M, '').replaceAll('</mark>', '')).toBe(html);
});
