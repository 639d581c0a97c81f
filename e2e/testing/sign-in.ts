import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openWindow, type WindowOptions } from './browser.ts';

export type Person = { username: string; password: string };
export type Window = { context: BrowserContext; page: Page; problems: string[] };

/** Fills the sign-in page, wherever the window is, and waits for where it leads. */
export async function signInOn(page: Page, person: Person, redirect = '/-/profile'): Promise<void> {
  await page.goto(`/users/sign_in?${new URLSearchParams({ redirect }).toString()}`);
  await page.getByLabel('Username or e-mail').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname + url.search === redirect);
}

/** A window of its own in which this person is signed in. */
export async function openSignedIn(
  browser: Browser,
  baseURL: string,
  person: Person,
  options: WindowOptions = {},
): Promise<Window> {
  const window = await openWindow(browser, baseURL, options);
  await signInOn(window.page, person);
  return window;
}
