import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type TestUser, type Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let ben: TestUser;
let window: Window;
let page: Page;
let made: Project;
let opened: MergeRequest;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  made = await journey.world.project(ann, 'waits', { members: [{ person: ben, level: 40 }] });
  window = await journey.open(ben);
  ({ page } = window);
});

async function expectClean(): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(window.problems).toEqual([]);
}

test('a request for review appears without a reload, and is ticked off and put back by keys', async () => {
  await page.goto('/dashboard/todos');
  await page.getByRole('heading', { name: 'Nothing to do' }).waitFor();
  await expectClean();
  opened = await journey.world.mergeRequest(ann, made, 'waiting', { 'a.txt': 'a\n' });
  await ann.rest.put(`/projects/${made.id}/merge_requests/${opened.iid}`, { reviewer_ids: [ben.id] });
  const row = page.getByRole('list', { name: 'Open' }).getByRole('listitem');
  await row.getByText('Ann Author requested your review').waitFor();
  await page.getByRole('link', { name: 'To-do list, 1 to-do item' }).waitFor();
  await expectClean();
  await row.getByRole('button', { name: `Mark as done: ${opened.title}` }).press('Enter');
  await page.getByRole('heading', { name: 'Nothing to do' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await row.getByText('Ann Author requested your review').waitFor();
  await expect
    .poll(() => ben.rest.get('/todos'))
    .toMatchObject([{ action_name: 'review_requested', state: 'pending' }]);
});

test('the inbox says for whom it waits and why, follows acts that no to-do tells of, and ends with the merge', async () => {
  await page.getByRole('link', { name: 'Your turn' }).click();
  const mine = page.getByRole('list', { name: 'Waiting on you' });
  const theirs = page.getByRole('list', { name: 'Waiting on others' });
  await mine.getByText('Review requested').waitFor();
  await expectClean();
  const request = `/projects/${made.id}/merge_requests/${opened.iid}`;
  await ben.rest.post(`${request}/notes`, { body: '/request_changes' });
  await theirs.getByText('to make changes').waitFor();
  await page.getByRole('heading', { name: 'Nothing is waiting on you' }).waitFor();
  await expectClean();
  const todos = await ben.rest.get<unknown[]>('/todos');
  await commitFiles(ann, made.id, { branch: 'waiting', files: { 'fixed.txt': 'fixed\n' } });
  await mine.getByText('Changed since your review').waitFor();
  expect([await theirs.count(), await ben.rest.get('/todos')]).toEqual([0, todos]);
  await ben.rest.post(`${request}/approve`, {});
  await theirs.getByText('to merge').waitFor();
  await expect.poll(() => ann.rest.get(request)).toMatchObject({ detailed_merge_status: 'mergeable' });
  await ann.rest.put(`${request}/merge`, {});
  await theirs.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Nothing is waiting on you' }).waitFor();
  await page.getByRole('link', { name: 'To-do list', exact: true }).first().waitFor();
  await expect.poll(() => ben.rest.get('/user_counts')).toMatchObject({ todos: 0 });
});

test.runIf(IS_FULL)('something is noted down from its page', async () => {
  const other = await journey.world.mergeRequest(ann, made, 'noted', { 'b.txt': 'b\n' });
  await page.goto(`/${made.path}/-/merge_requests/${other.iid}`);
  await page.getByRole('button', { name: 'Add a to-do' }).click();
  await page.getByRole('button', { name: 'Mark as done' }).waitFor();
  await expect
    .poll(() => ben.rest.get('/todos'))
    .toMatchObject([{ action_name: 'marked', target: { iid: other.iid } }]);
  await page.goto('/dashboard/todos');
  await page.getByText('added a to-do item').waitFor();
});

test.runIf(IS_FULL)('what reaches one by mail is chosen, and a refused choice goes back', async () => {
  await page.goto('/-/profile/notifications');
  await page.getByRole('radio', { name: 'Custom' }).click();
  await page.getByRole('checkbox', { name: 'A merge request is merged' }).click();
  const kept = () => ben.rest.get('/notification_settings');
  await expect.poll(kept).toMatchObject({ level: 'custom', events: { merge_merge_request: true } });
  await page.getByRole('button', { name: /^Add a project or group/ }).click();
  await page.getByRole('option', { name: /waits/ }).click();
  await page.getByRole('list', { name: 'Custom settings' }).getByText('Watch').waitFor();
  const keptThere = () => ben.rest.get(`/projects/${made.id}/notification_settings`);
  await expect.poll(keptThere).toMatchObject({ level: 'watch' });
  await expectClean();
  await page.getByRole('combobox', { name: /^Email notifications for/ }).click();
  await page.getByRole('option', { name: 'Custom' }).click();
  const there = page.getByRole('group', { name: /^Also notify me in/ });
  await there.getByRole('checkbox', { name: 'A comment is added' }).click();
  await expect
    .poll(keptThere)
    .toMatchObject({ level: 'custom', events: { new_note: true, merge_merge_request: false } });
  await expectClean();
  await page.reload();
  await expect.poll(() => there.getByRole('checkbox', { name: 'A comment is added' }).isChecked()).toBe(true);
  const everywhere = page.getByRole('group', { name: 'Also notify me when', exact: true });
  await expect
    .poll(() => everywhere.getByRole('checkbox', { name: 'A merge request is merged' }).isChecked())
    .toBe(true);
  await page.route('**/api/v4/notification_settings', (route) => route.abort());
  await page.getByRole('radio', { name: 'Off' }).click();
  await page.getByText('The change was not saved.').waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'Custom' }).isChecked()).toBe(true);
});
