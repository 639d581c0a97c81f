import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openWindow, type WindowOptions } from './browser.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

export type Credentials = { username: string; password: string };
export type Window = { context: BrowserContext; page: Page; problems: string[] };

/** Fills the sign-in page, wherever the window is, and waits for where it leads. */
export async function signInOn(page: Page, person: Credentials, redirect = '/-/profile'): Promise<void> {
  await page.goto(`/users/sign_in?${new URLSearchParams({ redirect }).toString()}`);
  await page.getByLabel('Username or email').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname + url.search === redirect);
}

/** Cookies of those who signed in before, by server and user. */
const kept = new Map<string, Cookies>();

/** The users of these names become others. */
export const forgetSignIns = (): void => kept.clear();

/** Of the same origin, and without any script. */
const BARE_PAGE = '/-/health';

/** What the sign-in page sends; the page itself is for `accounts.test.ts`. */
async function signIn({ request }: Page, { username, password }: Credentials): Promise<void> {
  const answer = await request.post('/users/sign_in', { data: { login: username, password } });
  if (!answer.ok()) throw new Error(`signing in as ${username}: ${answer.status()} ${await answer.text()}`);
}

/** A window of its own in which this user is signed in; it shows nothing yet. */
export async function openSignedIn(
  browser: Browser,
  baseURL: string,
  person: Credentials,
  options: WindowOptions = {},
): Promise<Window> {
  const window = await openWindow(browser, baseURL, options);
  const { context, page } = window;
  const key = `${baseURL} ${person.username} ${person.password}`;
  await context.addCookies(kept.get(key) ?? []);
  const isSignedIn = kept.has(key) && (await page.request.get('/api/v4/user')).ok();
  if (!isSignedIn) {
    await context.clearCookies();
    await signIn(page, person);
    kept.set(key, await context.cookies());
  }
  await page.goto(BARE_PAGE);
  return window;
}
