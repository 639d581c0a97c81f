import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { ROOT_PASSWORD } from '../testing/running-server.ts';
import { pressKey, typeThere } from '../testing/idle.ts';
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

const files = {
  'README.md': '# Delta\n\nWhere the *river* meets the sea. [Code](src/river.ts)\n',
  'src/river.ts': `${Array.from({ length: 60 }, (_, at) => `export const line${at + 1} = ${at + 1};`).join('\n')}\n`,
  'src/deep/er/source.py': 'def source():\n    return "spring"\n',
  'docs/guide.md': '# Guide\n',
};

/** A project of root with these files on main. */
function project(path: string): Promise<Project> {
  return journey.world.project(journey.world.root, path, { isEmpty: true }).then(async (made) => {
    await commitFiles(journey.world.root, made.id, { branch: 'main', files, message: 'Begin' });
    return made;
  });
}

async function isClean(): Promise<void> {
  await expectClean(window);
  // The check works in a window of its own; keys go to the one in front.
  await page.bringToFront();
}

async function setEditorText(text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

test('from an empty project by its own instructions to files on the home page', async () => {
  const empty = await journey.world.project(journey.world.root, 'empty', { isEmpty: true });
  await page.goto(`/${empty.path}`);
  await page.getByRole('heading', { name: 'This repository is empty' }).waitFor();
  await isClean();
  const commands = await page.getByRole('region', { name: 'Start a new repository' }).innerText();
  expect(commands).toContain(`git clone ${journey.server.url}/${empty.path}.git empty`);
  expect(commands).toContain('git push --set-upstream origin main');

  const client = await journey.world.clone(empty, { username: 'root', secret: journey.world.root.rest.token });
  await client.commit(files, 'Begin the delta');
  await client.must('push', '--set-upstream', 'origin', 'main');
  // The page that waits turns into the project by itself.
  await page.getByRole('heading', { name: 'Delta' }).waitFor();
  const list = page.getByRole('list', { name: 'Files' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
  await list.getByRole('link', { name: 'Begin the delta' }).first().waitFor();
  await page.getByRole('link', { name: '1 commit' }).waitFor();
  await isClean();

  await client.commit({ 'later.txt': 'later\n' }, 'Come later');
  await client.must('push', 'origin', 'main');
  await page.getByRole('button', { name: 'Show new commits' }).click();
  await list.getByRole('link', { name: 'later.txt', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Code', exact: true }).click();
  expect(await page.getByRole('textbox', { name: 'Clone with HTTP' }).inputValue()).toBe(
    `${journey.server.url}/${empty.path}.git`,
  );
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'zip' }).click();
  const bytes = await readFile(await (await download).path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(bytes.includes('src/deep/er/source.py')).toBe(true);
});

test('through folders to a file, its lines, its blame and its history', async () => {
  const { path } = await project('reading');
  await page.goto(`/${path}`);
  await page.getByRole('list', { name: 'Files' }).getByRole('link', { name: 'src', exact: true }).click();
  await page.waitForURL(`**/${path}/-/tree/main/src`);
  await page.getByRole('link', { name: 'Parent folder' }).waitFor();
  await page.getByRole('link', { name: 'river.ts', exact: true }).waitFor();
  await pressKey(page, 'j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${path}/-/blob/main/src/river.ts`);
  await isClean();

  await page.getByRole('link', { name: 'Line 10', exact: true }).click();
  await page.waitForURL(/#L10$/);
  await page.getByRole('link', { name: 'Line 12', exact: true }).click({ modifiers: ['Shift'] });
  await page.waitForURL(/#L10-12$/);
  await expect.poll(() => page.locator('.cl-selected').count()).toBe(3);
  await pressKey(page, 'y');
  await page.waitForURL(/\/-\/blob\/[0-9a-f]{40}\/src\/river\.ts#L10-12$/);
  await expect.poll(() => page.locator('.cl-selected').count()).toBe(3);

  await page.goto(`/${path}/-/blob/main/src/river.ts#L50`);
  await page.locator('#L50.cl-selected').waitFor();
  await expect
    .poll(() => page.locator('#L50').evaluate((line) => line.getBoundingClientRect().top < innerHeight))
    .toBe(true);

  await page.getByRole('link', { name: 'Blame' }).click();
  await page.waitForURL(`**/${path}/-/blame/main/src/river.ts`);
  await page.getByRole('link', { name: /^Begin/ }).waitFor();
  await page.getByText('export const line60').waitFor();
  await isClean();
  await page.getByRole('link', { name: 'History' }).click();
  await page.waitForURL(`**/${path}/-/commits/main/src/river.ts`);
  // A midnight may have passed since.
  await page.getByRole('heading', { name: /^(Today|Yesterday)/ }).waitFor();
  await page.getByRole('link', { name: 'Begin', exact: true }).waitFor();
  await isClean();
});

test.runIf(IS_FULL)('rendered Markdown, its source, and links that lead into the repository', async () => {
  const { path } = await project('markdown');
  await page.goto(`/${path}/-/blob/main/README.md`);
  await page.locator('.prose h1').getByText('Delta').waitFor();
  await page.getByRole('link', { name: 'Source' }).click();
  await page.waitForURL('**/README.md?plain=1');
  await page.getByText('Where the *river* meets').waitFor();
  await page.getByRole('link', { name: 'Rendered' }).click();
  await page.locator('.prose').getByRole('link', { name: 'Code' }).click();
  await page.waitForURL(`**/${path}/-/blob/main/src/river.ts`);
  await expect.poll(() => page.locator('.cl').count()).toBe(60);
});

test.runIf(IS_FULL)('finds a file with the keyboard alone, and a text in the code', async () => {
  const { path } = await project('finding');
  await page.goto(`/${path}`);
  await page.getByRole('link', { name: 'README.md' }).first().waitFor();
  // Typed on without waiting for the page.
  await pressKey(page, 't');
  await page.keyboard.type('source');
  await page.waitForURL(`**/${path}/-/find_file/main`);
  await page.getByText('1 of 4 files').waitFor();
  await isClean();
  await page.getByRole('combobox', { name: 'Find a file by path' }).press('Enter');
  await page.waitForURL(`**/${path}/-/blob/main/src/deep/er/source.py`);

  await page.getByRole('link', { name: 'Search code' }).click();
  await page.getByRole('searchbox', { name: 'Search code' }).fill('line42');
  await page.keyboard.press('Enter');
  await page.getByText('1 line in 1 file').waitFor();
  await isClean();
  await page.getByRole('link', { name: 'Line 42' }).click();
  await page.waitForURL('**/src/river.ts#L42');
  await expect.poll(() => page.locator('.cl-selected').innerText()).toContain('line42 = 42');
});

test('an edit in the browser is a commit that git fetches', async () => {
  const made = await project('editing');
  await page.goto(`/${made.path}/-/blob/main/docs/guide.md`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.locator('.cm-content').waitFor();
  await isClean();
  await setEditorText('# Guide\n\nFollow the water.\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('.prose').getByText('Follow the water.').waitFor();
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  await page.getByRole('group', { name: 'Changes in docs/guide.md' }).getByText('Follow the water.').waitFor();
  await page.getByRole('textbox', { name: 'Commit message' }).fill('Guide along the water');
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.waitForURL(`**/${made.path}/-/blob/main/docs/guide.md`);
  await page.locator('.prose').getByText('Follow the water.').waitFor();

  const client = await journey.world.clone(made, { username: 'root', secret: journey.world.root.rest.token });
  expect(await client.must('show', 'origin/main:docs/guide.md')).toBe('# Guide\n\nFollow the water.');
  expect(await client.must('log', '-1', '--format=%s', 'origin/main')).toBe('Guide along the water');
});

test('a new file on a new branch leads to a merge request, and what was typed survives a reload', async () => {
  const { path } = await project('drafts');
  await page.goto(`/${path}/-/new/main/docs`);
  await page.locator('.cm-content').waitFor();
  await page.getByLabel('File path').fill('deeper/note.txt');
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/-/unfinished_texts') && answer.request().postDataJSON()?.field === 'text',
  );
  await setEditorText('Not to be lost.\n');
  // Kept by the server a moment after the last key, for another device too.
  await kept;
  const other = await journey.open({ username: 'root', password: ROOT_PASSWORD });
  await other.page.goto(`/${path}/-/new/main/docs`);
  await other.page.locator('.cm-content').getByText('Not to be lost.').waitFor();
  await expect.poll(() => other.page.getByLabel('File path').inputValue()).toBe('deeper/note.txt');
  await other.context.close();
  await page.reload();
  await page.getByText('Your uncommitted changes were restored').waitFor();
  await page.locator('.cm-content').getByText('Not to be lost.').waitFor();
  await expect.poll(() => page.getByLabel('File path').inputValue()).toBe('deeper/note.txt');
  await page.getByLabel('Commit to a new branch').click();
  await page.getByRole('textbox', { name: 'New branch' }).fill('note');
  await isClean();
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.waitForURL(`**/${path}/-/merge_requests/new?*source_branch*=note*`);
  await page.goto(`/${path}/-/blob/note/docs/deeper/note.txt`);
  await page.getByText('Not to be lost.').waitFor();
  await page.goto(`/${path}/-/new/main/docs`);
  await page.locator('.cm-content').waitFor();
  expect(await page.getByText('Your uncommitted changes were restored').count()).toBe(0);
});

test.runIf(IS_FULL)('a conflict keeps the text, shows what changed, and combines both', async () => {
  const made = await project('conflict');
  const address = `/${made.path}/-/edit/main/docs/guide.md`;
  const body = (first: string, last: string) => `${first}\n\none\n\ntwo\n\nthree\n\n${last}\n`;
  await commitFiles(journey.world.root, made.id, {
    branch: 'main',
    files: { 'docs/guide.md': body('# Guide', 'end') },
    update: true,
  });
  await page.goto(address);
  await page.locator('.cm-content').waitFor();
  await setEditorText(body('# My guide', 'end'));
  await commitFiles(journey.world.root, made.id, {
    branch: 'main',
    files: { 'docs/guide.md': body('# Guide', 'their end') },
    update: true,
  });
  await page.getByRole('button', { name: 'Commit changes' }).click();
  const conflict = page.getByRole('region', { name: 'Conflict' });
  await conflict.getByText('This file was changed in the meantime').waitFor();
  await conflict.getByText('their end').waitFor();
  await page.locator('.cm-content').getByText('# My guide').waitFor();
  await isClean();
  await conflict.getByRole('button', { name: 'Combine both changes' }).click();
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.waitForURL(`**/${made.path}/-/blob/main/docs/guide.md`);
  const { content } = await journey.world.root.rest.get<{ content: string }>(
    `/projects/${made.id}/repository/files/docs%2Fguide.md?ref=main`,
  );
  expect(Buffer.from(content, 'base64').toString()).toBe(body('# My guide', 'their end'));
});

test.runIf(IS_FULL)('uploads, replaces and deletes files', async () => {
  const { path } = await project('uploads');
  await page.goto(`/${path}/-/tree/main/docs`);
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await page.locator('input[type=file]').setInputFiles([
    { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('one\n') },
    { name: 'two words.txt', mimeType: 'text/plain', buffer: Buffer.from('two\n') },
  ]);
  await isClean();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('link', { name: 'two words.txt' }).click();
  await page.getByRole('button', { name: 'More actions for this file' }).click();
  await page.getByRole('menuitem', { name: 'Replace' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('replaced\n') });
  await page.getByRole('button', { name: 'Replace file' }).click();
  await page.getByText('replaced').waitFor();
  await page.getByRole('button', { name: 'More actions for this file' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click();
  await page.waitForURL(`**/${path}/-/tree/main/docs`);
  await page.getByRole('link', { name: 'one.txt' }).waitFor();
  expect(await page.getByRole('link', { name: 'two words.txt', exact: true }).count()).toBe(0);
});

test('branches and tags are made, compared and deleted', async () => {
  const made = await project('naming');
  await commitFiles(journey.world.root, made.id, {
    branch: 'topic',
    start: 'main',
    files: { 'topic.txt': 'topic\n' },
    message: 'Go another way',
  });
  await page.goto(`/${made.path}/-/branches`);
  await page.getByText('0 commits behind, 1 commits ahead of the default branch').waitFor({ state: 'attached' });
  await isClean();
  await page.getByRole('button', { name: 'New branch' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('bad..name');
  await page.getByRole('button', { name: 'Create branch' }).click();
  await page.getByText('is not allowed').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('odd/na#me?');
  await page.getByRole('button', { name: 'Create branch' }).click();
  await page.getByText('is not allowed').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('odd/na#me');
  await page.getByRole('button', { name: 'Create branch' }).click();
  await page.waitForURL(`**/${made.path}/-/tree/odd/na%23me`);
  await page.goto(`/${made.path}/-/branches`);
  await page.getByRole('button', { name: 'Delete odd/na#me' }).click();
  await page.getByRole('button', { name: 'Delete branch' }).click();
  await page.getByRole('link', { name: 'odd/na#me', exact: true }).waitFor({ state: 'detached' });
  // The row goes at once; the server follows.
  const branch = `/projects/${made.id}/repository/branches/odd%2Fna%23me`;
  await expect.poll(async () => (await journey.world.root.rest.send('GET', branch)).status).toBe(404);

  await page.getByRole('link', { name: 'Compare topic' }).click();
  await page.waitForURL(`**/${made.path}/-/compare/main...topic`);
  await page.getByRole('link', { name: 'Go another way' }).waitFor();
  await page.getByRole('heading', { name: '1 changed file' }).waitFor();
  await page.getByRole('link', { name: 'Create merge request' }).waitFor();
  await isClean();
  await page.getByRole('link', { name: 'Swap' }).click();
  await page.getByText('main has no changes that are not in topic').waitFor();

  await page.goto(`/${made.path}/-/tags`);
  await page.getByRole('button', { name: 'New tag' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('v1.0');
  await page.getByRole('textbox', { name: 'Message' }).fill('The first');
  await page.getByRole('button', { name: 'Create tag' }).click();
  await page.getByRole('link', { name: 'v1.0', exact: true }).waitFor();
  await page.getByText('The first').waitFor();
  await isClean();
  await page.getByRole('button', { name: 'Delete v1.0' }).click();
  await page.getByRole('button', { name: 'Delete tag' }).click();
  await page.getByRole('heading', { name: 'No tags yet' }).waitFor();
});

test.runIf(IS_FULL)('a commit shows its changes, where it is, and can be taken back', async () => {
  const made = await project('changing');
  const sha = await commitFiles(journey.world.root, made.id, {
    branch: 'main',
    files: { 'docs/guide.md': '# Changed\n' },
    update: true,
    message: 'Change the guide\n\nBecause it was wrong.',
  });
  await page.goto(`/${made.path}/-/commit/${sha}`);
  await page.getByText('Because it was wrong.').waitFor();
  await page.getByRole('link', { name: 'Branch main' }).waitFor();
  await page.getByText('# Changed').waitFor();
  await isClean();
  await page.locator('td.dn[data-n="1"]').last().click();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#[0-9a-f]{40}_\d+_\d+$/);
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name: 'Revert' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText('A new branch will be created in this project and a new merge request will be started.')
    .waitFor();
  await page.getByLabel('Start a merge request').click();
  await dialog.getByText('Your changes will be committed to main.').waitFor();
  await page.getByRole('button', { name: 'Revert', exact: true }).click();
  await page.getByRole('heading', { name: 'Revert "Change the guide"' }).waitFor();
  // There is nothing left to take back: no branch is left behind either.
  await page.goto(`/${made.path}/-/commit/${sha}`);
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name: 'Revert' }).click();
  await page.getByRole('button', { name: 'Revert', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  const branches = await journey.world.root.rest.get<{ name: string }[]>(
    `/projects/${made.id}/repository/branches?search=^revert-`,
  );
  expect(branches).toEqual([]);
});

test.runIf(IS_FULL)('protection of branches is set and taken away', async () => {
  const { path, id } = await project('protected');
  await page.goto(`/${path}/-/settings/repository`);
  await page.getByRole('heading', { name: 'Protected branches' }).waitFor();
  await isClean();
  await page.getByLabel('Branch', { exact: false }).last().click();
  await typeThere(page, 'release/*');
  await page.getByRole('option', { name: /release\/\*/ }).click();
  await page.getByRole('button', { name: 'Protect', exact: true }).click();
  await page.getByText('0 matching branches').waitFor();
  const rules = await journey.world.root.rest.get<{ name: string }[]>(`/projects/${id}/protected_branches`);
  expect(rules.map((rule) => rule.name).toSorted()).toEqual(['main', 'release/*']);
  await isClean();
  await page.getByRole('listitem').filter({ hasText: 'release/*' }).getByRole('button', { name: 'Unprotect' }).click();
  await page.getByRole('button', { name: 'Remove protection' }).click();
  await page.getByText('release/*').waitFor({ state: 'detached' });
});

test.runIf(IS_FULL)('a fork is made and shows its files when it is ready', async () => {
  const { path } = await project('source');
  await page.goto(`/${path}/-/forks/new`);
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await isClean();
  await page.getByRole('textbox', { name: 'Name' }).fill('The copy');
  await page.getByLabel('Path').fill('copy');
  await page.getByRole('button', { name: 'Fork project' }).click();
  await page.waitForURL(`${journey.server.url}/root/copy`);
  await page.getByRole('list', { name: 'Files' }).getByText('README.md').waitFor();
  await page.getByText('Forked from').waitFor();
  await page.goto(`/${path}/-/forks`);
  await page.getByRole('list', { name: 'Forks' }).waitFor();
  expect(await page.getByRole('list', { name: 'Forks' }).getByRole('link').allInnerTexts()).toEqual(['root/copy']);
  await isClean();
});
