import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, TestUser, Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
/** Put together here, so that this file holds none. */
const TOKEN = `glpat-${'aB3dE6gH9jK2mN5pQ8sT'}`;
const AWS = `AKIA${'QZ2WX3EC4RV5TB6Y'}`;

let ann: TestUser;
let project: Project;
let mergeRequest: MergeRequest;
let window: Window;
let phone: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  project = await journey.world.project(ann, 'kit');
  mergeRequest = await journey.world.mergeRequest(ann, project, 'topic', { 'new.txt': 'one\n' });
  window = await journey.open(ann);
  phone = await journey.open(ann, { width: 390, dark: true });
});

const question = (page: Page, noun: string, what = 'a secret') =>
  page.getByRole('dialog', { name: `This ${noun} might contain ${what}` });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('an issue: its text, its title and what is said of it are asked about; declining sends nothing', async () => {
  const { page, problems } = phone;
  await page.goto(`/${project.path}/-/issues/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('It does not start');
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.fill(`With ${TOKEN} and ${AWS}.`);
  await press(page, 'Create issue');
  const both = question(page, 'issue', '2 secrets');
  await both.getByText('AWS access key').waitFor();
  expect(await both.textContent()).not.toContain(TOKEN);
  expect(await findBarriers(page)).toEqual([]);
  await press(page, 'Edit issue');
  await both.waitFor({ state: 'detached' });
  expect(await description.inputValue()).toContain(TOKEN);
  await description.fill('With a token.');
  await press(page, 'Create issue');
  await page.waitForURL(/\/issues\/1$/);

  await press(page, 'Edit title');
  const title = page.locator('h1').getByRole('textbox', { name: 'Title' });
  await title.fill(`Not with ${TOKEN}`);
  await title.press('Enter');
  await question(page, 'title').waitFor();
  await press(page, 'Edit title');
  await hasKeyboard(title);
  await title.fill('It starts');
  await title.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'It starts' }).waitFor();

  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill(`Use ${TOKEN}`);
  await press(page, 'Comment');
  await question(page, 'comment').waitFor();
  await pressKey(page, 'Escape');
  await hasKeyboard(page.getByRole('button', { name: 'Comment', exact: true }));
  expect(await comment.inputValue()).toBe(`Use ${TOKEN}`);
  await press(page, 'Comment');
  await press(page, 'Post comment anyway');
  await page.getByRole('article').getByText(`Use ${TOKEN}`).waitFor();

  // What is there already is not asked about again.
  await page.getByRole('article').last().getByRole('button', { name: 'Edit comment' }).click();
  const edit = page.getByRole('textbox', { name: 'Edit comment' });
  await edit.fill(`Use ${TOKEN} only`);
  await press(page, 'Save comment');
  await page.locator('article p:not([aria-busy])', { hasText: `Use ${TOKEN} only` }).waitFor();
  expect(problems).toEqual([]);
});

test.runIf(IS_FULL)('a review: a pending comment and the summary are asked about', async () => {
  const { page, problems } = window;
  await page.goto(`/${project.path}/-/merge_requests/${mergeRequest.iid}`);
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill(`Try ${AWS}`);
  await press(page, 'Start a review');
  await question(page, 'comment').waitFor();
  await press(page, 'Post comment anyway');
  const bar = page.getByRole('region', { name: 'Review' });
  await bar.getByRole('button', { name: 'Submit review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit review' });
  const summary = dialog.getByRole('textbox', { name: 'Summary' });
  await summary.fill(`All with ${TOKEN}`);
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  await question(page, 'summary').waitFor();
  await press(page, 'Edit summary');
  expect(await summary.inputValue()).toBe(`All with ${TOKEN}`);
  await summary.fill('All well');
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  await page.getByRole('article').getByText('All well').waitFor();
  expect(problems).toEqual([]);
});
