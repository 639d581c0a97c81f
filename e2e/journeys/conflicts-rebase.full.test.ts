import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { createHeldGit } from '../testing/held-git.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type Project, type TestUser } from '../testing/world.ts';

const git = createHeldGit();
const journey = beginJourney({ env: { PATH: `${git.folder}:${process.env['PATH'] ?? ''}` } });
let ann: TestUser;
let window: Window;
let made: Project;
let opened: MergeRequest;
let root: string;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  window = await journey.open(ann);
});
afterAll(() => {
  git.release();
  git.remove();
});

/** A request of two commits, of which the first changes the line that main changes too. */
async function makeConflict(path: string): Promise<void> {
  made = await journey.world.project(ann, path, { files: { 'song.txt': 'first\nmiddle\nlast\n' } });
  const song = (line: string) => ({ update: true, files: { 'song.txt': `first\n${line}\nlast\n` } });
  await commitFiles(ann, made.id, { branch: 'verse', start: 'main', ...song('by verse') });
  await commitFiles(ann, made.id, { branch: 'verse', files: { 'more.txt': 'more\n' } });
  await commitFiles(ann, made.id, { branch: 'main', ...song('by main') });
  opened = await ann.rest.post<MergeRequest>(`/projects/${made.id}/merge_requests`, {
    source_branch: 'verse',
    target_branch: 'main',
    title: 'Another verse',
  });
  root = `/${made.path}/-/merge_requests/${opened.iid}`;
}

const tipOf = async (branch: string) =>
  (await ann.rest.get<{ commit: { id: string } }>(`/projects/${made.id}/repository/branches/${branch}`)).commit.id;

async function chooseRebase(): Promise<void> {
  const { page } = window;
  await page.goto(root);
  await page.getByRole('link', { name: 'Resolve conflicts' }).click();
  await page.getByRole('heading', { name: 'Resolve conflicts' }).waitFor();
  await page.getByRole('region', { name: 'song.txt', exact: true }).getByRole('button', { name: 'Use both' }).click();
  await page.getByText('1 of 1 file resolved').waitFor();
  await page.getByRole('radio', { name: 'Rebase' }).check();
}

const start = () => window.page.getByRole('button', { name: 'Rebase source branch' }).click();
const progress = () => window.page.getByRole('status').filter({ hasText: 'Rebase in progress' });

test('conflicts are resolved by a rebase, which is shown while it runs and when it has ended', async () => {
  await makeConflict('rebased');
  await chooseRebase();
  const { page } = window;
  // Of the commits that are copied.
  git.hold('rev-list');
  await start();
  await progress().waitFor();
  const other = await journey.open(ann);
  await other.page.goto(root);
  await other.page.getByRole('region', { name: 'Merge', exact: true }).getByText('Rebase in progress').waitFor();
  expect(await other.page.getByRole('link', { name: 'Resolve conflicts' }).count()).toBe(0);
  await expectClean(other);
  git.release();
  await page.getByText('Rebase completed').waitFor();
  await page.getByText('Ready to merge!').waitFor();
  // Who only watched has not seen the new commits.
  await other.page.getByText('Merge blocked: new changes were just added.', { exact: true }).waitFor();
  await expectClean(window);

  const client = await journey.world.clone(made, { username: 'ann', secret: ann.rest.token });
  expect(await client.must('rev-list', '--count', '--merges', 'origin/main..origin/verse')).toBe('0');
  expect(await client.must('log', '--format=%s', 'origin/main..origin/verse')).toBe('Change more.txt\nChange song.txt');
  const text = await client.must('show', 'origin/verse:song.txt');
  expect([text.includes('by verse'), text.includes('by main')]).toEqual([true, true]);
  await other.context.close();
});

test('a rebase whose branch moved on moves nothing, says why, and keeps what was chosen', async () => {
  await makeConflict('moved-on');
  await chooseRebase();
  const { page } = window;
  git.hold('rev-list');
  await start();
  await progress().waitFor();
  const client = await journey.world.clone(made, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', 'verse');
  const late = await client.commit({ 'late.txt': 'late\n' });
  await client.must('push', '--quiet', 'origin', 'verse');
  git.release();
  await page.getByRole('button', { name: 'Load new conflicts' }).waitFor();
  await expectClean(window);
  expect(await tipOf('verse')).toBe(late);

  await page.getByRole('button', { name: 'Load new conflicts' }).click();
  await page.getByText('1 of 1 file resolved').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Load new conflicts' }).count()).toBe(0);
  expect(await page.getByRole('radio', { name: 'Rebase' }).isChecked()).toBe(true);
  await start();
  await page.getByText('Rebase completed').waitFor();
  await page.getByText('Ready to merge!').waitFor();
  await client.must('fetch', '--quiet', 'origin');
  const names = await client.must('ls-tree', '--name-only', 'origin/verse');
  expect(names.split('\n')).toEqual(expect.arrayContaining(['late.txt', 'more.txt', 'song.txt']));
  expect(await client.must('merge-base', 'origin/main', 'origin/verse')).toBe(await tipOf('main'));
});
