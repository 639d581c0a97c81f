import { generateSync } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openWindow } from '../testing/browser.ts';
import { startUnusedServer } from '../testing/journey.ts';
import { findFaults, inPart, parts, sampled } from '../testing/find-faults.ts';
import { ROOT_PASSWORD, type RunningServer } from '../testing/running-server.ts';
import { hasKeyboard, typeThere } from '../testing/idle.ts';
import { type Credentials, signInOn, type Window } from '../testing/sign-in.ts';
import { IS_FULL } from '../testing/full-run.ts';

let server: RunningServer;
let browser: Browser;
const root: Credentials = { username: 'root', password: ROOT_PASSWORD };

beforeAll(async () => {
  [server, browser] = await Promise.all([startUnusedServer(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.dispose();
});

const visit = () => openWindow(browser, server.url);
/** By the form each time: sessions are what this is about. */
async function signedIn(person: Credentials): Promise<Window> {
  const window = await visit();
  await signInOn(window.page, person);
  return window;
}

/** Ends a window and with it the test, if the page complained about anything. */
async function close(...windows: Window[]): Promise<void> {
  for (const { context, problems } of windows) {
    expect(problems).toEqual([]);
    await context.close();
  }
}

/** Makes an account through the sign-up page, in a window that stays signed in. */
async function signUp(username: string): Promise<Window & { person: Credentials }> {
  const window = await visit();
  const { page } = window;
  const person = { username, password: `the password of ${username}` };
  await page.goto('/users/sign_up');
  await page.getByLabel('Name', { exact: true }).fill(`The person ${username}`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL(`${server.url}/`);
  return { ...window, person };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/users/sign_in');
}

/** Two-factor through its page; what the user then keeps. */
async function setUpTwoFactor(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.goto('/-/profile/two_factor_auth');
  await page.getByRole('button', { name: 'Set up' }).click();
  const image = page.getByRole('img', { name: /QR code/ });
  await image.waitFor();
  await expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0))
    .toBe(true);
  const secret = (await page.locator('code').first().innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('Is incorrect.').waitFor();
  await page.getByLabel('Code').fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Enable' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  return { secret, recoveryCodes: await codes.allInnerTexts() };
}

async function enterPassword(page: Page, { username, password }: Credentials): Promise<void> {
  await page.goto('/users/sign_in?redirect=/-/profile/account');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/users/sign_in/two_factor?*');
}

describe('coming in', () => {
  test('by keyboard alone, after a wrong password that keeps the name', async () => {
    const window = await visit();
    const { page } = window;
    await page.goto('/-/profile');
    await page.getByRole('heading', { name: 'Sign in to see this page' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).press('Enter');
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await typeThere(page, 'root');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid login or password.').waitFor();
    expect(await page.getByLabel('Username or email').inputValue()).toBe('root');
    const password = page.getByLabel('Password', { exact: true });
    await hasKeyboard(password);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(ROOT_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/-/profile`);
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await close(window);
  });

  test('with a new account, out again, and back', async () => {
    const { person, ...window } = await signUp('anna');
    const { page } = window;
    await page.goto('/-/profile/account');
    await page.getByText('This address is not confirmed yet.').waitFor();
    await signOut(page);
    await page.goto('/-/profile');
    await page.getByRole('heading', { name: 'Sign in to see this page' }).waitFor();
    await signInOn(page, person);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Profile');
    await close(window);
  });

  test.runIf(IS_FULL)('taken names and weak passwords are said at their fields', async () => {
    const window = await visit();
    const { page } = window;
    await page.goto('/users/sign_up');
    await page.getByLabel('Name', { exact: true }).fill('Another');
    await page.getByLabel('Username').fill('ROOT');
    await page.getByLabel('Email').fill('another@example.com');
    await page.getByLabel('Password', { exact: true }).fill('password123');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Has already been taken.').waitFor();
    await page.getByText('Is too common.').waitFor();
    await expect.poll(() => page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true');
    await close(window);
  });

  test.runIf(IS_FULL)('with a new password, by the mail that administrators hand on', async () => {
    const { person, ...window } = await signUp('bela');
    const { page } = window;
    await signOut(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The sign-in page, which stands a moment longer, has a field with a longer name and the same ending.
    await page.getByLabel('Email', { exact: true }).fill('bela@example.com');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByText('we sent an email with a reset link').waitFor();

    const admin = await signedIn(root);
    const mail = admin.page.getByRole('button', { name: /Choose a new password.*bela@example\.com/ });
    await expect
      .poll(async () => {
        await admin.page.goto('/admin/mail');
        await admin.page.getByRole('heading', { name: 'Email', exact: true }).waitFor();
        return mail.count();
      })
      .toBe(1);
    await mail.click();
    const link = await admin.page.getByRole('link', { name: /\/users\/password\/edit\?token=/ }).getAttribute('href');

    await page.goto(link ?? '');
    await page.getByLabel('New password').fill('an entirely new one');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Username or email').fill('bela');
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByText('Invalid login or password.').waitFor();
    await signInOn(page, { ...person, password: 'an entirely new one' });
    await page.goto(link ?? '');
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await close(window, admin);
  });

  test('with two-factor: a code of the app, then a recovery code, each once', async () => {
    const { person, ...window } = await signUp('cora');
    const { page } = window;
    const { secret, recoveryCodes } = await setUpTwoFactor(page);
    expect(recoveryCodes).toHaveLength(10);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^recovery-codes-cora-.*\.txt$/);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 codes left.').waitFor();
    await signOut(page);

    await enterPassword(page, person);
    // The code of the next half minute: the present one was used up by the set-up.
    const epoch = Math.floor(Date.now() / 1_000) + 30;
    await page.getByLabel('Code').fill(generateSync({ secret, epoch }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/-/profile/account');
    await signOut(page);

    await enterPassword(page, person);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill('aaaa-bbbb-cccc');
    await page.keyboard.press('Enter');
    await page.getByText('The code is incorrect or was already used.').waitFor();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/-/profile/account');
    await page.getByText('9 recovery codes left').waitFor();
    await close(window);
  });
});

describe('the own account', () => {
  test('a token made in the browser opens the API until it is revoked', async () => {
    const { person: _person, ...window } = await signUp('dora');
    const { page } = window;
    await page.goto('/-/profile/personal_access_tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name').fill('laptop');
    await page.getByRole('checkbox', { name: 'read_user' }).check();
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByLabel('Token', { exact: true }).inputValue();
    const ask = () => fetch(`${server.url}/api/v4/user`, { headers: { 'private-token': token } });
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ username: 'dora' });

    await page.reload();
    await page.getByRole('row', { name: /laptop/ }).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: 'Revoke laptop' }).click();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('Revoked and expired (1)').waitFor();
    expect((await ask()).status).toBe(401);
    await close(window);
  });

  test.runIf(IS_FULL)('a revoked session is signed out, and what was typed there stays', async () => {
    const { person, ...here } = await signUp('emil');
    const there = await signedIn(person);
    await there.page.getByLabel('Location').fill('on the other machine');
    await here.page.goto('/-/profile/active_sessions');
    await here.page.getByText('This session').waitFor();
    expect(await here.page.getByText('This session').count()).toBe(1);
    await here.page.getByRole('button', { name: /^Revoke session on/ }).click();
    await expect.poll(() => here.page.getByRole('button', { name: /^Revoke session on/ }).count()).toBe(0);
    await there.page.getByRole('button', { name: 'Save profile' }).click();
    await there.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    expect(await there.page.getByLabel('Location').inputValue()).toBe('on the other machine');
    await close(here, there);
  });

  test.runIf(IS_FULL)('an image is shown before it is sent, and everywhere after', async () => {
    const { person: _person, ...window } = await signUp('fritz');
    const { page } = window;
    await page.goto('/-/profile');
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await page.getByText('Choose a PNG, JPEG, GIF or WEBP image.').waitFor();
    await input.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: png });
    const preview = page.getByRole('img', { name: 'Preview' }).locator('img');
    await expect.poll(() => preview.count()).toBe(3);
    expect(await preview.first().getAttribute('src')).toMatch(/^blob:/);
    await page.getByRole('button', { name: 'Save avatar' }).click();
    const frame = page.getByRole('button', { name: /^Account menu for/ }).locator('img');
    await expect.poll(() => frame.getAttribute('src')).toMatch(/^\/uploads\/-\/system\/user\/avatar\//);
    await expect.poll(() => frame.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(1);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => frame.count()).toBe(0);
    await close(window);
  });

  test.runIf(IS_FULL)('preferences count at once and after the next load, without a flash', async () => {
    const { person: _person, ...window } = await signUp('greta');
    const { page } = window;
    await page.goto('/-/profile/preferences');
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    const answered = () => page.waitForResponse((response) => response.request().method() === 'PUT');
    const saved = answered();
    await page.getByLabel('Dark').check();
    await expect.poll(theme).toBe('dark');
    expect((await saved).status()).toBe(204);
    const timesSaved = answered();
    await page.getByRole('switch', { name: 'Relative times' }).click();
    expect((await timesSaved).status()).toBe(204);
    await page.getByRole('combobox', { name: 'Tab width' }).press('Enter');
    const widthSaved = answered();
    await page.getByRole('option', { name: '3 columns' }).press('Enter');
    expect((await widthSaved).status()).toBe(204);
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--tab-width')))
      .toBe('3');
    const html = await (await page.request.get('/-/profile/preferences')).text();
    expect(html).toContain('data-theme="dark"');
    await page.goto('/-/profile/active_sessions');
    await page.getByText(/signed in \w{3} \d+, \d{4}/).waitFor();
    await close(window);
  });
});

describe('administration', () => {
  test('makes an account, and a block ends its open session', async () => {
    const admin = await signedIn(root);
    await admin.page.goto('/admin/users');
    await admin.page.getByRole('button', { name: 'New user' }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'New user' });
    await dialog.getByLabel('Name', { exact: true }).fill('Hilda Hopper');
    await dialog.getByLabel('Username').fill('hilda');
    await dialog.getByLabel('Email').fill('hilda@example.com');
    await dialog.getByLabel('Password', { exact: true }).fill('chosen for hilda');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await admin.page.waitForURL('**/admin/users/*');
    await admin.page.getByRole('heading', { name: 'Hilda Hopper' }).waitFor();

    const hilda = { username: 'hilda', password: 'chosen for hilda' };
    const other = await signedIn(hilda);
    await admin.page.goto('/admin/users?search=hilda');
    await admin.page.getByRole('button', { name: 'Actions for Hilda Hopper' }).click();
    await admin.page.getByRole('menuitem', { name: 'Block' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await admin.page
      .getByRole('row', { name: /hilda.*/ })
      .getByText('Blocked')
      .waitFor();

    await other.page.getByRole('link', { name: 'Sessions' }).click();
    await other.page.getByRole('heading', { name: 'Sign in to see this page' }).waitFor();
    await other.page.goto('/users/sign_in');
    await other.page.getByLabel('Username or email').fill('hilda');
    await other.page.getByLabel('Password', { exact: true }).fill(hilda.password);
    await other.page.keyboard.press('Enter');
    await other.page.getByText('Your account has been blocked.').waitFor();

    await admin.page.goto('/admin/audit_events?action=user.block');
    const event = admin.page.getByRole('list', { name: 'Audit events' }).getByRole('listitem').first();
    await expect.poll(() => event.innerText()).toMatch(/blocked\s+Hilda Hopper/);
    await close(admin, other);
  });

  test.runIf(IS_FULL)('approves a new account, and sends links', async () => {
    const admin = await signedIn(root);
    await admin.page.goto('/admin/settings');
    await admin.page.getByLabel('Require approval for new accounts').check();
    await admin.page.getByRole('button', { name: 'Save settings' }).click();
    await admin.page.getByText('Saved').waitFor();
    const window = await visit();
    await window.page.goto('/users/sign_up');
    await window.page.getByLabel('Name', { exact: true }).fill('Ida');
    await window.page.getByLabel('Username').fill('ida');
    await window.page.getByLabel('Email').fill('ida@example.com');
    await window.page.getByLabel('Password', { exact: true }).fill('a password for ida');
    await window.page.getByRole('button', { name: 'Sign up' }).click();
    await window.page.getByRole('heading', { name: 'Your account is waiting for approval' }).waitFor();

    await admin.page.goto('/admin');
    await admin.page.getByRole('link', { name: 'Review' }).click();
    // Her name leads elsewhere on the page before.
    await admin.page.waitForURL((url) => url.pathname === '/admin/users');
    await admin.page.getByRole('link', { name: 'Ida' }).click();
    await admin.page.getByRole('button', { name: 'Approve' }).click();
    await admin.page.getByRole('button', { name: 'Send password reset link' }).click();
    await admin.page.getByText('Password reset link sent.').waitFor();
    await signInOn(window.page, { username: 'ida', password: 'a password for ida' });
    await expect.poll(() => window.page.getByRole('button', { name: 'Account menu for Ida' }).count()).toBe(1);
    await admin.page.goto('/admin/settings');
    await admin.page.getByLabel('Require approval for new accounts').uncheck();
    await admin.page.getByRole('button', { name: 'Save settings' }).click();
    await admin.page.getByText('Saved').waitFor();
    await close(admin, window);
  });
});

const outside = [
  '/',
  '/users/sign_in',
  '/users/sign_in/two_factor',
  '/users/sign_up',
  '/users/password/new',
  '/users/password/edit?token=x',
  '/users/confirmation?token=x',
];
const inside = [
  '/-/profile',
  '/-/profile/account',
  '/-/profile/two_factor_auth',
  '/-/profile/personal_access_tokens?name=ci',
  '/-/profile/active_sessions',
  '/-/profile/preferences',
  '/-/profile/comment_templates',
  '/admin',
  '/admin/users',
  '/admin/users?search=nobody-is-called-so',
  '/admin/users/1',
  '/admin/settings',
  '/admin/mail',
  '/admin/audit_events',
];

test.runIf(IS_FULL).each(parts(2))(
  'pages are free of barriers and fit, signed out and in (part $part of $count)',
  async (part) => {
    const visitor = await visit();
    expect(await findFaults(visitor, inPart(sampled(outside, 3), part))).toEqual([]);
    await signInOn(visitor.page, root);
    expect(await findFaults(visitor, inPart(sampled(inside, 3), part))).toEqual([]);
    await close(visitor);
  },
);

test('only the named policy makes HTML of text, and nothing is reported while pages are used', async () => {
  const window = await visit();
  const { page } = window;
  await page.goto('/-/gallery');
  await page.locator('.prose table').first().waitFor();
  expect(
    await page
      .locator('.prose .color-chip')
      .first()
      .evaluate((chip) => getComputedStyle(chip).backgroundColor),
  ).toBe('rgb(11, 107, 123)');
  const refusals = await page.evaluate(() => {
    const attempt = (act: () => unknown): string => {
      try {
        act();
        return 'allowed';
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    const place = document.createElement('div');
    return [
      attempt(() => (place.innerHTML = '<img src=x onerror=alert(1)>')),
      attempt(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
    ];
  });
  expect(refusals).toEqual(['TypeError', 'TypeError']);
  // Both attempts are reported, and nothing else was.
  expect(window.problems.filter((problem) => !problem.includes('TrustedHTML'))).toEqual([]);
  await window.context.close();
});
