import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSimilarElements } from './similar-elements.ts';
import { findBarriers } from './axe.ts';
import { openBrowser } from './browser.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});
afterAll(() => browser?.close());

const list = (entries: readonly string[]) =>
  `<html lang="en"><title>List</title><main><h1>List</h1><ul>${entries.join('')}</ul></main></html>`;
const entry = (at: number, more = '', within = `Entry ${at}`) =>
  `<li id="e${at}" title="Entry ${at}"${more}><a href="#${at}">${within}</a></li>`;
const entries = (count: number) => Array.from({ length: count }, (_, at) => entry(at));

/** What is left out, by its id. */
async function left(body: readonly string[], act?: () => Promise<unknown>): Promise<string[]> {
  await page.setContent(list(body));
  await act?.();
  const found = await page.evaluateHandle(findSimilarElements, []);
  return found.evaluate(({ left: elements }) => elements.map(({ id }) => id));
}

test('of many that are alike the first three and the last are looked at, of few all', async () => {
  expect(await left(entries(6))).toEqual([]);
  expect(await left(entries(8))).toEqual(['e3', 'e4', 'e5', 'e6']);
});

test.each([
  ['a class', ' class="other"', undefined],
  ['a style', ' style="color: red"', undefined],
  ['a role', ' role="presentation"', undefined],
  ['a state', ' aria-expanded="true"', undefined],
  ['a label that is empty', ' aria-label=""', undefined],
  ['another element within', '', '<b>Entry 5</b>'],
  ['nothing within', '', ''],
  ['a field that is ticked', '', '<input type="checkbox" checked>'],
])('what differs by %s is looked at', async (_difference, more, within) => {
  expect(await left(entries(9).with(5, entry(5, more, within)))).toEqual(['e3', 'e4', 'e6', 'e7']);
});

test('how often the same follows itself is no difference, whether it does is one', async () => {
  const words = (count: number) => '<b>More</b>'.repeat(count);
  const body = entries(12).map((_, at) => entry(at, '', words(at === 5 ? 1 : 2 + (at % 5))));
  expect(await left(body)).toEqual(['e3', 'e4', 'e6', 'e7', 'e8', 'e9', 'e10']);
});

test('what has the keyboard is looked at', async () => {
  expect(await left(entries(9), () => page.focus('#e5 a'))).toEqual(['e3', 'e4', 'e6', 'e7']);
});

test.each([
  ['in what is alike', entries(30).map((each) => each.replace('<a', '<a style="color: #ccc"'))],
  ['in what stands alone among what is alike', entries(30).with(12, entry(12, '', ''))],
])('a barrier is found %s', async (_where, body) => {
  await page.setContent(list(body));
  expect((await findBarriers(page)).length).toBeGreaterThan(0);
  await page.setContent(list(entries(30)));
  expect(await findBarriers(page)).toEqual([]);
});

const look = async () => (await page.evaluateHandle(findSimilarElements, [])).evaluate(({ seen }) => ({ seen }));
const card = (words: string, more = '') =>
  `<section id="card"${more}><h2>${words}</h2>${'<p><a href="/a">A</a> <b>B</b></p>'.repeat(3)}<ul><li>C</li></ul><dl><dt>D</dt><dd>E <i>F</i></dd></dl></section>`;
const pageOf = (body: string) =>
  `<html lang="en"><title>Card</title><main><h1>${body.length}</h1>${body}</main></html>`;

/** What is left of a page by someone who has seen another one. */
async function leftAfter(before: string, now: string): Promise<string[]> {
  await page.setContent(pageOf(before));
  const { seen } = await look();
  await page.setContent(pageOf(now));
  const found = await page.evaluateHandle(findSimilarElements, seen);
  return found.evaluate(({ left: elements }) => elements.map(({ id }) => id));
}

test('a larger part that was seen on another page is left out with other words in it', async () => {
  expect(await leftAfter(card('One'), `<p>More</p>${card('Two')}`)).toEqual(['card']);
  expect(await leftAfter('<p>Nothing</p>', card('Two'))).toEqual([]);
});

test.each([
  ['built otherwise', card('Two', ' class="other"')],
  ['on another ground', `<div style="background: #eee">${card('Two')}</div>`],
  ['within another colour', `<div style="color: #444">${card('Two')}</div>`],
])('one that is %s is looked at', async (_how, now) => {
  expect(await leftAfter(card('One'), now)).toEqual([]);
});

test('one that was seen in another width is looked at', async () => {
  await page.setViewportSize({ width: 500, height: 500 });
  await page.setContent(pageOf(card('One')));
  const { seen } = await look();
  await page.setViewportSize({ width: 900, height: 500 });
  const found = await page.evaluateHandle(findSimilarElements, seen);
  expect(await found.evaluate(({ left: elements }) => elements.length)).toBe(0);
});

test('a part in which something was wrong is looked at again', async () => {
  const body = pageOf(card('One', ' style="color: #ccc"'));
  for (const _look of ['first', 'second']) {
    await page.setContent(body);
    expect((await findBarriers(page)).length).toBeGreaterThan(0);
  }
});
