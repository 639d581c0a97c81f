import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findBarriers } from './axe.ts';
import type { Window } from './sign-in.ts';

/** Whether one would have to scroll sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** The page as it stands has no barrier, did not complain, and fits its window. */
export async function expectClean({ page, problems }: Pick<Window, 'page' | 'problems'>): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(problems).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
}
