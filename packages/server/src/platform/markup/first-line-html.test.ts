import { expect, test } from 'vitest';
import { firstLineHtml } from './first-line-html.ts';

test.each([
  ['nothing', '', ''],
  ['one line', '<p>Hello <strong>you</strong></p>', '<p>Hello <strong>you</strong></p>'],
  ['a second block', '<p>One</p>\n<p>Two</p>', '<p>One</p>'],
  ['a break', '<p>One<br>\nTwo</p>', '<p>One</p>'],
  ['a new line in a paragraph', '<p><em>One\nTwo</em></p>', '<p><em>One</em></p>'],
  ['a list', '<ul>\n<li>One</li>\n<li>Two</li>\n</ul>', '<ul><li>One</li></ul>'],
  ['code', '<pre><code><span>one</span>\n<span>two</span></code></pre>', '<pre><code><span>one</span></code></pre>'],
  ['a picture first', '<p><img src="a.png" alt=">">\nText</p>', '<p><img src="a.png" alt=">"></p>'],
  ['text that a block follows', '<li>One<ul><li>Two</li></ul></li>', '<li>One</li>'],
  ['empty blocks before it', '<p></p>\n<p>One</p>', '<p></p><p>One</p>'],
  ['a lone angle', 'a < b', 'a < b'],
])('%s', (_name, html, line) => {
  expect(firstLineHtml(html)).toBe(line);
});

test('a long line is cut between characters, with entities whole and marks closed', () => {
  const cut = firstLineHtml(`<p>${'&amp;😀'.repeat(100)}<a href="/x">end</a></p>`);
  expect(cut).toBe(`<p>${'&amp;😀'.repeat(62)}&amp;…</p>`);
  const inside = firstLineHtml(`<p><a href="/x">${'x'.repeat(200)}</a> more</p>`);
  expect(inside).toBe(`<p><a href="/x">${'x'.repeat(125)}…</a></p>`);
});

test('markup without a word, and text that is no markup, take no time', () => {
  const before = performance.now();
  expect(firstLineHtml('<i></i>'.repeat(200_000)).length).toBeLessThan(10_000);
  firstLineHtml(`<a href="${'<'.repeat(200_000)}`);
  expect(performance.now() - before).toBeLessThan(500);
});
