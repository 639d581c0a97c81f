import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { openBrowser } from '../testing/browser.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from '../testing/running-server.ts';
import { openSignedIn, type Window } from '../testing/sign-in.ts';
import { createWorld, type Person, type Project, type World } from '../testing/world.ts';

let server: RunningServer;
let browser: Browser;
let world: World;
let olga: Person;
let project: Project;
let window: Window;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  world = await createWorld(server, ROOT_PASSWORD);
  olga = await world.person('olga', 'Olga Owner');
  project = await world.project(olga, 'weir');
  window = await openSignedIn(browser, server.url, olga);
  page = window.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.dispose();
  await server?.dispose();
});

const description = () => page.getByLabel('Description');
const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });
const answer = (text: string) => question().getByRole('button', { name: text, exact: true }).click();
const settings = () => `${server.url}/${project.path}/-/edit`;

test('settings that were changed are not left without a word', async () => {
  await page.goto(`/${project.path}`);
  await page.getByRole('link', { name: 'General' }).click();
  await description().fill('Half a thought');
  const members = page.getByRole('link', { name: 'Members' });
  await members.click();
  await question().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await answer('Stay here');
  await question().waitFor({ state: 'detached' });
  expect(page.url()).toBe(settings());
  expect(await description().inputValue()).toBe('Half a thought');
  await expect.poll(() => members.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('neither by the way back of the browser, which keeps its history', async () => {
  await page.goBack();
  await question().waitFor();
  await expect.poll(() => page.url()).toBe(settings());
  await answer('Stay here');
  expect(await description().inputValue()).toBe('Half a thought');
  await page.goBack();
  await question().waitFor();
  await answer('Leave page');
  await page.getByRole('heading', { level: 1, name: 'weir', exact: true }).waitFor();
  expect(page.url()).toBe(`${server.url}/${project.path}`);
  await page.goForward();
  await description().waitFor();
  expect(await description().inputValue()).toBe('');
});

test('what is saved, and what is put back as it was, can be left', async () => {
  await description().fill('A whole thought');
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expect
    .poll(async () => (await olga.rest.get<{ description: string }>(`/projects/${project.id}`)).description)
    .toBe('A whole thought');
  await description().fill('Other');
  await description().fill('A whole thought');
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  expect(window.problems).toEqual([]);
});
