import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
let olga: TestUser;
let project: Project;
let window: Window;
let page: Page;

beforeAll(async () => {
  olga = await journey.world.person('olga', 'Olga Owner');
  project = await journey.world.project(olga, 'weir');
  window = await journey.open(olga);
  page = window.page;
});

const topics = () => page.getByLabel('Topics');
const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });
const answer = (text: string) => question().getByRole('button', { name: text, exact: true }).click();
const settings = () => `${journey.server.url}/${project.path}/-/edit`;

test('settings that were changed are not left without a word', async () => {
  await page.goto(`/${project.path}`);
  await page.getByRole('link', { name: 'General' }).click();
  await topics().fill('Half a thought');
  const members = page.getByRole('link', { name: 'Members' });
  await members.click();
  await question().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await answer('Stay here');
  await question().waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toBe(settings());
  expect(await topics().inputValue()).toBe('Half a thought');
  await hasKeyboard(members);
});

test('neither by the way back of the browser, which keeps its history', async () => {
  await page.goBack();
  await question().waitFor();
  await expect.poll(() => page.url()).toBe(settings());
  await answer('Stay here');
  expect(await topics().inputValue()).toBe('Half a thought');
  await page.goBack();
  await question().waitFor();
  await answer('Leave page');
  await page.getByRole('heading', { level: 1, name: 'weir', exact: true }).waitFor();
  await page.waitForURL(`${journey.server.url}/${project.path}`);
  await page.goForward();
  await expect.poll(() => topics().inputValue()).toBe('');
});

test('what is saved, and what is put back as it was, can be left', async () => {
  await page.goto(settings());
  await topics().fill('A whole thought');
  const save = page.getByRole('button', { name: 'Save changes' }).first();
  await save.click();
  await expect
    .poll(async () => (await olga.rest.get<{ topics: string[] }>(`/projects/${project.id}`)).topics)
    .toEqual(['A whole thought']);
  // Saved is what the page has heard of.
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true');
  await topics().fill('Other');
  await topics().fill('A whole thought');
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  expect(window.problems).toEqual([]);
});

test('a description is left without a question: it is kept, on other devices too, until it is saved', async () => {
  await page.goto(settings());
  const description = page.getByRole('textbox', { name: 'Description' });
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/-/unfinished_texts') && answer.request().method() === 'PUT' && answer.ok(),
  );
  await description.fill('Holds back the water');
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await saved;
  const other = await journey.open(olga);
  await other.page.goto(settings());
  const there = other.page.getByRole('textbox', { name: 'Description' });
  await expect.poll(() => there.inputValue()).toBe('Holds back the water');
  expect(await findBarriers(other.page)).toEqual([]);
  const save = other.page.getByRole('button', { name: 'Save changes' }).first();
  await save.click();
  await expect
    .poll(() => olga.rest.get(`/projects/${project.id}`))
    .toMatchObject({ description: 'Holds back the water' });
  // Saved is what the page has heard of.
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true');
  await page.goto(settings());
  await expect.poll(() => description.inputValue()).toBe('Holds back the water');
  await other.context.close();
});
