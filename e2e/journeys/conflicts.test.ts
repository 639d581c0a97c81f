import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, TestUser, Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let ben: TestUser;
let reviewer: Window;
let made: Project;
let opened: MergeRequest;

/** Unlike every other file, so that a rename is known for what it is. */
const text = (name: string) => `${Array.from({ length: 12 }, (_, at) => `${name} ${at + 1} of ${name}`).join('\n')}\n`;
const changed = (name: string, by: string) => text(name).replace(`${name} 5 `, `${name} five by ${by} `);

/** `card`: the file of the changes that tells of it. Of the branches `ours` is what is brought, `main` where it goes. */
const CONFLICTS = [
  {
    card: 'changed-twice.ts',
    ours: { 'changed-twice.ts': changed('changed-twice', 'ours') },
    main: { 'changed-twice.ts': changed('changed-twice', 'main') },
    says: 'This file was modified in both ours and main.',
  },
  {
    card: 'kept-here.ts',
    ours: { 'kept-here.ts': changed('kept-here', 'ours') },
    main: { 'kept-here.ts': null },
    says: 'This file was modified in ours but removed in main.',
  },
  {
    card: 'kept-there.ts',
    ours: { 'kept-there.ts': null },
    main: { 'kept-there.ts': changed('kept-there', 'main') },
    says: 'This file was removed in ours but modified in main.',
  },
  {
    card: 'named-by-ours.ts',
    ours: { 'two-names.ts': null, 'named-by-ours.ts': text('two-names') },
    main: { 'two-names.ts': null, 'named-by-main.ts': text('two-names') },
    says: 'This file was renamed differently in ours and main.',
  },
  {
    card: 'gone-here.ts',
    ours: { 'gone-here.ts': null },
    main: { 'gone-here.ts': null, 'renamed-there.ts': text('gone-here') },
    says: 'This file was removed in ours but renamed in main.',
  },
  {
    card: 'renamed-here.ts',
    ours: { 'gone-there.ts': null, 'renamed-here.ts': text('gone-there') },
    main: { 'gone-there.ts': null },
    says: 'This file was renamed in ours but removed in main.',
  },
  {
    card: 'new-twice.ts',
    ours: { 'new-twice.ts': text('new by ours') },
    main: { 'new-twice.ts': text('new by main') },
    says: 'This file was added both in ours and main, but with different contents.',
  },
] as const;

const BEFORE = ['changed-twice', 'kept-here', 'kept-there', 'two-names', 'gone-here', 'gone-there'];

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  const files = Object.fromEntries(BEFORE.map((name) => [`${name}.ts`, text(name)]));
  made = await journey.world.project(ann, 'conflicts', { members: [{ person: ben, level: 40 }], files });
  const client = await journey.world.clone(made, { username: 'ann', secret: ann.rest.token });
  const commitSide = async (side: 'ours' | 'main') => {
    for (const conflict of CONFLICTS) {
      const entries = Object.entries(conflict[side]);
      for (const [path, content] of entries) if (content === null) await client.must('rm', '--quiet', path);
      await client.commit(Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null)));
    }
    await client.must('push', '--quiet', 'origin', side);
  };
  await client.must('checkout', '--quiet', '-b', 'ours');
  await commitSide('ours');
  await client.must('checkout', '--quiet', 'main');
  await commitSide('main');
  opened = await ann.rest.post<MergeRequest>(`/projects/${made.id}/merge_requests`, {
    source_branch: 'ours',
    target_branch: 'main',
    title: 'Clash in every way',
  });
  reviewer = await journey.open(ben);
  const { page } = reviewer;
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}/diffs`);
});

test.each(CONFLICTS)('at its file: $says', async ({ card, says }) => {
  const { page } = reviewer;
  const region = page.getByRole('region', { name: card });
  await region.getByText(`Conflict: ${says}`, { exact: true }).waitFor();
  expect(await region.getByText(/^Conflict: /).count()).toBe(1);
});

test.runIf(IS_FULL)('all of them together, by the names that the changes know, and without a barrier', async () => {
  const { page } = reviewer;
  await expectClean(reviewer);
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}`);
  const list = page.getByRole('list', { name: 'Files with conflicts' });
  await list.waitFor();
  for (const { says } of CONFLICTS)
    await expect.poll(() => list.getByRole('listitem').filter({ hasText: says }).count()).toBe(1);
  await expectClean(reviewer);
});

test('resolves all of them in the browser: by lines, by file, by name and in the editor', async () => {
  const { page } = reviewer;
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}`);
  await page.getByRole('link', { name: 'Resolve conflicts' }).click();
  await page.getByRole('heading', { name: 'Resolve conflicts' }).waitFor();
  const file = (name: string) => page.getByRole('region', { name, exact: true });
  await file('changed-twice.ts').getByRole('button', { name: 'Use both' }).click();
  await file('new-twice.ts').getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'Result of new-twice.ts' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('written by hand');
  for (const name of ['kept-here.ts', 'renamed-here.ts']) {
    await file(name).getByRole('button', { name: 'Keep file' }).click();
  }
  for (const name of ['kept-there.ts', 'gone-here.ts']) {
    await file(name).getByRole('button', { name: 'Delete file' }).click();
  }
  await file('named-by-ours.ts').getByRole('radio', { name: 'named-by-main.ts' }).click();
  await page.getByText('7 of 7 files resolved').waitFor();
  await expectClean(reviewer);

  await page.reload();
  await page.getByText('7 of 7 files resolved').waitFor();
  await page.getByRole('button', { name: 'Preview changes' }).click();
  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  await preview.getByText('+written by hand').waitFor();
  await page.getByRole('button', { name: 'Commit to source branch' }).click();
  await page.getByText('Ready to merge!').waitFor();

  const client = await journey.world.clone(made, { username: 'ann', secret: ann.rest.token });
  const files = await client.must('ls-tree', '--name-only', 'origin/ours');
  expect(files.trim().split('\n')).toEqual([
    ...(files.includes('README') ? ['README.md'] : []),
    'changed-twice.ts',
    'kept-here.ts',
    'named-by-main.ts',
    'new-twice.ts',
    'renamed-here.ts',
  ]);
  expect(await client.must('show', 'origin/ours:changed-twice.ts')).toContain('five by main');
  expect(await client.must('show', 'origin/ours:changed-twice.ts')).toContain('five by ours');
});
