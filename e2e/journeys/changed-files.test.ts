import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { isTooWide } from '../testing/clean.ts';
import { cardOf, linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type TestUser } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const MODULES = 12;

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let changes: string;
let request: MergeRequest;
let projectId: number;
let reader: Window;

const modulePath = (at: number) => `src/module-${String(at).padStart(2, '0')}.ts`;
const files: Record<string, string> = {
  ...Object.fromEntries(Array.from({ length: MODULES }, (_, at) => [modulePath(at + 1), `file ${at}\n`])),
  'docs/more/first.txt': 'first\n',
  'docs/last.txt': 'first\n',
  'yarn.lock': 'first\nsecond\n',
};

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const project = await journey.world.project(ann, 'orchard');
  request = await journey.world.mergeRequest(ann, project, 'grow', files);
  projectId = project.id;
  changes = `/${project.path}/-/merge_requests/${request.iid}/diffs`;
  reader = await journey.open(ann);
});

async function openChanges(page: Page): Promise<void> {
  await page.goto(changes);
  await linesOf(page, modulePath(1)).waitFor();
}

/** Does what changes a preference, and waits until the server has it. */
async function choose(page: Page, act: () => Promise<void>): Promise<void> {
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && /preferences/.test(answer.url()) && answer.ok(),
  );
  await act();
  await kept;
}

async function talkIn(path: string): Promise<void> {
  const position = { position_type: 'text', ...request.diff_refs, old_path: path, new_path: path, new_line: 1 };
  await ann.rest.post(`/projects/${projectId}/merge_requests/${request.iid}/discussions`, { body: 'Why?', position });
}

describe('the files beside the lines', () => {
  const items = (page: Page) => page.getByRole('treeitem');
  const chooseKind = (page: Page, name: RegExp) => page.getByRole('menuitemcheckbox', { name }).press('Enter');
  const openKinds = (page: Page) => page.getByRole('button', { name: /^File filters/ }).press('Enter');

  test.runIf(IS_FULL)('are a tree or a list of a width that is kept', async () => {
    const { page } = reader;
    await openChanges(page);
    await page.getByRole('treeitem', { name: 'docs', exact: true }).waitFor();
    await choose(page, () => page.getByRole('button', { name: 'Show as a list' }).press('Enter'));
    await hasKeyboard(page.getByRole('button', { name: 'Show as a tree' }));
    expect(await items(page).first().textContent()).toContain('docs/more/first.txt');
    const edge = page.getByRole('separator', { name: 'File tree width' });
    await edge.press('ArrowRight');
    const box = await edge.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 200);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 63, (box?.y ?? 0) + 200, { steps: 3 });
    await page.mouse.up();
    const width = await edge.getAttribute('aria-valuenow');
    expect(Number(width)).toBeGreaterThan(380);
    await page.reload();
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(width);
    expect(await items(page).first().textContent()).toContain('docs/more/first.txt');
    await choose(page, () => page.getByRole('button', { name: 'Show as a tree' }).press('Enter'));
    await page.getByRole('treeitem', { name: 'docs', expanded: true }).waitFor();
    await edge.dblclick();
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe('320');
    await pressKey(page, 'Shift+F');
    await edge.waitFor({ state: 'detached' });
    await pressKey(page, 'Shift+F');
    await edge.waitFor();
    expect(reader.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('stay filtered, and their folders closed, when they are put away and shown again', async () => {
    const { page } = reader;
    await openChanges(page);
    const filter = page.getByRole('searchbox', { name: 'Filter files' });
    const folder = page.getByRole('treeitem', { name: 'docs', exact: true });
    await folder.click();
    await page.getByRole('treeitem', { name: 'docs', expanded: false }).waitFor();
    await filter.fill('.txt');
    await openKinds(page);
    await chooseKind(page, /^[.]txt/);
    await page.keyboard.press('Escape');
    await expect.poll(() => items(page).count()).toBe(1);
    await pressKey(page, 'Shift+F');
    await filter.waitFor({ state: 'detached' });
    await pressKey(page, 'Shift+F');
    await expect.poll(() => filter.inputValue()).toBe('.txt');
    await page.getByRole('button', { name: 'File filters, 1 selected' }).waitFor();
    await page.getByRole('treeitem', { name: 'docs', expanded: false }).waitFor();
    expect(await items(page).count()).toBe(1);
    expect(reader.problems).toEqual([]);
  });

  test('are found by their names, by kind, by what is said in them and by whether they are reviewed', async () => {
    const { page } = reader;
    await talkIn('docs/last.txt');
    await openChanges(page);
    const filter = page.getByRole('searchbox', { name: 'Filter files' });
    await filter.fill('module-0');
    await page.getByText(`9 of ${MODULES + 3} files`).waitFor({ state: 'attached' });
    // With their folder.
    await expect.poll(() => items(page).count()).toBe(10);
    await filter.fill('no such file');
    await page.getByText('No changed files match “no such file”.').waitFor();
    await filter.fill('');
    await openKinds(page);
    await hasKeyboard(page.getByRole('menuitemcheckbox').first());
    expect(await findBarriers(page)).toEqual([]);
    const names = async () =>
      (await items(page).allTextContents()).map((each) => /docs|more|first|last/.exec(each)?.[0]);
    await chooseKind(page, /^[.]txt/);
    await expect.poll(() => items(page).count()).toBe(4);
    await chooseKind(page, /^With open threads/);
    await page.keyboard.press('Escape');
    await hasKeyboard(page.getByRole('button', { name: 'File filters, 2 selected' }));
    await expect.poll(names).toEqual(['docs', 'last']);
    const tick = cardOf(page, 'docs/last.txt').getByRole('checkbox', { name: 'Viewed docs/last.txt', exact: true });
    await tick.click();
    await expect.poll(() => tick.isChecked()).toBe(true);
    await openKinds(page);
    await chooseKind(page, /^With open threads/);
    await page.keyboard.press('Escape');
    await expect.poll(names).toEqual(['docs', 'more', 'first', 'last']);
    await openKinds(page);
    await chooseKind(page, /^Viewed/);
    await page.keyboard.press('Escape');
    await expect.poll(names).toEqual(['docs', 'last']);
    await openKinds(page);
    await page.getByRole('menuitem', { name: 'Show all files' }).press('Enter');
    await expect.poll(() => items(page).count()).toBe(MODULES + 6);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Show file tree' }).click();
    const sheet = page.getByRole('dialog', { name: 'Changed files' });
    await sheet.getByRole('searchbox', { name: 'Filter files' }).fill('module-12');
    await expect.poll(() => items(page).count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await sheet.getByRole('treeitem', { name: /module-12/ }).click();
    await sheet.waitFor({ state: 'detached' });
    await expect
      .poll(() => cardOf(page, modulePath(MODULES)).evaluate((card) => card.contains(document.activeElement)))
      .toBe(true);
    expect(reader.problems).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test.runIf(IS_FULL)('are folded and opened all at once, and one of them by a link to it or to its line', async () => {
    const { page } = reader;
    await openChanges(page);
    const shown = () => page.getByRole('group', { name: /^Changes in / }).count();
    await pressKey(page, ';');
    await expect.poll(shown).toBeGreaterThan(3);
    const line = await linesOf(page, 'yarn.lock').locator('tr.dr').last().getAttribute('id');
    await pressKey(page, 'Shift+:');
    await expect.poll(shown).toBe(0);
    const named = await cardOf(page, 'docs/last.txt').getAttribute('id');
    await page.evaluate((hash) => (location.hash = hash), named ?? '');
    // The file alone is named: it stays folded, and has the keyboard.
    await hasKeyboard(cardOf(page, 'docs/last.txt'));
    expect(await shown()).toBe(0);
    await page.evaluate((hash) => (location.hash = hash), line ?? '');
    await page.waitForFunction((id) => document.activeElement?.id === id, line);
    await page.getByRole('button', { name: 'View settings' }).click();
    await page.getByRole('menuitem', { name: 'Expand all files' }).click();
    await expect.poll(shown).toBeGreaterThan(3);
    expect(reader.problems).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  });
});

describe('files of odd kinds', () => {
  const POEM = Array.from({ length: 9 }, (_, at) => `verse ${at + 1}\n`).join('');
  const pointer = (digit: string, size: number) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize ${size}\n`;
  let lib: { path: string; old: string; now: string };
  let odd = '';

  beforeAll(async () => {
    const made = await journey.world.project(ann, 'lib', { files: { 'a.txt': 'one\n' } });
    const first = await ann.rest.get<{ id: string }>(`/projects/${made.id}/repository/commits/main`);
    const now = await commitFiles(ann, made.id, { branch: 'main', files: { 'a.txt': 'two\n' }, update: true });
    lib = { path: made.path, old: first.id, now };
    const { id, path } = await journey.world.project(ann, 'odd', {
      files: {
        '.gitattributes': 'made/* linguist-generated\n',
        '.gitmodules': '[submodule "lib"]\n\tpath = lib\n\turl = ../lib.git\n',
        'film.mov': pointer('a', 2_048),
        'guard.ts': 'if (isAdmin) {\n',
        'made/list.txt': 'one\n',
        'poem.txt': POEM,
      },
    });
    const client = await journey.world.clone({ id, path }, { username: 'ann', secret: ann.rest.token });
    const setModule = (sha: string) => client.must('update-index', '--add', '--cacheinfo', `160000,${sha},lib`);
    await setModule(lib.old);
    await client.must('commit', '--quiet', '-m', 'Take the library');
    await client.must('push', '--quiet', 'origin', 'main');
    await client.must('checkout', '--quiet', '-b', 'grow');
    // Where its files would be: without it they are gone, and it with them.
    await mkdir(join(client.dir, 'lib'));
    await setModule(lib.now);
    await symlink('poem.txt', join(client.dir, 'link'));
    await client.commit(
      {
        'film.mov': pointer('b', 4_096),
        'guard.ts': 'if (isAdmin\u202e \u2066// check\u2069 \u2066) {\n',
        'made/list.txt': 'two\n',
        'poem.txt': POEM.replace('verse 5', 'a new verse'),
        'poem-copy.txt': POEM,
      },
      'Grow oddly',
    );
    await client.must('push', '--quiet', 'origin', 'grow');
    const asked = { source_branch: 'grow', target_branch: 'main', title: 'Grow oddly' };
    const { iid } = await ann.rest.post<MergeRequest>(`/projects/${id}/merge_requests`, asked);
    odd = `/${path}/-/merge_requests/${iid}/diffs?view=inline`;
  });

  test.runIf(IS_FULL)('say in words what they are, and lead to what belongs to them', async () => {
    const { page } = reader;
    await page.goto(odd);
    const says = async (name: string, ...words: string[]) => {
      for (const each of words) await expect.poll(() => cardOf(page, name).textContent()).toContain(each);
    };
    await says(
      'film.mov',
      'LFS',
      'Stored with Git LFS. Changes are not shown line by line.',
      '2.00 KiB before, 4.00 KiB after',
    );
    await says('guard.ts', 'if (isAdmin');
    await linesOf(page, 'guard.ts').locator('.bidi-mark[title="U+202E"]').waitFor();
    await says(
      'link',
      'Symbolic link',
      'Symbolic link. Its line is the target path.',
      'poem.txt',
      'No newline at end of file',
    );
    await says('poem-copy.txt', 'copied from', 'poem.txt', 'New', 'added line 9: verse 9');
    await says(
      'made/list.txt',
      'Generated',
      '.gitattributes marks this file as generated, so its changes are collapsed.',
    );
    const [old, now] = [lib.old.slice(0, 8), lib.now.slice(0, 8)];
    await says('lib', 'Submodule', `Submodule updated from ${old} to ${now}.`);
    expect(await findBarriers(page)).toEqual([]);
    await cardOf(page, 'lib')
      .getByRole('link', { name: `Compare ${old}...${now}` })
      .click();
    await page.waitForURL(`**/${lib.path}/-/compare/${lib.old}...${lib.now}`);
    await linesOf(page, 'a.txt').locator('.dk-added', { hasText: 'two' }).waitFor();
    expect(reader.problems).toEqual([]);
  });
});
