import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type TestUser, type Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let ben: TestUser;
let made: Project;
let address = '';
let request = '';
let reviewer: Window;

/** More than come with the first batches; the full run has as many as a long review, all alike. */
const PARTS = 40;
const partPath = (at: number) => `src/part-${String(at).padStart(2, '0')}.ts`;
const partText = (value: number) => `one\ntwo\nexport const value = ${value};\nfour\n`;
const parts = (value: (at: number) => number) =>
  Object.fromEntries(Array.from({ length: PARTS }, (_, at) => [partPath(at + 1), partText(value(at + 1))]));

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  made = await journey.world.project(ann, 'keys', { members: [{ person: ben, level: 40 }], files: parts(() => 0) });
  await commitFiles(ann, made.id, { branch: 'by-keys', start: 'main', files: parts((at) => at), update: true });
  request = `/projects/${made.id}/merge_requests`;
  const asked = { source_branch: 'by-keys', target_branch: 'main', title: 'Bring by-keys' };
  const { iid } = await ann.rest.post<{ iid: number }>(request, asked);
  request += `/${iid}`;
  address = `/${made.path}/-/merge_requests/${iid}`;
  reviewer = await journey.open(ben);
});

const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement);

/** By the Tab key alone; as many steps as nobody should need are too many. */
async function tabTo(page: Page, place: Locator, most = 40): Promise<void> {
  await place.waitFor();
  for (let step = 0; step < most && !(await isFocused(place)); step++) await page.keyboard.press('Tab');
  await hasKeyboard(place);
}

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });

/** What a reader's software says of where one is. */
const saysWhere = (page: Page, words: string) =>
  page.waitForFunction((wanted) => {
    const id = document.activeElement?.getAttribute('aria-describedby');
    return typeof id === 'string' && document.getElementById(id)?.textContent === wanted;
  }, words);

test('many files are read and ticked, a review of them is published with an outcome, and the request is merged', async () => {
  const { page } = reviewer;
  await page.goto(`${address}/diffs?view=inline`);
  await page.getByRole('group', { name: `Changes in ${partPath(1)}` }).waitFor();
  await pressKey(page, 'j');
  for (let at = 1; at <= PARTS; at++) {
    await page.waitForFunction(
      (name) => document.activeElement?.getAttribute('aria-label') === `Changes in ${name}`,
      partPath(at),
    );
    await page.keyboard.press('.');
    await saysWhere(page, 'removed line 3: export const value = 0;');
    await page.keyboard.press('ArrowDown');
    await saysWhere(page, `added line 3: export const value = ${at};`);
    if (at === PARTS) break;
    await page.keyboard.press('v');
    await page.keyboard.press('j');
  }
  await page
    .getByText(`${PARTS - 1} of ${PARTS}`)
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await hasKeyboard(page.getByRole('textbox', { name: /^Comment on line/ }));
  await page.keyboard.type('Why so many?');
  await tabTo(page, button(page, 'Start a review'));
  await pressKey(page, 'Enter');
  await page.getByRole('article', { name: 'Pending comment' }).waitFor();
  await page.getByRole('region', { name: 'Review', exact: true }).waitFor();

  await pressKey(page, 'Shift+R');
  const dialog = page.getByRole('dialog', { name: 'Submit review' });
  await hasKeyboard(dialog.getByRole('textbox', { name: 'Summary' }));
  await page.keyboard.type('Fine otherwise.');
  await tabTo(page, dialog.getByRole('radio', { name: 'Comment' }));
  // A key that is let go at once, as readers of screens press it.
  for (const [key, chosen] of [
    ['ArrowDown', 'Approve'],
    ['ArrowDown', 'Request changes'],
    ['ArrowUp', 'Approve'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => dialog.getByRole('radio', { name: chosen }).isChecked()).toBe(true);
    await hasKeyboard(dialog.getByRole('radio', { name: chosen }));
  }
  await expectClean(reviewer);
  await page.keyboard.press('Enter');
  await tabTo(page, button(dialog, 'Submit review'));
  await pressKey(page, 'Enter');
  await page.getByRole('region', { name: 'Published review' }).getByText('Published 1 comment.').waitFor();
  await hasKeyboard(page.getByRole('heading', { level: 1 }));
  const approved = { approved_by: [expect.objectContaining({ user: expect.objectContaining({ username: 'ben' }) })] };
  expect(await ann.rest.get(`${request}/approvals`)).toMatchObject(approved);

  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, button(page, 'Merge'));
  await pressKey(page, 'Enter');
  await page.getByText(/^Merged by/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await expectClean(reviewer);
});

test('an emoji is found by typing as soon as the picker is open, and the first one is taken', async () => {
  const { page } = reviewer;
  await page.goto(address);
  const article = page.getByRole('article').filter({ hasText: 'Why so many?' });
  await article.getByRole('button', { name: 'Add reaction' }).focus();
  await pressKey(page, 'Enter');
  await hasKeyboard(page.getByRole('textbox', { name: 'Search for an emoji' }));
  await page.getByRole('dialog', { name: 'Add reaction' }).getByRole('heading', { name: 'Flags' }).waitFor();
  await page.keyboard.type('party popper');
  await page.keyboard.press('Enter');
  await article.getByRole('button', { name: 'tada, 1' }).waitFor();
  await hasKeyboard(article.getByRole('button', { name: 'Add reaction' }));
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectClean(reviewer);
});

describe('keys of the sheet', () => {
  const LINES = 40;
  const text = (changed: readonly number[]) =>
    Array.from({ length: LINES }, (_, at) => `${changed.includes(at + 1) ? 'new' : 'old'} ${at + 1}\n`).join('');
  let iid = 0;

  beforeAll(async () => {
    const files = { 'left.txt': text([]), 'right.txt': text([]) };
    await commitFiles(ann, made.id, { branch: 'main', files });
    const changed = { 'left.txt': text([4, 34]), 'right.txt': text([4]) };
    await commitFiles(ann, made.id, { branch: 'sides', start: 'main', files: changed, update: true });
    const requests = `/projects/${made.id}/merge_requests`;
    const sides = { source_branch: 'sides', target_branch: 'main', title: 'Bring sides' };
    ({ iid } = await ann.rest.post<{ iid: number }>(requests, sides));
    await journey.world.mergeRequest(ann, made, 'later', { 'later.txt': 'later\n' });
    await ann.rest.post(`/projects/${made.id}/labels`, { name: 'urgent', color: '#aa3311' });
    await ann.rest.post(`/projects/${made.id}/milestones`, { title: 'First water' });
    await ann.rest.post(`/projects/${made.id}/issues`, { title: 'Both banks' });
  });

  test('lead to the own merge requests and to a new project, and up and down a list', async () => {
    const { page, problems } = await journey.open(ann);
    await page.goto('/explore');
    await page.getByRole('heading', { level: 1, name: 'Explore projects' }).waitFor();
    await pressKey(page, 'g');
    await page.keyboard.press('m');
    const rows = page.getByRole('main').getByRole('link', { name: /^Bring (sides|later)$/ });
    await rows.nth(1).waitFor();
    await pressKey(page, 'j');
    await hasKeyboard(rows.first());
    await page.keyboard.press('j');
    await hasKeyboard(rows.nth(1));
    await page.keyboard.press('k');
    await hasKeyboard(rows.first());
    const name = (await rows.first().textContent()) ?? '';
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await pressKey(page, 'g');
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test.each(['merge_requests', 'issues'])('choose who, what and when in the sidebar of %s', async (kind) => {
    const { page } = reviewer;
    await page.goto(`/${made.path}/-/${kind}/${kind === 'issues' ? 1 : iid}`);
    await page.getByRole('heading', { level: 1 }).focus();
    for (const [key, title, name] of [
      ['a', 'Assignees', 'Ben Reviewer'],
      ['l', 'Labels', 'urgent'],
      ['m', 'Milestone', 'First water'],
    ] as const) {
      await pressKey(page, key);
      const field = page.getByRole('combobox', { name: `Search ${title.toLowerCase()}` });
      await hasKeyboard(field);
      await page.keyboard.type(name);
      await expect.poll(() => page.getByRole('option').allTextContents()).toEqual([expect.stringContaining(name)]);
      await page.keyboard.press('Enter');
      if (title !== 'Milestone') await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      await page.getByRole('complementary').getByText(name, { exact: true }).first().waitFor();
      await hasKeyboard(button(page, `Edit ${title.toLowerCase()}`));
    }
    await expectClean(reviewer);
  });

  test('walk files, changes and lines, cross the sides, and find a file', async () => {
    const { page } = reviewer;
    const spoken = () => page.locator('.dr-current').first().textContent();
    const onLine = async (key: string, words: string) => {
      await pressKey(page, key);
      await expect.poll(spoken).toContain(words);
    };
    const onFile = async (key: string, name: string) => {
      await pressKey(page, key);
      await hasKeyboard(page.getByRole('group', { name: `Changes in ${name}` }));
    };
    await page.goto(`/${made.path}/-/merge_requests/${iid}/diffs?view=inline`);
    await page.getByRole('group', { name: 'Changes in left.txt' }).focus();
    await onFile(']', 'right.txt');
    await onFile('[', 'left.txt');
    await onFile('j', 'right.txt');
    await onFile('k', 'left.txt');
    await onLine('.', 'old 4');
    await onLine('.', 'old 34');
    await onLine(',', 'old 4');
    await onLine('Shift+J', 'new 4');
    await onLine('Shift+K', 'old 4');
    await pressKey(page, 'Shift+D');
    await page.locator('.dtable-parallel').first().waitFor();
    // Both lines have the number 4: only the mark tells them apart.
    const side = () => page.locator('.dr-current').first().getAttribute('data-at');
    await expect.poll(side).toBe('old');
    await pressKey(page, 'Shift+L');
    await expect.poll(side).toBe('new');
    await pressKey(page, 'Enter');
    await page.getByRole('textbox', { name: 'Comment on line 4' }).waitFor();
    await expectClean(reviewer);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Comment on line 4' }).waitFor({ state: 'detached' });
    await pressKey(page, 'Control+p');
    await hasKeyboard(page.getByRole('combobox'));
    await page.keyboard.type('right');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await hasKeyboard(page.getByRole('group', { name: 'Changes in right.txt' }));
    await expectClean(reviewer);
  });

  test('wait for the file that they lead to, however fast they come', async () => {
    const { page } = reviewer;
    await page.goto(`/${made.path}/-/merge_requests/${iid}/diffs?view=inline`);
    await page.getByRole('group', { name: 'Changes in left.txt' }).focus();
    await pressKey(page, ']');
    for (const key of ['.', 'Enter', ...'ebye']) await page.keyboard.press(key);
    const lines = page.getByRole('group', { name: 'Changes in right.txt' });
    const field = lines.getByRole('textbox', { name: /^Comment on line/ });
    await field.waitFor();
    await expect.poll(() => field.inputValue()).toBe('ebye');
    await hasKeyboard(field);
    await field.fill('');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await expectClean(reviewer);
  });

  test('are changed in the sheet: the new ones work at once, hints name them, and the server keeps them', async () => {
    const { page } = reviewer;
    await page.goto(`/${made.path}/-/merge_requests/${iid}/diffs`);
    await page.getByRole('group', { name: 'Changes in left.txt' }).focus();
    await pressKey(page, '?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const keys = (now: string) => sheet.getByRole('button', { name: new RegExp(`Find a changed file ${now}$`) });
    await keys('T ?Ctrl ?P').focus();
    await pressKey(page, 'Enter');
    await keys('Press keys').waitFor();
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
    await page.keyboard.press('Shift+Z');
    await keys('Shift ?Z').waitFor();
    await kept;
    await expectClean(reviewer);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    const finder = page.getByRole('combobox');
    await pressKey(page, 'Shift+Z');
    await hasKeyboard(finder);
    await page.keyboard.press('Escape');
    await finder.waitFor({ state: 'detached' });
    await button(page, 'Find a changed file').focus();
    await expect.poll(() => page.getByRole('tooltip').textContent()).toMatch(/Shift ?Z$/);
    // Not this device alone knows them.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByRole('group', { name: 'Changes in left.txt' }).focus();
    await pressKey(page, 'Shift+Z');
    await hasKeyboard(finder);
  });
});
