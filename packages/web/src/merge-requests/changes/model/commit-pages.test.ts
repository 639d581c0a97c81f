import { expect, test } from 'vitest';
import { newerPage, oldestPage } from './commit-pages.ts';

test.each([
  [0, [1]],
  [100, [1]],
  [101, [2, 1]],
  [340, [4, 3, 2, 1]],
])('%i commits are read from the oldest page to the newest', (count, expected) => {
  const pages: number[] = [];
  for (let page: number | null = oldestPage(count); page !== null; page = newerPage(page)) pages.push(page);
  expect(pages).toEqual(expected);
});
