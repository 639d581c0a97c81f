import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import type { GitClient } from '../../packages/server/src/repositories/testing.ts';
import { findBarriers } from '../testing/axe.ts';
import { hasKeyboard, pressKey } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let desk: Window;
let laptop: Window;
let project: Project;
let client: GitClient;

const lines = (name: string) => Array.from({ length: 40 }, (_, at) => `${name} line ${at + 1}`);
const text = (parts: readonly string[]) => `${parts.join('\n')}\n`;
const FILES = ['src/one.txt', 'src/two.txt', 'src/three.txt'];

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const ben = await journey.world.person('ben', 'Ben Reviewer');
  project = await journey.world.project(ann, 'marks', {
    members: [{ person: ben, level: 40 }],
    files: Object.fromEntries(FILES.map((file) => [file, text(lines(file))])),
  });
  client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'feature');
  await client.commit(Object.fromEntries(FILES.map((file) => [file, text(lines(file).with(20, 'changed'))])), 'Change');
  await client.must('push', 'origin', 'feature');
  await ann.rest.post(`/projects/${project.id}/merge_requests`, {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Change three files',
  });
  desk = await journey.open(ben);
  laptop = await journey.open(ben);
});

const changes = () => `/${project.path}/-/merge_requests/1/diffs`;
const box = (page: Page, file: string) => page.getByRole('checkbox', { name: `Viewed ${file}` });
const progress = (page: Page, wanted: string) => page.getByRole('status').getByText(wanted, { exact: true }).waitFor();

/** Opens the changes and waits until the marks are there. */
async function open({ page }: Window, wanted: string): Promise<void> {
  await page.goto(changes());
  await progress(page, wanted);
}

/** Waits until the merge request has this many versions. */
async function versions(count: number): Promise<void> {
  await expect
    .poll(async () => (await ann.rest.get<unknown[]>(`/projects/${project.id}/merge_requests/1/versions`)).length)
    .toBe(count);
}

describe('files that were reviewed', () => {
  test('a tick folds the file, keeps focus, and is there in another browser at once', async () => {
    await open(desk, '0 of 3 viewed');
    await open(laptop, '0 of 3 viewed');
    const { page } = desk;
    const file = FILES[0]!;
    await linesOf(page, file).waitFor();
    await box(page, file).focus();
    await page.keyboard.press('Space');
    await progress(page, '1 of 3 viewed');
    await linesOf(page, file).waitFor({ state: 'detached' });
    await hasKeyboard(box(page, file));
    await progress(laptop.page, '1 of 3 viewed');
    await expect.poll(() => box(laptop.page, file).isChecked()).toBe(true);
    // What is being read elsewhere does not fold under the reader.
    expect(await linesOf(laptop.page, file).isVisible()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    expect(desk.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('the key v marks the file that is read, and takes the mark away', async () => {
    const { page } = laptop;
    await page.bringToFront();
    await linesOf(page, FILES[2]!).focus();
    await pressKey(page, 'v');
    await progress(page, '2 of 3 viewed');
    await expect.poll(() => box(page, FILES[2]!).isChecked()).toBe(true);
    await hasKeyboard(box(page, FILES[2]!));
    await progress(desk.page, '2 of 3 viewed');
    const filter = async () => {
      await page.getByRole('button', { name: /^File filters/ }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Not viewed' }).click();
      await page.keyboard.press('Escape');
      // The menu gives the keyboard back when it is gone.
      await hasKeyboard(page.getByRole('button', { name: /^File filters/ }));
    };
    const inTree = page.getByRole('tree', { name: 'Files' }).getByRole('treeitem');
    await filter();
    await expect.poll(() => inTree.count()).toBe(2);
    // With the last one reviewed the filter keeps nothing; it is neither dropped nor stuck.
    await box(page, FILES[1]!).check();
    await progress(page, '3 of 3 viewed');
    await page.getByText('No changed files match the filter.').waitFor();
    await box(page, FILES[1]!).uncheck();
    await progress(page, '2 of 3 viewed');
    await expect.poll(() => inTree.count()).toBe(2);
    await filter();
    await expect.poll(() => inTree.count()).toBe(4);
    await box(page, FILES[2]!).focus();
    await hasKeyboard(box(page, FILES[2]!));
    await pressKey(page, 'v');
    await progress(page, '1 of 3 viewed');
    await progress(desk.page, '1 of 3 viewed');
    await pressKey(page, 'v');
    await progress(page, '2 of 3 viewed');
    await progress(desk.page, '2 of 3 viewed');
  });

  test.runIf(IS_FULL)('a rebase and another name keep the marks; a change clears that of its file alone', async () => {
    await client.must('checkout', '--quiet', 'main');
    await client.commit({ 'src/one.txt': text(['first', ...lines('src/one.txt')]), other: 'x\n' }, 'Go on');
    await client.must('push', 'origin', 'main');
    await client.must('checkout', '--quiet', 'feature');
    await client.must('rebase', '--quiet', 'main');
    await client.must('push', '--force', 'origin', 'feature');
    await versions(2);
    await open(desk, '2 of 3 viewed');
    await desk.page.getByText('No new changes').waitFor();
    await desk.page.getByRole('button', { name: 'Show all changes' }).click();
    await expect.poll(() => box(desk.page, FILES[0]!).isChecked()).toBe(true);
    await client.must('mv', FILES[2]!, 'src/renamed.txt');
    await client.commit({ 'src/one.txt': text(['first', ...lines('src/one.txt').with(20, 'other')]) }, 'Change again');
    await client.must('push', 'origin', 'feature');
    await versions(3);
    await open(laptop, '1 of 3 viewed');
    await laptop.page.getByRole('button', { name: 'Show all changes' }).click();
    await linesOf(laptop.page, FILES[0]!).waitFor();
    await expect.poll(() => box(laptop.page, 'src/renamed.txt').isChecked()).toBe(true);
    expect(await box(laptop.page, FILES[0]!).isChecked()).toBe(false);
  });

  test.runIf(IS_FULL)('a mark that cannot be saved is undone and said where it was made', async () => {
    const { page } = laptop;
    const file = FILES[1]!;
    await page.route('**/reviewed_files.json', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await box(page, file).click();
    await page.getByRole('alert').getByText('The viewed state could not be saved.').waitFor();
    await expect.poll(() => box(page, file).isChecked()).toBe(false);
    await linesOf(page, file).waitFor();
    await page.unroute('**/reviewed_files.json');
    await box(page, file).click();
    await progress(page, '2 of 3 viewed');
  });

  test.runIf(IS_FULL)('marks that a browser kept, or another client wrote there, are taken over and stay', async () => {
    const eve = await journey.world.person('eve', 'Eve Elsewhere');
    await ann.rest.post(`/projects/${project.id}/members`, { user_id: eve.id, access_level: 30 });
    const old = await journey.open(eve);
    const { page } = old;
    const address = changes();
    type Metadata = { diff_files: { file_path: string; file_hash: string; file_identifier_hash: string }[] };
    const metadata: Metadata = await (await page.request.get(`${address}_metadata.json`)).json();
    const [file] = metadata.diff_files;
    const key = `${address.replace('/diffs', '')}-file-reviews`;
    const entry = { [file!.file_identifier_hash]: ['an-id', `hash:${file!.file_hash}`] };
    await page.goto(`/${project.path}`);
    await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, JSON.stringify(entry)]);
    await open(old, '1 of 3 viewed');
    const kept = () => page.evaluate((name): unknown => JSON.parse(localStorage.getItem(name) ?? '{}'), key);
    await expect.poll(kept).toEqual(entry);
    // Another client marks a further file later, and keeps something that is no list.
    const [, second] = metadata.diff_files;
    const later = { ...entry, [second!.file_identifier_hash]: ['id-2', `hash:${second!.file_hash}`], version: 3 };
    await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, JSON.stringify(later)]);
    await open(old, '2 of 3 viewed');
    await expect.poll(kept).toEqual(later);
    // What is unticked here goes from there, and nothing else.
    await box(page, second!.file_path).click();
    await progress(page, '1 of 3 viewed');
    await expect.poll(kept).toEqual({ ...entry, version: 3 });
    await old.context.close();
  });
});
