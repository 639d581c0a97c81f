import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { pressKey, topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest } from '../testing/world.ts';

const journey = beginJourney();
let changes: string;
let reader: Window;
let noteId: number;

const MODULES = 12;
/** What the address names is here; what is read meanwhile is there. */
const NAMED = 2;
const READ = 9;

/** Folded at first. */
const LOCK = 'yarn.lock';

const path = (at: number) => `module-${String(at).padStart(2, '0')}.ts`;
const text = (of: (line: number) => string) => Array.from({ length: 160 }, (_, at) => `${of(at + 1)}\n`).join('');
const hashOf = (at: number) => createHash('sha1').update(path(at)).digest('hex');
const step = (line: number) => `step(${line});`;

/** Two blocks are moved to the right; within the first one a line becomes another one as well. */
function changed(line: number): string {
  if (line === 3 || line === 150) return `leap(${line});`;
  if (line === 50) return `  leap(${line});`;
  return (line >= 40 && line <= 60) || (line >= 90 && line <= 110) ? `  ${step(line)}` : step(line);
}

beforeAll(async () => {
  const ann = await journey.world.person('ann', 'Ann Author');
  const files = (of: (line: number) => string) => ({
    ...Object.fromEntries(Array.from({ length: MODULES }, (_, at) => [path(at + 1), text(of)])),
    [LOCK]: text(of),
  });
  const project = await journey.world.project(ann, 'stairs', { files: files(step) });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'leap');
  await client.commit(files(changed), 'Leap');
  await client.must('push', '--quiet', 'origin', 'leap');
  const request = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
    source_branch: 'leap',
    target_branch: 'main',
    title: 'Leap',
  });
  const named = { old_path: path(NAMED), new_path: path(NAMED), new_line: 3 };
  const { notes } = await ann.rest.post<{ notes: [{ id: number }] }>(
    `/projects/${project.id}/merge_requests/${request.iid}/discussions`,
    { body: 'Why leap?', position: { position_type: 'text', ...request.diff_refs, ...named } },
  );
  noteId = notes[0].id;
  changes = `/${project.path}/-/merge_requests/${request.iid}/diffs`;
  reader = await journey.open(ann);
});

const numbered = (page: Page, at: number, line: number, side: 'old' | 'new' = 'new') =>
  linesOf(page, path(at)).locator(`td.dn[data-side="${side}"][data-n="${line}"]`);

async function toggleWhitespace(page: Page, isShown: boolean, at = { file: READ, line: 100 }): Promise<void> {
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('prefer'));
  await pressKey(page, 'Shift+W');
  await kept;
  await page.waitForURL(isShown ? /w=0/ : /w=1/);
  // The block that was only moved to the right is there, or is not.
  await expect.poll(() => numbered(page, at.file, at.line).count()).toBe(isShown ? 1 : 0);
  await expect.poll(() => linesOf(page, path(MODULES)).count()).toBe(1);
}

async function toggleFileByFile(page: Page): Promise<void> {
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('prefer'));
  await page.getByRole('button', { name: 'View settings' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show one file at a time' }).click();
  await kept;
}

const filesOf = (page: Page) => page.getByRole('region', { name: /^module-/ });

/** Scrolls until this is the first line below the bars that one can read. */
async function read(page: Page, line: Locator): Promise<number> {
  await page.mouse.move(900, 500);
  await linesOf(page, path(READ)).evaluate((lines) => lines.scrollIntoView({ block: 'start' }));
  // Lines that are far away are text: they become rows as the reader comes near.
  const comesNear = async () => {
    if ((await line.count()) > 0) return true;
    await page.mouse.wheel(0, 400);
    return false;
  };
  await expect.poll(comesNear).toBe(true);
  await topAtRest(line);
  await line.evaluate((cell) => window.scrollBy(0, cell.getBoundingClientRect().top - 124));
  return topAtRest(line);
}

type Kind = 'no hash' | 'a file' | 'a line' | 'a note';
const KINDS: readonly Kind[] = ['no hash', 'a file', 'a line', 'a note'];

/** Opens the changes with such a hash, and waits until it was gone to. */
async function openNamed(page: Page, view: string, kind: Kind): Promise<void> {
  const fileHash = hashOf(NAMED);
  const code = `${fileHash}_4_3`;
  const hash = { 'no hash': '', 'a file': fileHash, 'a line': code, 'a note': `note_${noteId}` }[kind];
  await page.goto('about:blank');
  await page.goto(`${changes}?view=${view}&w=0${hash === '' ? '' : `#${hash}`}`);
  if (hash === '') return;
  const card = page.getByRole('region', { name: path(NAMED), exact: true });
  await expect.poll(async () => Math.abs((await topAtRest(card)) - 300)).toBeLessThan(300);
  if (kind !== 'a file') await page.waitForFunction((id) => document.activeElement?.id === id, hash);
}

describe.each(['inline', 'parallel'])('white space is hidden and shown, %s', (view) => {
  test.each(KINDS)('the line that is read stays where it is: %s in the address', async (kind) => {
    const { page, problems } = reader;
    await openNamed(page, view, kind);
    const { hash } = new URL(page.url());
    const changedLine = numbered(page, READ, 150);
    const before = await read(page, changedLine);
    await toggleWhitespace(page, false);
    expect(Math.abs((await topAtRest(changedLine)) - before)).toBeLessThan(3);
    await toggleWhitespace(page, true);
    expect(Math.abs((await topAtRest(changedLine)) - before)).toBeLessThan(3);
    expect(new URL(page.url()).hash).toBe(hash);
    // What the address names is marked all the same.
    await expect.poll(async () => (await page.locator('.dr-selected').count()) > 0).toBe(kind === 'a line');
    expect(problems).toEqual([]);
  });

  test('a line that is no change any more stays too, and one that is not there gives its place to the nearest', async () => {
    const { page, problems } = reader;
    await openNamed(page, view, 'a line');
    const moved = numbered(page, READ, 52);
    const top = await read(page, moved);
    await toggleWhitespace(page, false);
    expect(Math.abs((await topAtRest(moved)) - top)).toBeLessThan(3);
    await toggleWhitespace(page, true);
    expect(Math.abs((await topAtRest(moved)) - top)).toBeLessThan(3);
    // The lines around 110 belong to the second block alone; the next ones that differ are those around 150.
    const gone = numbered(page, READ, 110);
    const before = await read(page, gone);
    await toggleWhitespace(page, false);
    expect(await gone.count()).toBe(0);
    expect(Math.abs((await topAtRest(numbered(page, READ, 147))) - before)).toBeLessThan(3);
    await toggleWhitespace(page, true);
    expect(Math.abs((await topAtRest(gone)) - before)).toBeLessThan(3);
    expect(problems).toEqual([]);
  });
});

test('what was folded or opened by hand stays so without white space, on two sides, and file by file', async () => {
  const { page, problems } = reader;
  await openNamed(page, 'inline', 'no hash');
  const isOpen = (name: string) => page.getByRole('button', { name: `Collapse ${name}`, exact: true }).count();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const stand = async () => [await isOpen(path(1)), await isOpen(path(2)), await isOpen(path(3)), await isOpen(LOCK)];
  await page.getByRole('button', { name: `Expand ${LOCK}`, exact: true }).waitFor();
  expect(await stand()).toEqual([1, 1, 1, 0]);
  await press(`Collapse ${path(1)}`);
  // A tick folds it, and its reader looks once more.
  await page.getByRole('checkbox', { name: `Viewed ${path(3)}` }).check();
  await press(`Expand ${path(3)}`);
  await press(`Expand ${LOCK}`);
  await linesOf(page, path(3)).waitFor();
  const opened = [0, 1, 1, 1];
  expect(await stand()).toEqual(opened);
  const near = { file: 2, line: 44 };
  await toggleWhitespace(page, false, near);
  expect(await stand()).toEqual(opened);
  await linesOf(page, LOCK).waitFor();
  await page.getByRole('checkbox', { name: `Viewed ${path(3)}`, checked: true }).waitFor();
  expect(await stand()).toEqual(opened);
  await toggleWhitespace(page, true, near);
  await page.getByRole('checkbox', { name: `Viewed ${path(3)}`, checked: true }).waitFor();
  expect(await stand()).toEqual(opened);
  await page.getByRole('button', { name: 'View settings' }).click();
  await page.getByRole('menuitemradio', { name: 'Side by side' }).click();
  await page.waitForURL(/view=parallel/);
  expect(await stand()).toEqual(opened);
  await page.getByRole('checkbox', { name: `Viewed ${path(3)}` }).uncheck();
  await page.getByRole('button', { name: 'View settings' }).click();
  await page.getByRole('menuitem', { name: 'Collapse all files' }).click();
  await expect.poll(stand).toEqual([0, 0, 0, 0]);
  await toggleFileByFile(page);
  await expect.poll(() => filesOf(page).count()).toBe(1);
  await toggleFileByFile(page);
  await expect.poll(() => filesOf(page).count()).toBe(MODULES);
  expect(await stand()).toEqual([0, 0, 0, 0]);
  expect(problems).toEqual([]);
});

test('lines that were opened stay so when their file is shown alone and among all of them again', async () => {
  const { page, problems } = reader;
  await openNamed(page, 'inline', 'no hash');
  const hidden = numbered(page, 1, 20);
  expect(await hidden.count()).toBe(0);
  await page.getByRole('button', { name: `More actions for ${path(1)}` }).click();
  await page.getByRole('menuitem', { name: 'Show full file' }).click();
  await expect.poll(() => hidden.count()).toBe(1);
  await toggleFileByFile(page);
  await expect.poll(() => filesOf(page).count()).toBe(1);
  expect(await hidden.count()).toBe(1);
  await page.getByRole('button', { name: `More actions for ${path(1)}` }).click();
  await page.getByRole('menuitem', { name: 'Show changes only' }).waitFor();
  await page.keyboard.press('Escape');
  await toggleFileByFile(page);
  await expect.poll(() => filesOf(page).count()).toBe(MODULES);
  expect(await hidden.count()).toBe(1);
  expect(problems).toEqual([]);
});

test('the file that was shown alone is the one that is read among all of them', async () => {
  const { page, problems } = reader;
  await openNamed(page, 'inline', 'no hash');
  await toggleFileByFile(page);
  await expect.poll(() => filesOf(page).count()).toBe(1);
  await page.goto(`${changes}?view=inline&w=0&file=${hashOf(READ)}`);
  await page
    .getByText(`File ${READ} of ${MODULES + 1}`)
    .first()
    .waitFor();
  await toggleFileByFile(page);
  await expect.poll(() => filesOf(page).count()).toBe(MODULES);
  const card = page.getByRole('region', { name: path(READ), exact: true });
  await expect.poll(async () => Math.abs((await topAtRest(card)) - 100)).toBeLessThan(100);
  expect(problems).toEqual([]);
});
