import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { openBrowser } from '../testing/browser.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from '../testing/running-server.ts';
import { openSignedIn, type Window } from '../testing/sign-in.ts';
import { createWorld, type Person, type Project, type World } from '../testing/world.ts';

let server: RunningServer;
let browser: Browser;
let world: World;
let ann: Person;
let project: Project;
let window: Window;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  world = await createWorld(server, ROOT_PASSWORD);
  ann = await world.person('ann', 'Ann Author');
  project = await world.project(ann, 'kit');
  window = await openSignedIn(browser, server.url, ann);
});
afterAll(async () => {
  await browser?.close();
  await world?.dispose();
  await server?.dispose();
});

test('an issue from its form to its end: described, changed, compared, commanded', async () => {
  const { page, problems } = window;
  await page.goto(`/${project.path}/-/issues`);
  await page.getByRole('link', { name: 'New issue' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill('The door squeaks');
  await page.getByRole('textbox', { name: 'Description' }).fill('It squeaks loudly.');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create issue' }).click();
  await page.getByRole('heading', { level: 1, name: 'The door squeaks' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Description' }).fill('It squeaks softly.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('It squeaks softly.').first().waitFor();
  await page.getByRole('button', { name: 'Compare with previous version' }).click();
  await page.locator('ins', { hasText: 'softly' }).waitFor();
  expect(await page.locator('del').innerText()).toBe('loudly');

  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.focus();
  await page.keyboard.type('/clos');
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: '/close' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await comment.inputValue()).toBe('/close ');
  await page.getByRole('button', { name: 'Add reaction' }).first().waitFor();
  await comment.fill('Oiled it.\n\n/spend 1h\n/close');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByText('Oiled it.').waitFor();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  await page.getByText('Spent: 1h').waitFor();
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  expect(await findBarriers(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('on a narrow screen the page fits', async () => {
  const narrow = await openSignedIn(browser, server.url, ann, { width: 390 });
  for (const path of ['issues?state=all', 'issues/1', 'issues/new']) {
    await narrow.page.goto(`/${project.path}/-/${path}`);
    await narrow.page.getByRole('heading', { level: 1 }).waitFor();
    const isTooWide = await narrow.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect([path, isTooWide]).toEqual([path, false]);
  }
  expect(narrow.problems).toEqual([]);
});
