import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { isTooWide } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard } from '../testing/idle.ts';
import type { MergeRequest, TestUser } from '../testing/world.ts';

/** More than one answer brings. */
const MERGED = 45;

const journey = beginJourney();
let ann: TestUser;
let rita: TestUser;
let commits: string;
/** What names them, as programs do. */
let api: string;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  rita = await journey.world.person('rita', 'Rita Reader');
  const members = [{ person: rita, level: 20 }];
  const project = await journey.world.project(ann, 'history', { members, files: { 'log.txt': 'begun\n' } });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  for (let at = 1; at <= MERGED; at++) await client.commit({ 'log.txt': `${at}\n` }, `Step ${at}`);
  await client.must('push', '--quiet', 'origin', 'main');
  await client.must('checkout', '--quiet', '-b', 'next');
  await client.commit({ 'next.txt': 'next\n' }, 'Go on');
  await client.must('push', '--quiet', 'origin', 'next');
  const request = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
    source_branch: 'next',
    target_branch: 'main',
    title: 'Go on',
  });
  api = `/projects/${project.id}/merge_requests/${request.iid}/context_commits`;
  commits = `/${project.path}/-/merge_requests/${request.iid}/commits`;
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add previously merged commits' });
const box = (page: Page, title: string) => dialog(page).getByRole('checkbox', { name: title, exact: true });
const section = (page: Page) => page.getByRole('region', { name: 'Context commits' });
const named = (page: Page) => section(page).getByRole('link', { name: /^Step/ }).allTextContents();

test('merged commits are searched, ticked and named with the keyboard, and taken off again', async () => {
  const { page, problems } = await journey.open(ann);
  await page.goto(commits);
  const add = page.getByRole('button', { name: 'Add previously merged commits' });
  await add.press('Enter');
  const search = dialog(page).getByRole('textbox', { name: 'Message' });
  await hasKeyboard(search);
  await box(page, 'Step 45').waitFor();
  expect(await box(page, 'Step 3').count()).toBe(0);
  await dialog(page).getByRole('button', { name: 'Show more' }).click();
  await box(page, 'Step 3').waitFor();
  await search.fill('step 4');
  await expect.poll(() => dialog(page).getByRole('checkbox', { name: /^Step/ }).count()).toBe(7);
  await search.press('ArrowDown');
  await hasKeyboard(box(page, 'Step 45'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await search.fill('step 7');
  await box(page, 'Step 7').press('Space');
  expect(await findBarriers(page)).toEqual([]);
  await dialog(page).getByLabel('Author').fill('nobody');
  await dialog(page).getByText('No matching commits.').waitFor();
  await dialog(page).getByRole('checkbox', { name: 'Show selected only (2)' }).check();
  await expect.poll(() => dialog(page).getByRole('checkbox', { name: /^Step/ }).count()).toBe(2);
  await box(page, 'Step 44').press('Control+Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(async () => (await named(page)).toSorted()).toEqual(['Step 44', 'Step 7']);
  const change = page.getByRole('button', { name: 'Add or remove commits' });
  await hasKeyboard(change);
  expect(await findBarriers(page)).toEqual([]);

  await page.keyboard.press('Enter');
  await hasKeyboard(search);
  expect(await box(page, 'Step 44').isChecked()).toBe(true);
  await box(page, 'Step 44').press('Space');
  await box(page, 'Step 45').check();
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(async () => (await named(page)).toSorted()).toEqual(['Step 45', 'Step 7']);
  await page.reload();
  await expect.poll(async () => (await named(page)).toSorted()).toEqual(['Step 45', 'Step 7']);
  expect(problems).toEqual([]);
});

test('what cannot be had or saved says so and keeps what was chosen', async () => {
  const { page, problems, context } = await journey.open(ann, { width: 390 });
  await page.goto(commits);
  await page.route('**/context_commits.json*', (route) => route.abort());
  await page.getByRole('button', { name: 'Add or remove commits' }).click();
  await dialog(page).getByRole('alert').getByText('The commits could not be loaded.').waitFor();
  await page.unroute('**/context_commits.json*');
  await dialog(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await box(page, 'Step 40').check();
  await page.route('**/context_commits', (route) => route.abort());
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await dialog(page).getByRole('alert').waitFor();
  expect(await box(page, 'Step 40').isChecked()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  await page.unroute('**/context_commits');
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(async () => (await named(page)).toSorted()).toEqual(['Step 40', 'Step 45', 'Step 7']);
  expect(problems.filter((each) => !each.includes('ERR_FAILED'))).toEqual([]);
  await context.close();
});

test('a reader sees them and is offered nothing', async () => {
  const { page, problems, context } = await journey.open(rita);
  await page.goto(commits);
  await expect.poll(async () => (await named(page)).toSorted()).toEqual(['Step 40', 'Step 45', 'Step 7']);
  expect(await page.getByRole('button', { name: /remove commits|merged commits/ }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

// What the server answers to half of it is tried beside the operation.
test('no year and nobody else comes between a reader and what was ticked', async () => {
  const { page, problems, context } = await journey.open(ann);
  await page.goto(commits);
  await page.getByRole('button', { name: 'Add or remove commits' }).click();
  await box(page, 'Step 40').uncheck();
  await box(page, 'Step 39').check();
  const from = dialog(page).getByLabel('Committed from');
  await from.fill('20266-01-01');
  await dialog(page).getByText('Enter a four-digit year.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await from.fill('');
  expect(await box(page, 'Step 39').isChecked()).toBe(true);
  await page.route('**/context_commits', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await dialog(page).getByRole('alert').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(async () => (await named(page)).toSorted()).toEqual(['Step 39', 'Step 40', 'Step 45', 'Step 7']);
  await page.unroute('**/context_commits');

  await page.getByRole('button', { name: 'Add or remove commits' }).click();
  await box(page, 'Step 45').uncheck();
  await box(page, 'Step 40').uncheck();
  await box(page, 'Step 39').uncheck();
  const gone = (await ann.rest.get<{ id: string; title: string }[]>(api)).find(({ title }) => title === 'Step 39');
  expect((await ann.rest.send('DELETE', api, { commits: [gone?.id] })).status).toBe(204);
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(async () => (await named(page)).toSorted()).toEqual(['Step 7']);
  expect(problems.filter((each) => !each.includes('ERR_FAILED'))).toEqual([]);
  await context.close();
});
