import { expect, test } from 'vitest';
import { markHtml } from './mark-html.ts';

const mark = (text: string) => `<mark class="idiff">${text}</mark>`;

test('a range is marked in plain text', () => {
  expect(markHtml('abcdef', [{ start: 1, end: 3 }])).toBe(`a${mark('bc')}def`);
});

test('tags stay whole and entities count as one', () => {
  expect(markHtml('a&lt;<span class="hl-x">bc</span>d', [{ start: 1, end: 4 }])).toBe(
    `a${mark('&lt;')}<span class="hl-x">${mark('bc')}</span>d`,
  );
});

test('several ranges, touching the ends', () => {
  expect(
    markHtml('abcd', [
      { start: 0, end: 1 },
      { start: 3, end: 4 },
    ]),
  ).toBe(`${mark('a')}bc${mark('d')}`);
});

test('text without ranges is the same', () => {
  expect(markHtml('<b>x</b>', [])).toBe('<b>x</b>');
});
