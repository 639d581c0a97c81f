import { expect, test } from 'vitest';
import { laterPage, oldestPage } from './commit-pages.ts';

test.each([
  [0, [1]],
  [100, [1]],
  [101, [2, 1]],
  [340, [4, 3, 2, 1]],
])('%i commits are read from the oldest page to the newest', (count, expected) => {
  const pages: number[] = [];
  for (let page: number | null = oldestPage(count); page !== null; page = laterPage(page)) pages.push(page);
  expect(pages).toEqual(expected);
});
