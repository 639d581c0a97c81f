import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { expectClean } from '../testing/clean.ts';
import { cardOf, linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type TestUser, type Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
/** May read and fork, but not push. */
let dora: TestUser;
let eve: TestUser;
let project: Project;
let request: MergeRequest;
let changes: string;
let reader: Window;

const PLAN = 'docs/plan.ts';
const OTHER = 'other.ts';

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  dora = await journey.world.person('dora', 'Dora Reporter');
  eve = await journey.world.person('eve', 'Eve Newcomer');
  project = await journey.world.project(ann, 'plans', {
    members: [dora, eve].map((person) => ({ person, level: 20 })),
    files: { [PLAN]: 'export const step = 1;\n' },
  });
  await commitFiles(ann, project.id, {
    branch: 'grow',
    start: 'main',
    files: { [PLAN]: 'export const step = 2;\n' },
    update: true,
  });
  await commitFiles(ann, project.id, { branch: 'grow', files: { [OTHER]: 'stays\nfirst\n' } });
  request = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
    source_branch: 'grow',
    target_branch: 'main',
    title: 'Grow the plan',
  });
  changes = `/${project.path}/-/merge_requests/${request.iid}/diffs?view=inline`;
  reader = await journey.open(ann);
});

const menuOf = (page: Page, name: string) =>
  cardOf(page, name).getByRole('button', { name: `More actions for ${name}` });

async function openChanges(page: Page): Promise<void> {
  await page.goto(changes);
  await linesOf(page, PLAN).waitFor();
}

test('the path of a file, and ways to it as it is, as it was, and into the editor', async () => {
  const { page } = reader;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChanges(page);
  await cardOf(page, PLAN).getByRole('button', { name: 'Copy file path' }).click();
  await cardOf(page, PLAN).getByRole('status').getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PLAN);
  const { base_sha: base, head_sha: head } = request.diff_refs;
  const choose = async (item: string) => {
    await menuOf(page, PLAN).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose(`View file @ ${head.slice(0, 8)}`);
  await page.waitForURL(`**/-/blob/${head}/${PLAN}`);
  await page.getByText('export const step = 2;').waitFor();
  await openChanges(page);
  await choose('View replaced file');
  await page.waitForURL(`**/-/blob/${base}/${PLAN}`);
  await page.getByText('export const step = 1;').waitFor();
  await openChanges(page);
  await choose('Edit in single-file editor');
  await page.waitForURL(`**/-/edit/grow/${PLAN}`);
  await page.locator('.cm-content').getByText('export const step = 2;').waitFor();
  expect(reader.problems).toEqual([]);
});

test('who may not push is asked to fork the project first', async () => {
  const { context, page, problems } = await journey.open(dora);
  await openChanges(page);
  const dialog = page.getByRole('dialog', { name: 'Fork the project to edit the file?' });
  const ask = async (name = 'Edit in single-file editor') => {
    await menuOf(page, PLAN).click();
    await page.getByRole('menuitem', { name }).click();
    await dialog.waitFor();
  };
  await ask('Open in web IDE');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await ask();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await hasKeyboard(menuOf(page, PLAN));
  await ask();
  await dialog.getByRole('button', { name: 'Fork project' }).click();
  await page.waitForURL(`**/${project.path}/-/forks/new`);
  await page.getByRole('heading', { level: 1, name: /fork/i }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('what is said in a file is hidden and shown, and all files are folded and opened at once', async () => {
  const { page } = reader;
  const position = { position_type: 'text', ...request.diff_refs, old_path: PLAN, new_path: PLAN, new_line: 1 };
  await ann.rest.post(`/projects/${project.id}/merge_requests/${request.iid}/discussions`, { body: 'Why?', position });
  await openChanges(page);
  const said = cardOf(page, PLAN).getByText('Why?');
  await said.waitFor();
  await menuOf(page, PLAN).click();
  await page.getByRole('menuitem', { name: 'Hide comments on this file' }).click();
  await said.waitFor({ state: 'detached' });
  await hasKeyboard(menuOf(page, PLAN));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Show comments on this file' }).click();
  await said.waitFor();
  const press = async (name: string) => {
    await page.getByRole('button', { name: 'View settings' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await press('Collapse all files');
  await expect.poll(() => page.getByRole('group', { name: /^Changes in / }).count()).toBe(0);
  await press('Expand all files');
  for (const name of [PLAN, OTHER]) await linesOf(page, name).waitFor();
  expect(reader.problems).toEqual([]);
});

test('two versions against each other, and an older one alone', async () => {
  // Someone for whom all of it is new: others are shown what came since they looked.
  const fresh = await journey.open(eve);
  const { page } = fresh;
  await commitFiles(ann, project.id, { branch: 'grow', files: { [OTHER]: 'stays\nsecond\n' }, update: true });
  type Version = { id: number; head_commit_sha: string };
  const versions = () => ann.rest.get<Version[]>(`/projects/${project.id}/merge_requests/${request.iid}/versions`);
  await expect.poll(async () => (await versions()).length).toBe(2);
  const [, older] = await versions();
  await openChanges(page);
  const shown = () => linesOf(page, OTHER).locator('tr.dr .ds').allTextContents();
  const texts = async () => (await shown()).map((words) => words.replace(/: $/, ''));
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);
  const [from, to] = [page.getByRole('button', { name: /^From / }), page.getByRole('button', { name: /^To / })];
  const current = page.locator('[role="menuitem"][aria-current="true"]');
  await expect.poll(texts).toEqual(['added line 1', 'added line 2']);
  await from.click();
  await expect.poll(() => current.textContent()).toBe('mainWhere the branches diverged');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('menuitem', { name: /^version 1 / }).click();
  await expect.poll(texts).toEqual(['line 1', 'removed line 2', 'added line 2']);
  expect(query()).toMatchObject({ start_sha: older?.head_commit_sha });
  await page.getByRole('button', { name: 'From version 1' }).waitFor();
  // What is older than the left side stands alone.
  await to.click();
  await expect.poll(() => current.textContent()).toContain('latest version');
  await page.getByRole('menuitem', { name: /^version 1 / }).click();
  await linesOf(page, OTHER).locator('.dk-added', { hasText: 'first' }).waitFor();
  await page.getByRole('button', { name: 'From main' }).waitFor();
  expect(query()).toEqual({ view: 'inline', diff_id: String(older?.id) });
  // The address alone leads there too.
  await page.reload();
  await page.getByRole('button', { name: 'To version 1' }).waitFor();
  await linesOf(page, OTHER).locator('.dk-added', { hasText: 'first' }).waitFor();
  await to.click();
  await page.getByRole('menuitem', { name: /^latest version / }).click();
  await linesOf(page, OTHER).locator('.dk-added', { hasText: 'second' }).waitFor();
  expect(query()).toEqual({ view: 'inline' });
  await expectClean(fresh);
});
