import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import type { GitClient } from '../../packages/server/src/repositories/testing.ts';
import { findBarriers } from '../testing/axe.ts';
import { topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let reviewer: Window;
let project: Project;
let client: GitClient;

const FOREIGN_FILES = 1_000;
const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
const text = (parts: readonly string[]) => `${parts.join('\n')}\n`;
const own = ['own first', ...lines].with(11, 'own');
const later = own.with(41, 'of the target').with(20, 'own later').toSpliced(30, 1, 'one', 'two');
const hashOf = (path: string) => createHash('sha1').update(path).digest('hex');
const changes = () => `/${project.path}/-/merge_requests/1/diffs`;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const ben = await journey.world.person('ben', 'Ben Reviewer');
  project = await journey.world.project(ann, 'since', {
    members: [{ person: ben, level: 40 }],
    files: { 'zebra.txt': text(lines), 'other.txt': text(lines) },
  });
  client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'feature');
  await client.commit({ 'zebra.txt': text(own), 'other.txt': text(own) }, 'Change two files');
  await client.must('push', 'origin', 'feature');
  await ann.rest.post(`/projects/${project.id}/merge_requests`, {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Change two files',
  });
  reviewer = await journey.open(ben);
});

const files = (page: Page) => page.locator('section[id^="diff-content-"]');
const toolbar = (page: Page) => page.getByRole('group', { name: 'Changes toolbar' });
const versions = () =>
  ann.rest.get<{ id: number; head_commit_sha: string }[]>(`/projects/${project.id}/merge_requests/1/versions`);
const notice = (page: Page) => page.getByRole('note').filter({ hasText: 'Changes since' });

/** Opens the changes and waits until the server knows that they were seen. */
async function look(page: Page): Promise<void> {
  const known = page.waitForResponse((answer) => answer.url().endsWith('/last_look.json'));
  await page.goto(changes());
  expect((await known).status()).toBe(204);
}

describe('a reviewer who comes back after a rebase', () => {
  test('the first look shows everything', async () => {
    const { page } = reviewer;
    await look(page);
    await linesOf(page, 'zebra.txt').waitFor();
    await expect.poll(() => files(page).count()).toBe(2);
    expect(await notice(page).count()).toBe(0);
  });

  test('sees only what the author changed since, not what a thousand other files did', async () => {
    await client.must('checkout', '--quiet', 'main');
    const foreign = Object.fromEntries(
      Array.from({ length: FOREIGN_FILES }, (_, at) => [`lib/part-${at}.txt`, `part ${at}\n`]),
    );
    await client.commit({ ...foreign, 'zebra.txt': text(lines.with(40, 'of the target')) }, 'Go on elsewhere');
    await client.must('push', 'origin', 'main');
    await client.must('checkout', '--quiet', 'feature');
    await client.must('rebase', '--quiet', 'main');
    await client.commit({ 'zebra.txt': text(later) }, 'Answer the review');
    await client.must('push', '--force', 'origin', 'feature');
    await expect.poll(async () => (await versions()).length).toBe(2);
    const { page } = reviewer;
    await page.goto('about:blank');
    await look(page);
    await notice(page).getByText('since you viewed version 1').waitFor();
    await notice(page).getByText('All changes in 1,000 files and some in 1 file come only').waitFor();
    const table = linesOf(page, 'zebra.txt');
    await table.waitFor();
    await expect.poll(() => files(page).count()).toBe(1);
    await expect.poll(() => table.locator('tr.dk-added .dt').allTextContents()).toEqual(['own later', 'one', 'two']);
    expect(await table.getByText('of the target').count()).toBe(0);
    await page.waitForURL((url) => /^[0-9a-f]{40}$/.test(url.searchParams.get('start_sha') ?? ''));
    expect(await findBarriers(page)).toEqual([]);
    expect(reviewer.problems).toEqual([]);
  });

  test('comments on a new line there, and the thread stands in all changes too', async () => {
    const { page } = reviewer;
    const table = linesOf(page, 'zebra.txt');
    await table.getByText('own later').hover();
    await table.getByRole('button', { name: /^Add a comment to/ }).click();
    await page.getByRole('textbox', { name: /^Comment on line/ }).fill('Later than what?');
    await page.getByRole('button', { name: 'Add comment now' }).click();
    await table.getByRole('article').getByText('Later than what?').waitFor();
    await notice(page).getByRole('button', { name: 'Show all changes' }).click();
    await linesOf(page, 'other.txt').waitFor();
    await notice(page).waitFor({ state: 'detached' });
    await expect.poll(() => files(page).count()).toBe(2);
    await linesOf(page, 'zebra.txt').getByText('Later than what?').waitFor();
    expect(await page.getByText('Outdated').count()).toBe(0);
  });

  test('an open thread on a line that stayed as it was is shown there, and opens its line', async () => {
    const { page } = reviewer;
    const request = `/projects/${project.id}/merge_requests/1`;
    const { diff_refs: refs } = await ann.rest.get<MergeRequest>(request);
    const position = { ...refs, position_type: 'text', old_path: 'zebra.txt', new_path: 'zebra.txt', new_line: 12 };
    const { id, notes } = await ann.rest.post<{ id: string; notes: { id: number }[] }>(`${request}/discussions`, {
      body: 'Whose own?',
      position,
    });
    await page.getByRole('button', { name: 'New since version 1' }).click();
    await notice(page).waitFor();
    const thread = linesOf(page, 'zebra.txt').locator(`#thread_${id}`);
    await thread.getByText('Whose own?').waitFor();
    await expect
      .poll(() => thread.locator('xpath=preceding::tr[@id][1]').getAttribute('id'))
      .toBe(`${hashOf('zebra.txt')}_12_12`);
    await notice(page).getByRole('button', { name: 'Show all changes' }).click();
    await notice(page).waitFor({ state: 'detached' });
    await ann.rest.remove(`${request}/discussions/${id}/notes/${notes[0]?.id}`);
    await thread.waitFor({ state: 'detached' });
  });

  test('a comment that is pending stands below its line, however the lines before are numbered', async () => {
    const { page } = reviewer;
    await page.getByRole('button', { name: 'New since version 1' }).click();
    await notice(page).waitFor();
    const table = linesOf(page, 'zebra.txt');
    await table.getByText('one', { exact: true }).hover();
    await table.getByRole('button', { name: /^Add a comment to/ }).click();
    await page.getByRole('textbox', { name: /^Comment on line/ }).fill('Is one enough?');
    await page.getByRole('button', { name: 'Start a review' }).click();
    const pending = table.getByRole('article', { name: 'Pending comment' });
    const line = pending.locator('xpath=preceding::tr[@id][1]');
    await expect.poll(() => line.getAttribute('id')).toBe(`${hashOf('zebra.txt')}_32_31`);
    await notice(page).getByRole('button', { name: 'Show all changes' }).click();
    await expect.poll(() => files(page).count()).toBe(2);
    await expect.poll(() => line.getAttribute('id')).toBe(`${hashOf('zebra.txt')}_31_31`);
    expect(await page.getByRole('article', { name: 'Pending comment' }).count()).toBe(1);
  });

  test('what was begun and not sent comes back below its line alone', async () => {
    const { page } = reviewer;
    const table = linesOf(page, 'zebra.txt');
    const form = page.getByRole('textbox', { name: 'Comment on line 32' });
    await table.getByText('two', { exact: true }).hover();
    await table.getByRole('button', { name: /^Add a comment to/ }).click();
    await form.fill('And two?');
    const first = (await versions()).at(-1)?.id;
    await page.goto(`${changes()}?diff_id=${first}`);
    const begun = page.getByRole('region', { name: 'Unsent comments' });
    await begun.getByText('And two?').waitFor();
    await linesOf(page, 'zebra.txt').waitFor();
    expect(await form.count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await begun.getByRole('link', { name: 'Show line' }).click();
    await expect.poll(() => form.inputValue()).toBe('And two?');
    await begun.waitFor({ state: 'detached' });
    const row = form.locator('xpath=preceding::tr[@id][1]');
    await expect.poll(() => row.getAttribute('id')).toBe(`${hashOf('zebra.txt')}_31_32`);
    // Opened by itself, it goes with the last of its text.
    await form.fill('');
    await form.waitFor({ state: 'detached' });
    expect(reviewer.problems).toEqual([]);
  });

  test('it is gone to from the list of them, also in a folded file, and where it is not that is said', async () => {
    const { page } = reviewer;
    const pending = page.getByRole('article', { name: 'Pending comment' });
    const choose = async () => {
      await page.getByRole('button', { name: '1 pending comment' }).click();
      await page.getByRole('button', { name: /Is one enough\?$/ }).click();
    };
    const isFocused = () => expect.poll(() => pending.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Collapse zebra.txt' }).click();
    await expect.poll(() => pending.count()).toBe(0);
    await choose();
    await isFocused();
    const first = (await versions()).at(-1)?.id;
    await page.goto(`${changes()}?diff_id=${first}`);
    await linesOf(page, 'zebra.txt').waitFor();
    await choose();
    const told = page.getByRole('region', { name: 'Notifications' });
    await told.getByText('This pending comment is no longer part of these changes.').waitFor();
    expect(await pending.count()).toBe(0);
    await told.getByRole('button', { name: 'Show all changes' }).click();
    await isFocused();
    expect(new URL(page.url()).search).toBe('');
    expect(await findBarriers(page)).toEqual([]);
    expect(reviewer.problems).toEqual([]);
  });

  test('goes back to what is new, and shows what the rebase brought when asked', async () => {
    const { page } = reviewer;
    await page.getByRole('button', { name: 'New since version 1' }).click();
    await notice(page).waitFor();
    await linesOf(page, 'zebra.txt').getByText('Later than what?').waitFor();
    await expect.poll(() => files(page).count()).toBe(1);
    const hidden = page.getByText('1 change from the target branch is hidden.');
    await hidden.getByRole('button', { name: 'Show' }).click();
    await linesOf(page, 'zebra.txt').getByText('of the target').first().waitFor();
    await toolbar(page).getByText('1 file', { exact: true }).waitFor();
    await toolbar(page).getByText('3 lines added, 2 lines removed').waitFor();
    await notice(page).getByRole('button', { name: 'Show them' }).click();
    await notice(page).getByText('are marked').waitFor();
    await toolbar(page)
      .getByText(`${(FOREIGN_FILES + 1).toLocaleString('en')} files`)
      .waitFor();
    await notice(page).getByRole('button', { name: 'Hide them' }).click();
    await notice(page).getByText('are hidden').waitFor();
    await expect.poll(() => files(page).count()).toBe(1);
    expect(reviewer.problems).toEqual([]);
  });

  test('a version that arrives meanwhile is offered, and the lines being read stay', async () => {
    const { page } = reviewer;
    await page.goto(changes());
    const line = linesOf(page, 'zebra.txt').getByText('own later');
    await line.scrollIntoViewIfNeeded();
    // Between two drawings of its piece, as when colours arrive, a line is nowhere for a moment.
    const topOf = async () => (await line.boundingBox())?.y;
    const before = await topAtRest(line);
    await client.commit({ 'last.txt': 'said at last\n' }, 'Say more');
    await client.must('push', 'origin', 'feature');
    const offer = page.getByRole('status').filter({ hasText: 'A newer version of these changes is available.' });
    await offer.getByRole('button', { name: 'Show latest version' }).waitFor();
    await expect.poll(topOf).toBe(before);
    await expect.poll(() => files(page).count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await offer.getByRole('button', { name: 'Show new changes' }).click();
    await linesOf(page, 'last.txt').getByText('said at last').waitFor();
    await expect.poll(() => files(page).count()).toBe(1);
    await offer.waitFor({ state: 'detached' });
    await notice(page).getByRole('button', { name: 'Show all changes' }).click();
    await expect.poll(() => files(page).count()).toBe(3);
    expect(reviewer.problems).toEqual([]);
  });
});

describe('a link to a place in the changes', () => {
  const code = `${hashOf('zebra.txt')}_21_21`;
  const isFocused = (page: Page, id: string) =>
    page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
  const open = async (page: Page, rest: string) => {
    await page.goto('about:blank');
    await page.goto(`${changes()}${rest}`);
  };
  const says = (page: Page, words: string) => page.getByRole('region', { name: 'Notifications' }).getByText(words);

  test('to a line leads to it in the version it was taken from, also after a push that moved it', async () => {
    const { page } = reviewer;
    await open(page, '');
    const table = linesOf(page, 'zebra.txt');
    const cell = table.locator('td.dn[data-side="new"][data-n="21"]');
    await cell.hover();
    const address = await table
      .getByLabel('Link to added line 21')
      .evaluate((link) => (link as HTMLAnchorElement).href);
    expect(new URL(address).hash).toBe(`#${code}`);
    const { length } = await versions();
    await client.commit({ 'zebra.txt': text(['above', 'it', ...later]) }, 'Say something before');
    await client.must('push', 'origin', 'feature');
    await expect.poll(async () => (await versions()).length).toBe(length + 1);
    await page.goto('about:blank');
    await page.goto(address);
    await isFocused(page, code);
    expect(await page.locator(`tr[id="${code}"]`).textContent()).toContain('own later');
    expect(reviewer.problems).toEqual([]);
  });

  test('that is gone says so, once', async () => {
    const { page } = reviewer;
    await open(page, `#${hashOf('zebra.txt')}_900_900`);
    await says(page, 'This line is no longer part of these changes.').waitFor();
    await open(page, `#${hashOf('nowhere.txt')}`);
    const words = says(page, 'This file is no longer part of these changes.');
    await words.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.keyboard.press('Shift+W');
    await expect.poll(() => page.getByRole('button', { name: 'Show all changes' }).count()).toBe(0);
    await linesOf(page, 'zebra.txt').waitFor();
    expect(await words.count()).toBe(0);
    await open(page, '#note_999999999');
    await says(page, 'This comment is no longer part of these changes.').waitFor();
    expect(reviewer.problems).toEqual([]);
  });

  test('that the chosen comparison leaves out is found in all changes, and what a rebase brought is shown', async () => {
    const { page } = reviewer;
    const first = (await versions()).at(-1)?.head_commit_sha;
    const other = hashOf('other.txt');
    await open(page, `?start_sha=${first}#${other}`);
    await says(page, 'This file is no longer part of these changes.').waitFor();
    // It goes by itself: what takes its time is looked for after it was pressed.
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Show all changes' }).click();
    await linesOf(page, 'other.txt').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    await open(page, `?start_sha=${first}#${hashOf('lib/part-7.txt')}`);
    await notice(page).getByText('are marked').waitFor();
    await linesOf(page, 'lib/part-7.txt').getByText('part 7').waitFor();
    expect(reviewer.problems).toEqual([]);
  });
});
