import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { ROOT_PASSWORD } from '../testing/running-server.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney();
let window: Window;
let page: Page;

beforeAll(async () => {
  window = await journey.open({ username: 'root', password: ROOT_PASSWORD });
  page = window.page;
});

const body = (first: string, last: string) => `${first}\n\none\n\ntwo\n\nthree\n\n${last}\n`;
const files = {
  'README.md': '# Delta\n',
  'docs/guide.md': body('# Guide', 'end'),
  'docs/old.txt': 'old\n',
  'src/river.ts': 'export const length = 12;\n',
};

async function project(path: string): Promise<Project> {
  const made = await journey.world.project(journey.world.root, path, { isEmpty: true });
  await commitFiles(journey.world.root, made.id, { branch: 'main', files, message: 'Begin' });
  return made;
}

async function isClean(): Promise<void> {
  await expectClean(window);
  // The check works in a window of its own; keys go to the one in front.
  await page.bringToFront();
}

/** Of the file that is seen; the others keep their editors. */
async function write(text: string): Promise<void> {
  await page.locator('.cm-content:visible').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const tree = () => page.getByRole('region', { name: 'Files' });
const changes = () => page.getByRole('region', { name: 'Changes', exact: true });
const editor = (path: string) => page.getByRole('textbox', { name: `Text of ${path}` });

async function openFile(path: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Find a file' }).fill(path);
  await tree().getByRole('button', { name: path }).click();
  await editor(path).waitFor();
  await page.getByRole('textbox', { name: 'Find a file' }).fill('');
}

async function menuOfFile(item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this file' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const commitButton = () => page.getByRole('button', { name: /^Commit\b/ });

test('many changes, a reload between them, and one commit that git fetches', async () => {
  const made = await project('ide');
  await page.goto(`/${made.path}/-/blob/main/src/river.ts`);
  await page.getByRole('button', { name: 'More actions for this file' }).click();
  await page.getByRole('menuitem', { name: 'Open in web IDE' }).click();
  await page.waitForURL(`**/${made.path}/-/ide/main/src/river.ts`);
  await editor('src/river.ts').waitFor();
  expect(await commitButton().isDisabled()).toBe(true);
  await write('export const length = 13;\n');
  await changes().getByText('src/river.ts', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('textbox', { name: 'Path' }).fill('docs/guide.md');
  await page.getByRole('button', { name: 'Create file' }).click();
  await page.getByText('A file with this path already exists.').waitFor();
  await page.getByRole('textbox', { name: 'Path' }).fill('docs/deep/new.md');
  await page.getByRole('button', { name: 'Create file' }).click();
  await editor('docs/deep/new.md').waitFor();
  await write('# New\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('.prose').getByRole('heading', { name: 'New' }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();

  const bytes = Buffer.from([0, 1, 254, 255]);
  const chosen = { name: 'dot.bin', mimeType: 'application/octet-stream', buffer: bytes };
  await page.getByLabel('File to upload').setInputFiles(chosen);
  await page.getByRole('button', { name: 'Upload file' }).click();
  await changes().getByText('dot.bin', { exact: true }).waitFor();

  await openFile('docs/old.txt');
  await menuOfFile('Delete');
  await changes().getByText('Deleted').waitFor();
  await openFile('README.md');
  await menuOfFile('Rename or move');
  await page.getByRole('textbox', { name: 'Path' }).fill('docs/README.md');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await changes().getByText('docs/README.md', { exact: true }).waitFor();
  await isClean();

  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('docs/README.md'));
  await page.reload();
  await page.getByText('Your uncommitted changes were restored').waitFor();
  await expect.poll(() => changes().getByRole('listitem').count()).toBe(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await isClean();
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: 'Commit 5 files' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await changes().getByRole('checkbox', { name: 'Commit src/river.ts' }).click();
  await commitButton().click();
  await page.getByRole('dialog', { name: 'Commit 4 files' }).waitFor();
  await page.getByRole('textbox', { name: 'Commit message' }).fill('Move the river');
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.waitForURL(`**/${made.path}/-/commit/*`);
  await page.getByRole('heading', { name: 'Move the river' }).waitFor();

  const client = await journey.world.clone(made, { username: 'root', secret: journey.world.root.rest.token });
  expect(await client.must('ls-tree', '-r', '--name-only', 'origin/main')).toBe(
    ['docs/README.md', 'docs/deep/new.md', 'docs/guide.md', 'dot.bin', 'src/river.ts'].join('\n'),
  );
  expect(await client.must('show', 'origin/main:src/river.ts')).toBe('export const length = 12;');
  expect(await client.must('cat-file', '-s', 'origin/main:dot.bin')).toBe('4');
  expect(await client.must('rev-list', '--count', 'origin/main')).toBe('2');

  await page.goto(`/${made.path}/-/ide/main`);
  await page.getByText('Your uncommitted changes were restored').waitFor();
  await expect.poll(() => changes().getByRole('listitem').count()).toBe(1);
  await changes().getByRole('checkbox', { name: 'Commit src/river.ts' }).click();
  await commitButton().click();
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.waitForURL(`**/${made.path}/-/commit/*`);
  await page.goto(`/${made.path}/-/ide/main`);
  await page.getByRole('heading', { name: 'Select a file to edit' }).waitFor();
  expect(await page.getByText('Your uncommitted changes were restored').count()).toBe(0);
});

test.runIf(IS_FULL)('someone who was faster is seen, and both changes are combined', async () => {
  const made = await project('ide-conflict');
  await page.goto(`/-/ide/project/${made.path}/edit/main/-/docs/guide.md`);
  await editor('docs/guide.md').waitFor();
  await write(body('# My guide', 'end'));
  await openFile('src/river.ts');
  await write('export const length = 14;\n');
  await commitFiles(journey.world.root, made.id, {
    branch: 'main',
    files: { 'docs/guide.md': body('# Guide', 'their end') },
    update: true,
  });
  await commitButton().click();
  await page.getByRole('button', { name: 'Commit changes' }).click();
  const conflict = page.getByRole('region', { name: 'Conflict in docs/guide.md' });
  await conflict.getByText('their end').waitFor();
  await isClean();
  await conflict.getByRole('button', { name: 'Combine both changes' }).click();
  await commitButton().click();
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.waitForURL(`**/${made.path}/-/commit/*`);
  const client = await journey.world.clone(made, { username: 'root', secret: journey.world.root.rest.token });
  expect(await client.must('show', 'origin/main:docs/guide.md')).toBe(body('# My guide', 'their end').trimEnd());
  expect(await client.must('show', 'origin/main:src/river.ts')).toBe('export const length = 14;');
});

test.runIf(IS_FULL)('on a new branch the commit stands on what was opened, and leads to a merge request', async () => {
  const made = await project('ide-branch');
  await page.goto(`/${made.path}/-/ide/main/docs/old.txt`);
  await editor('docs/old.txt').waitFor();
  await write('new\n');
  await commitFiles(journey.world.root, made.id, { branch: 'main', files: { 'later.txt': 'later\n' } });
  await commitButton().click();
  await page.getByLabel('Commit to a new branch').click();
  await page.getByRole('textbox', { name: 'New branch' }).fill('mine');
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.waitForURL(`**/${made.path}/-/merge_requests/new?*source_branch*=mine*`);
  const client = await journey.world.clone(made, { username: 'root', secret: journey.world.root.rest.token });
  expect(await client.must('show', 'origin/mine:docs/old.txt')).toBe('new');
  expect(await client.must('rev-parse', 'origin/mine^')).toBe(await client.must('rev-parse', 'origin/main^'));

  const { iid } = await journey.world.root.rest.post<{ iid: number }>(`/projects/${made.id}/merge_requests`, {
    source_branch: 'mine',
    target_branch: 'main',
    title: 'New for old',
  });
  await page.goto(`/${made.path}/-/merge_requests/${iid}`);
  await page.getByRole('button', { name: 'Code', exact: true }).first().click();
  await page.getByRole('link', { name: 'Open in web IDE' }).click();
  await page.waitForURL(`**/${made.path}/-/ide/mine`);
  await page.goto(`/${made.path}/-/merge_requests/${iid}/diffs`);
  await page.getByRole('button', { name: 'More actions for docs/old.txt' }).click();
  await page.getByRole('menuitem', { name: 'Open in web IDE' }).click();
  await editor('docs/old.txt').waitFor();
  await page.goto(`/-/ide/project/${made.path}/merge_requests/${iid}`);
  await page.waitForURL(`**/${made.path}/-/ide/mine`);
});
