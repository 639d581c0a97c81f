import { createHash } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { withoutPreloadedResponses } from '../testing/without-preloaded-responses.ts';
import { findBarriers } from '../testing/axe.ts';
import { isTooWide } from '../testing/clean.ts';
import { listHotkeys } from '../../packages/web/src/app/known-hotkeys.ts';
import { cardOf, countDiffLines, linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey, topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, TestUser, Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

/** More than come in the first batches, so that each kind of batch is met; the full run has twice as many, all alike. */
const MODULES = IS_FULL ? 40 : 20;
const HUGE_LINES = 9_000;
const journey = beginJourney({ isShared: true });
let ann: TestUser;
let ben: TestUser;
let project: Project;
let request: MergeRequest;
let changes: string;
let reader: Window;

const lines = (count: number, of: (line: number) => string) =>
  `${Array.from({ length: count }, (_, at) => of(at + 1)).join('\n')}\n`;
const modulePath = (at: number) => `src/module-${String(at).padStart(2, '0')}.ts`;
const moduleText = lines(60, (line) => `export const value${line} = ${line};`);
const moved = lines(15, (line) => `export function moved${line}() { return ${line} * factor; }`);

function baseFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 1; at <= MODULES; at++) files[modulePath(at)] = moduleText;
  return {
    ...files,
    'old/name.ts': lines(20, (line) => `name ${line}`),
    'run.sh': '#!/bin/sh\necho hi\n',
    'space.ts': lines(10, (line) => `if (x) { y${line} }`),
    'move/from.ts': `${lines(4, (line) => `keep ${line}`)}${moved}${lines(4, (line) => `tail ${line}`)}`,
    'yarn.lock': 'a@1\n',
  };
}

function changedFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 1; at <= MODULES; at++) {
    files[modulePath(at)] = moduleText
      .replace('value3 = 3;', `value3 = ${at * 100};\nexport const extra = true;`)
      .replace('value50 = 50', 'value50 = 500');
  }
  return {
    ...files,
    'space.ts': lines(10, (line) => `if (x) { y${line} }`).replace('if (x) { y3', 'if (x)   { y3'),
    'move/from.ts': `${lines(4, (line) => `keep ${line}`)}${lines(4, (line) => `tail ${line}`)}`,
    'move/to.ts': `${lines(3, (line) => `head ${line}`)}${moved}`,
    'huge.txt': lines(HUGE_LINES, (line) => `huge ${line}`),
    'yarn.lock': 'a@2\nb@1\n',
    'last.txt': 'first\nwithout an end',
  };
}

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  const members = [{ person: ben, level: 40 }];
  project = await journey.world.project(ann, 'orchard', { members, files: baseFiles() });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'grow');
  await client.must('mv', 'old/name.ts', 'new-name.ts');
  await chmod(path.join(client.dir, 'run.sh'), 0o755);
  await client.commit({ ...changedFiles() }, 'Grow the modules');
  await client.commit({ [modulePath(1)]: changedFiles()[modulePath(1)]?.replace('9;', '99;') ?? '' }, 'Round one up');
  await client.must('push', '--quiet', 'origin', 'grow');
  request = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
    source_branch: 'grow',
    target_branch: 'main',
    title: 'Grow the orchard',
  });
  changes = `/${project.path}/-/merge_requests/${request.iid}/diffs`;
  reader = await journey.open(ben);
});

async function openChanges(page: Page, rest = ''): Promise<void> {
  // What another test chose and could not take back is no matter of this one.
  await page.goto(`${changes}${rest === '' ? '?view=inline' : rest}`);
  await page
    .getByRole('group', { name: /^Changes in / })
    .first()
    .waitFor();
}

/** As a build sends what it measured. */
async function reportOn(sha: string, kind: 'coverage' | 'codequality', text: string): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob([text]), 'report');
  const url = `${journey.server.url}/api/v4/projects/${project.id}/repository/commits/${sha}/reports/${kind}`;
  const answer = await fetch(url, { method: 'POST', headers: { 'private-token': ann.rest.token }, body });
  expect(answer.status).toBe(201);
}

async function reportOnHead(kind: 'coverage' | 'codequality', text: string): Promise<void> {
  const { sha } = await ann.rest.get<{ sha: string }>(`/projects/${project.id}/merge_requests/${request.iid}`);
  await reportOn(sha, kind, text);
}

const coverageOf = (path: string, hits: Record<number, number>) => {
  const lines = Object.entries(hits).map(([line, count]) => `<line number="${line}" hits="${count}"/>`);
  return `<coverage><packages><package><classes><class filename="${path}"><lines>${lines.join('')}</lines></class></classes></package></packages></coverage>`;
};
const findingIn = (path: string) => ({
  description: 'Never used',
  fingerprint: path,
  severity: 'major',
  location: { path, lines: { begin: 4 } },
});

/** A thread of the author on a line of a new file; gives the id of its note. */
async function commentOn(path: string, line: number): Promise<number> {
  const position = { position_type: 'text', ...request.diff_refs, old_path: path, new_path: path, new_line: line };
  const { notes } = await ann.rest.post<{ notes: [{ id: number }] }>(
    `/projects/${project.id}/merge_requests/${request.iid}/discussions`,
    { body: 'Deep down', position },
  );
  return notes[0].id;
}

/** To a file by the finder, as someone does who knows its name. */
async function findFile(page: Page, letters: string): Promise<void> {
  await pressKey(page, 't');
  await page.getByRole('combobox', { name: 'File path' }).fill(letters);
  await expect.poll(() => page.getByRole('option').first().textContent()).toContain(letters);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Nothing went wrong in the page, and nothing sticks out of it. */
async function expectWhole({ page, problems }: Pick<Window, 'page' | 'problems'>): Promise<void> {
  expect(problems).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
}

/** The same, and without barriers: a long look where there are many lines. */
async function expectClean({ page, problems }: Pick<Window, 'page' | 'problems'>): Promise<void> {
  // What a button says while it has the focus stands outside of the page's landmarks.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  // Marks that are on their way are drawn faintly: half of the look would see them so, and half not.
  await expect.poll(() => page.getByRole('checkbox', { disabled: true }).count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await expectWhole({ page, problems });
}

/** The keyboard is there: whatever was pressed before is gone. */
const holdsFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement);

/** Does what changes a preference, and waits until the server has it: the next page is drawn by what the server has. */
async function choose(page: Page, act: () => Promise<void>): Promise<void> {
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && /preferences/.test(answer.url()) && answer.ok(),
  );
  await act();
  await kept;
}

/** Presses an entry of the view settings, whose menu is gone then. */
async function set(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'View settings' }).click();
  await page.getByRole('menuitemcheckbox', { name }).click();
}

/** Notes what the page asks for until the first lines are there. */
function noteAsked(): void {
  const asked: string[] = [];
  const { fetch: ask, EventSource: Stream } = window;
  window.fetch = (input, init) => {
    asked.push(input instanceof Request ? input.url : input.toString());
    return ask(input, init);
  };
  window.EventSource = class extends Stream {
    constructor(url: string | URL) {
      asked.push(String(url));
      super(url);
    }
  };
  const watch = new MutationObserver(() => {
    if (!document.querySelector('[id^="diff-content-"] td')) return;
    watch.disconnect();
    Object.assign(window, { askedBeforeLines: [...asked] });
  });
  watch.observe(document, { childList: true, subtree: true });
}

test('three requests at most until the first lines, threads, pending comments and marks included', async () => {
  const { page, problems } = await journey.open(ben);
  await page.addInitScript(noteAsked);
  await openChanges(page);
  const asked = await page.evaluate(() => (window as unknown as { askedBeforeLines: string[] }).askedBeforeLines);
  // Live news wait for the lines, but no longer than a second: that is for `realtime.test.ts`.
  const names = asked
    .map((address) => new URL(address, journey.server.url).pathname.replace(/.*[/]/, ''))
    .filter((name) => name !== 'realtime');
  // The third is the document.
  expect(names.toSorted().filter((name) => name !== 'diffs_metadata.json')).toEqual(['diffs_batch.json']);
  expect(names.length + 1).toBeLessThanOrEqual(3);
  await page.context().close();
  expect(problems).toEqual([]);
});

test('the tree is walked by arrows', async () => {
  const { page } = reader;
  await openChanges(page);
  await page.getByRole('tree', { name: 'Files' }).focus();
  await pressKey(page, 'Home');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('treeitem', { name: 'move', expanded: false }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#diff-content-/);
  await expect.poll(() => page.getByRole('treeitem', { selected: true }).count()).toBe(1);
  await expectWhole(reader);
});

describe('a link leads to what it names', () => {
  test('to a note in a folded file, thousands of lines down', async () => {
    const id = await commentOn('huge.txt', 7_000);
    const { page } = reader;
    await page.goto(`${changes}#note_${id}`);
    await page.waitForFunction((wanted) => document.activeElement?.id === `note_${wanted}`, id);
    const note = page.locator(`#note_${id}`);
    await expect.poll(() => note.isVisible()).toBe(true);
    await expect
      .poll(() => note.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight))
      .toBe(true);
    expect(reader.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('to a line, a run of lines, and a line hidden between the hunks', async () => {
    const { page } = reader;
    await openChanges(page);
    const code = await linesOf(page, modulePath(2)).locator('tr.dk-added').first().getAttribute('id');
    const hash = code?.split('_')[0] ?? '';
    await page.goto('about:blank');
    await page.goto(`${changes}#${hash}_4_3-_4_4`);
    await page.waitForFunction((id) => document.activeElement?.id === id, `${hash}_4_3`);
    await expect.poll(() => page.locator('.dr-selected').count()).toBe(2);
    await page.goto('about:blank');
    await page.goto(`${changes}#${hash}_30_31`);
    await page.waitForFunction((id) => document.activeElement?.id === id, `${hash}_30_31`);
    await linesOf(page, modulePath(2)).locator('.dt', { hasText: 'value30 = 30;' }).waitFor();
    await expect.poll(() => page.locator('.dr-selected').textContent()).toContain('line 31: export const value30');
  });

  test.runIf(IS_FULL)('that the number of a line gives, and to a run of lines, which someone else opens', async () => {
    const { page } = reader;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await openChanges(page);
    const file = linesOf(page, modulePath(4));
    await findFile(page, 'module-04');
    const number = (line: number) => file.locator(`td.dn[data-side="new"][data-n="${line}"]`);
    await number(5).hover();
    const link = file.getByLabel('Link to line 5');
    const address = await link.evaluate((each) => (each as HTMLAnchorElement).href);
    expect(address).toMatch(/[?&]diff_id=\d+#[0-9a-f]{40}_4_5$/);
    const { hash } = new URL(address);
    const named = () => new URL(page.url()).hash;
    const top = await topAtRest(number(5));
    await link.click();
    await expect.poll(named).toBe(hash);
    await number(7).click({ modifiers: ['Shift'] });
    await expect.poll(named).toBe(`${hash}-_6_7`);
    await expect.poll(() => page.locator('.dr-selected').count()).toBe(3);
    expect(await topAtRest(number(5))).toBe(top);
    await page.getByRole('button', { name: `More actions for ${modulePath(4)}` }).click();
    await page.getByRole('menuitem', { name: 'Copy link to the lines' }).click();
    await page.getByText('Link to the lines copied.').waitFor();
    expect(await copied()).toBe(`${address}-_6_7`);
    // With the keyboard: one line, then those down to another one.
    await number(4).click();
    await expect.poll(() => holdsFocus(file)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('y');
    await expect.poll(copied).toBe(address);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Y');
    await expect.poll(copied).toBe(`${address}-_5_6`);
    const range = await copied();
    await page.goto('about:blank');
    await page.goto(range);
    await page.waitForFunction((id) => document.activeElement?.id === id, hash.slice(1));
    await expect.poll(() => page.locator('.dr-selected').count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    // Two sides: the number names the line of its side alone.
    await openChanges(page, '?view=parallel');
    await findFile(page, 'module-04');
    await file.locator('td.dn[data-side="old"][data-n="3"]').click();
    await expect.poll(() => page.locator('.dr-selected').count()).toBe(2);
    // The keys are for that line too, and cross to the one beside it and back.
    await expect.poll(() => holdsFocus(file)).toBe(true);
    await page.keyboard.press('y');
    await expect.poll(copied).toMatch(/view=parallel&diff_id=\d+#[0-9a-f]{40}_3_3$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('y');
    await expect.poll(copied).toMatch(/_4_3$/);
    await page.keyboard.press('Shift+H');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Comment on line 3' }).waitFor();
    await page.keyboard.press('Escape');
    expect(reader.problems).toEqual([]);
  });
});

test.runIf(IS_FULL)('keys copy the branch and open the form; a draft says that it is one', async () => {
  const { page } = await journey.open(ann);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChanges(page);
  // The keys of a merge request load after its first view.
  const copied = () => pressKey(page, 'b').then(() => page.evaluate(() => navigator.clipboard.readText()));
  await expect.poll(copied).toBe('grow');
  await pressKey(page, '?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // All that is known of, but what belongs to the sidebar, and to a review that is begun or over.
  const known = listHotkeys([]).filter(({ id }) => !/^(choice|review)\./.test(id));
  const rows = () =>
    sheet.locator('li').evaluateAll((items) => items.map((row) => row.querySelector('span')?.textContent));
  await expect.poll(rows).toEqual(expect.arrayContaining(known.map(({ label }) => label)));
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  const marks = page
    .getByRole('banner')
    .or(page.locator('header'))
    .filter({ has: page.getByRole('heading', { level: 1 }) });
  await marks.getByRole('button', { name: 'More actions' }).click();
  const item = page.getByRole('menuitem', { name: 'Mark as draft' });
  await item.waitFor();
  const one = `/projects/${project.id}/merge_requests/${request.iid}`;
  await ann.rest.put(one, { title: 'Grow the grove' });
  const marking = page.waitForRequest((sent) => sent.method() === 'PUT');
  await item.click();
  expect((await marking).postDataJSON()).toEqual({ draft: true });
  await marks.getByText('Draft', { exact: true }).waitFor();
  await marks.getByText('Open', { exact: true }).waitFor();
  await marks.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Mark as ready' }).click();
  await marks.getByText('Draft', { exact: true }).waitFor({ state: 'detached' });
  expect((await ann.rest.get<{ title: string }>(one)).title).toBe('Grow the grove');
  await ann.rest.put(one, { title: 'Grow the orchard' });
  await pressKey(page, 'e');
  await page.waitForURL(/\/edit$/);
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
});

describe('ways to show the changes', () => {
  test('two sides and back keep the lines in place; the address and the next page remember', async () => {
    const { page } = reader;
    await openChanges(page);
    await findFile(page, 'module-17');
    // The key walks the lines of the file that has the keyboard: not before this one has it.
    await expect.poll(() => holdsFocus(linesOf(page, modulePath(17)))).toBe(true);
    await page.keyboard.press('.');
    const before = await topAtRest(linesOf(page, modulePath(17)).locator('.dr-current'));
    await choose(page, () => page.keyboard.press('Shift+D'));
    await page.waitForURL(/view=parallel/);
    await linesOf(page, modulePath(17)).locator('.dtable-parallel').first().waitFor();
    const after = () =>
      linesOf(page, modulePath(17))
        .locator('tr.dr', { hasText: 'removed line 3:' })
        .evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(async () => Math.abs((await after()) - before)).toBeLessThan(60);
    await page.goto(changes);
    await page.locator('.dtable-parallel').first().waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.locator('.dtable:not(.dtable-parallel)').first().waitFor();
    await page.getByRole('button', { name: 'View settings' }).click();
    await page.getByText('the window is too narrow').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expectWhole(reader);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.dtable-parallel').first().waitFor();
    await choose(page, () => pressKey(page, 'Shift+D'));
    await page.waitForURL(/view=inline/);
  });

  test.runIf(IS_FULL)('white space is hidden and shown; what differs in nothing else says so', async () => {
    const { page } = reader;
    await openChanges(page);
    await findFile(page, 'space.ts');
    await linesOf(page, 'space.ts').locator('.dk-removed', { hasText: 'y3' }).waitFor();
    await set(page, 'Show whitespace changes');
    await page.waitForURL(/w=1/);
    await findFile(page, 'space.ts');
    await cardOf(page, 'space.ts').getByText('Only whitespace changed. Whitespace changes are hidden.').waitFor();
    expect(await linesOf(page, 'space.ts').count()).toBe(0);
    await expect.poll(() => ben.rest.get('/user/preferences')).toMatchObject({ show_whitespace_in_diffs: false });
    await choose(page, () => set(page, 'Show whitespace changes'));
    // Lines that are far away are text: they become rows where the reader comes.
    await findFile(page, 'space.ts');
    await linesOf(page, 'space.ts').locator('.dk-removed', { hasText: 'y3' }).waitFor();
  });

  test.runIf(IS_FULL)('what follows the first files comes at once, or in batches after a failure', async () => {
    const { page } = reader;
    const asked: string[] = [];
    const note = (request: Request) => {
      const [, name] = /(diffs_batch(?:es)?)[.]/.exec(request.url()) ?? [];
      if (name !== undefined) asked.push(name);
    };
    // Cards are drawn in their order: where the last one is, all are loaded.
    const last = cardOf(page, 'yarn.lock');
    // The page before may still ask for files of its own.
    await page.goto('about:blank');
    page.on('request', note);
    await page.goto(changes);
    await last.waitFor();
    expect(asked).toEqual(['diffs_batch', 'diffs_batches']);
    // The first line of it is whole, the second is not.
    await page.route('**/diffs_batches.ndjson*', async (route) => {
      const response = await route.fetch();
      const [first = '', second = ''] = (await response.text()).split('\n');
      await route.fulfill({
        status: 200,
        contentType: 'application/x-ndjson',
        body: `${first}\n${second.slice(0, 99)}`,
      });
    });
    await page.goto('about:blank');
    asked.length = 0;
    await page.goto(changes);
    await last.waitFor();
    expect(asked.slice(0, 2)).toEqual(['diffs_batch', 'diffs_batches']);
    expect(asked.slice(2).length).toBeGreaterThan(0);
    expect(new Set(asked.slice(2))).toEqual(new Set(['diffs_batch']));
    expect(await page.getByText('Unable to load the diff').count()).toBe(0);
    await page.unroute('**/diffs_batches.ndjson*');
    page.off('request', note);
  });

  test.runIf(IS_FULL)('one file at a time asks for one file at a time', async () => {
    const { page } = reader;
    await openChanges(page);
    await choose(page, () => set(page, 'Show one file at a time'));
    await page
      .getByText(/^File \d+ of/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('region', { name: /\.(ts|txt|sh|lock)$/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Next', exact: true }).first().click();
    await page.waitForURL(/file=/);
    const address = page.url();
    const batches: string[] = [];
    const note = (asked: Request) => {
      if (asked.url().includes('diffs_batch')) batches.push(asked.url());
    };
    // The page before may still ask for files of its own.
    await page.goto('about:blank');
    page.on('request', note);
    await page.goto(address);
    await page
      .getByText(/^File 2 of/)
      .first()
      .waitFor();
    await expect.poll(() => batches.length).toBeGreaterThan(0);
    expect(batches.every((url) => /[?&]only=\d+(?:&|$)/.test(url))).toBe(true);
    page.off('request', note);
    await expectClean(reader);
    await choose(page, () => set(page, 'Show one file at a time'));
    await expect.poll(() => page.getByRole('group', { name: /^Changes in / }).count()).toBeGreaterThan(1);
  });

  test('one commit alone, found by its words, then its neighbour', async () => {
    const { page } = reader;
    await openChanges(page);
    await page.getByRole('button', { name: 'All commits' }).click();
    const find = page.getByRole('combobox', { name: 'Find a commit' });
    await page.getByRole('option', { name: /Round one up/ }).waitFor();
    await find.fill('grow ben');
    await page.getByText('No commits match “grow ben”.').waitFor();
    await find.fill('GROW');
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await find.press('Enter');
    const commit = page.getByRole('region', { name: 'Commit', exact: true });
    await commit.getByText('Grow the modules').waitFor();
    await pressKey(page, 'c');
    await commit.getByText('Round one up').waitFor();
    await expect.poll(() => page.getByRole('group', { name: /^Changes in / }).count()).toBe(1);
    await pressKey(page, 'x');
    await commit.getByText('Grow the modules').waitFor();
    await commit.getByRole('link', { name: 'Show all commits' }).click();
    await commit.waitFor({ state: 'detached' });
    await expectClean(reader);
  });
});

describe('lines are copied as they stand in the file', () => {
  const name = modulePath(17);
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  /** Presses in the text of a line, and lets go in that of another one. */
  async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
    const boxes = await Promise.all([from.boundingBox(), to.boundingBox()]);
    const [begin, end] = boxes.map((box) => ({ x: box?.x ?? 0, y: (box?.y ?? 0) + 10, width: box?.width ?? 0 }));
    if (!begin || !end) throw new Error('not in sight');
    await page.mouse.move(begin.x + 1, begin.y);
    await page.mouse.down();
    await page.mouse.move(end.x + 20, end.y, { steps: 3 });
    await page.mouse.move(end.x + end.width + 4, end.y);
    await page.mouse.up();
  }

  async function begin(rest: string): Promise<{ page: Page; code: (side: string, line: number) => Locator }> {
    const { page } = reader;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openChanges(page, rest);
    await findFile(page, 'module-17');
    await expect.poll(() => holdsFocus(linesOf(page, name))).toBe(true);
    const rows = linesOf(page, name).locator('tr.dr');
    const code = (side: string, line: number) => {
      const number = page.locator(`td.dn[data-side="${side}"][data-n="${line}"]`);
      const cell = rest.includes('parallel') ? `xpath=//td[contains(@class, "dc")][@data-side="${side}"]` : 'td.dc';
      return rows.filter({ has: number }).locator(cell).locator('.dt').first();
    };
    await topAtRest(code('new', 2));
    return { page, code };
  }

  test.runIf(IS_FULL)('of two sides the one that was begun on, with the pointer and with keys', async () => {
    const { page, code } = await begin('?view=parallel');
    const extra = 'export const extra = true;';
    const value = (line: number, is = String(line)) => `export const value${line} = ${is};`;
    await drag(page, code('new', 2), code('new', 5));
    await page.keyboard.press('Control+c');
    const newer = [value(2), value(3, '1700'), extra, value(4)].join('\n');
    await expect.poll(() => copied(page)).toBe(newer);
    expect(await page.evaluate(() => document.getSelection()?.toString())).not.toContain('value3 = 3;');
    // The old side has nothing beside what was added.
    await drag(page, code('old', 2), code('old', 4));
    await page.keyboard.press('Control+c');
    await expect.poll(() => copied(page)).toBe([value(2), value(3), value(4)].join('\n'));
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    await expect.poll(() => copied(page)).toBe([value(2), value(3), value(4), value(5)].join('\n'));
    expect(reader.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('in one column all lines, without their numbers and marks', async () => {
    const { page, code } = await begin('?view=inline');
    await drag(page, code('new', 2), code('new', 5));
    await page.keyboard.press('Control+c');
    const all = ['value2 = 2', 'value3 = 3', 'value3 = 1700', 'extra = true', 'value4 = 4'];
    await expect.poll(() => copied(page)).toBe(all.map((each) => `export const ${each};`).join('\n'));
    expect(reader.problems).toEqual([]);
  });
});

describe('what a file has to say', () => {
  test.runIf(IS_FULL)('a renamed file shows its contents, also after a failure', async () => {
    const { page } = reader;
    await openChanges(page);
    await findFile(page, 'new-name');
    const card = cardOf(page, 'new-name.ts');
    await page.route('**/context_lines*', (route) => route.abort());
    await card.getByRole('button', { name: 'Show file contents' }).click();
    await card.getByText('Unable to load file contents. Try again later.').waitFor();
    await card.getByRole('button', { name: /Dismiss|Close/ }).click();
    await page.unroute('**/context_lines*');
    await expect.poll(() => holdsFocus(card.getByRole('button', { name: 'Show file contents' }))).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => holdsFocus(linesOf(page, 'new-name.ts'))).toBe(true);
    await expect.poll(() => linesOf(page, 'new-name.ts').locator('tr.dr').count()).toBe(20);
  });

  test.runIf(IS_FULL)('a link to a line of a renamed file shows its contents and leads there', async () => {
    const { page } = reader;
    const line = `${createHash('sha1').update('new-name.ts').digest('hex')}_12_12`;
    await openChanges(page, `#${line}`);
    await page.waitForFunction((id) => document.activeElement?.id === id, line);
    expect(reader.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('a file is shown in full and back, also after a failure', async () => {
    const { page } = reader;
    const name = modulePath(5);
    await openChanges(page);
    await findFile(page, 'module-05');
    const menu = cardOf(page, name).getByRole('button', { name: `More actions for ${name}` });
    await page.route('**/context_lines*', (route) => route.abort());
    await menu.click();
    await page.getByRole('menuitem', { name: 'Show full file' }).click();
    await cardOf(page, name).getByText('Error loading full diff. Please try again.').waitFor();
    await page.unroute('**/context_lines*');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Show full file' }).click();
    await linesOf(page, name).locator('.dt', { hasText: 'value25 = 25;' }).waitFor();
    await expect.poll(() => linesOf(page, name).locator('tr.dr').count()).toBe(63);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Show changes only' }).click();
    await expect.poll(() => linesOf(page, name).locator('.dt', { hasText: 'value25 = 25;' }).count()).toBe(0);
  });

  test.runIf(IS_FULL)('a file that is too large is opened all the same, page by page', async () => {
    const { page } = reader;
    await openChanges(page);
    await findFile(page, 'huge');
    const card = cardOf(page, 'huge.txt');
    await card.getByText('Changes are too large to be shown.').waitFor();
    await page.route('**/diff_for_path*', (route) => route.abort());
    await card.getByRole('button', { name: 'Show changes' }).click();
    await card.getByText('Unable to load the diff').waitFor();
    // Whoever folds it has seen that: opened again, it is asked for again.
    await card.getByRole('button', { name: 'Collapse huge.txt' }).click();
    await card.getByText('Changes are too large to be shown.').waitFor();
    await card.getByRole('button', { name: 'Show changes' }).click();
    await card.getByText('Unable to load the diff').waitFor();
    await page.unroute('**/diff_for_path*');
    await expect.poll(() => holdsFocus(card.getByRole('button', { name: 'Try again' }))).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => holdsFocus(linesOf(page, 'huge.txt'))).toBe(true);
    await card.getByRole('button', { name: 'Show more lines' }).press('Enter');
    await expect.poll(() => countDiffLines(linesOf(page, 'huge.txt'))).toBe(HUGE_LINES);
    await expect.poll(() => holdsFocus(linesOf(page, 'huge.txt'))).toBe(true);
  });

  test.runIf(IS_FULL)('mode, generated file, moved block and missing newline are said in words', async () => {
    const { page } = reader;
    await openChanges(page);
    await cardOf(page, 'run.sh').getByText('File mode changed from 100644 to 100755.').waitFor();
    await cardOf(page, 'yarn.lock').getByRole('button', { name: 'Show changes' }).click();
    await linesOf(page, 'yarn.lock').locator('.dt', { hasText: 'b@1' }).waitFor();
    const from = linesOf(page, 'move/from.ts');
    await from.getByRole('link', { name: 'moved to move/to.ts:4' }).waitFor();
    expect(await from.locator('.dt', { hasText: 'moved7()' }).count()).toBe(0);
    await from.getByRole('button', { name: 'Show 15 lines that moved' }).press('Enter');
    await from.locator('.dt', { hasText: 'moved7()' }).waitFor();
    const fold = from.getByRole('button', { name: 'Hide 15 lines that moved' });
    await hasKeyboard(fold);
    await fold.press('Enter');
    await from.locator('.dt', { hasText: 'moved7()' }).waitFor({ state: 'detached' });
    // To the line itself, though it is folded there.
    await from.getByRole('link', { name: 'moved to move/to.ts:4' }).click();
    await hasKeyboard(linesOf(page, 'move/to.ts').locator('tr.dr', { hasText: 'moved1()' }));
    await linesOf(page, 'last.txt').locator('.dt', { hasText: 'without an end' }).waitFor();
    await linesOf(page, 'last.txt').getByText('No newline at end of file').waitFor();
    await expect.poll(() => linesOf(page, 'last.txt').locator('tr.dr').count()).toBe(2);
  });

  test.runIf(IS_FULL)('what others measured stands beside the lines as soon as it is reported', async () => {
    const { page } = reader;
    const name = modulePath(1);
    await openChanges(page);
    const extra = linesOf(page, name).locator('tr.dk-added', { hasText: 'export const extra' });
    await extra.waitFor();
    await reportOnHead('coverage', coverageOf(name, { 3: 7, 4: 0 }));
    // Only against what was there before a line that did not change has become worse.
    await reportOn(request.diff_refs.base_sha, 'codequality', '[]');
    const location = { path: name, lines: { begin: 30 } };
    const hidden = { ...findingIn(name), description: 'Too slow', fingerprint: 'hidden', location };
    await reportOnHead('codequality', JSON.stringify([findingIn(name), hidden]));
    await extra.locator('[data-cov="none"][title="No test coverage"]').waitFor();
    await linesOf(page, name).locator('[data-cov="hit"][title="Test coverage: 7 hits"]').waitFor();
    await extra.getByRole('button', { name: 'Code quality, major: Never used' }).click();
    const drawer = page.getByRole('dialog', { name: 'Code quality findings' });
    await drawer.getByText('Never used').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await drawer.getByRole('link', { name: 'Line 4' }).click();
    await drawer.waitFor({ state: 'detached' });
    await hasKeyboard(extra);
    await cardOf(page, name)
      .getByRole('button', { name: `2 code quality findings in ${name}` })
      .click();
    // Its line is loaded.
    await drawer.getByRole('link', { name: 'Line 30' }).click();
    await drawer.waitFor({ state: 'detached' });
    await hasKeyboard(linesOf(page, name).locator('tr.dr', { hasText: 'value29 = 29' }));
    await expectWhole(reader);
  });

  test.runIf(IS_FULL)('what is not there yet, or cannot be had beside the lines, is told', async () => {
    const { context, page } = await journey.open(ben);
    await reportOnHead('coverage', coverageOf(modulePath(2), { 3: 1 }));
    await reportOnHead('codequality', JSON.stringify([findingIn(modulePath(2))]));
    for (const report of ['coverage', 'codequality_mr_diff']) {
      await page.route(`**/${report}_reports.json*`, (route) => route.fulfill({ status: 500, json: {} }));
    }
    // What git still has to compare comes along with no document.
    await withoutPreloadedResponses(page);
    const building = { status: 202, json: { status: 'building', message: '' } };
    await page.route('**/diffs_metadata*', (route) =>
      route.fulfill({ ...building, headers: { 'Poll-Interval': '-1' } }),
    );
    await page.goto(changes);
    await page.getByText('Building your merge request. Wait a few moments, then refresh this page.').waitFor();
    await page.unroute('**/diffs_metadata*');
    await page.route('**/diffs_metadata*', (route) => route.fulfill(building));
    await page.reload();
    await page.getByText('Building your merge request…').waitFor();
    await page.unroute('**/diffs_metadata*');
    await page.unroute('**/*');
    // The page asks again by itself.
    await page.getByText('Something went wrong on our end. Please try again!').waitFor();
    await page.getByText('An unexpected error occurred while loading the code quality diff.').waitFor();
    await expect.poll(() => page.getByRole('group', { name: /^Changes in / }).count()).toBeGreaterThan(0);
    await page.route('**/diff_for_path*', (route) => route.abort());
    await page.goto('about:blank');
    await page.goto(`${changes}#note_${await commentOn('huge.txt', 6_000)}`);
    await page.getByText("Can't fetch the single file diff for the discussion. Please reload this page.").waitFor();
    await context.close();
  });

  test.runIf(IS_FULL)('files that could not be loaded say so, and are tried again', async () => {
    const { page } = reader;
    await page.route('**/diffs_batch*', (route) => route.abort());
    await page.goto(changes);
    await page.getByText('Unable to load the diff').first().waitFor();
    await page.unroute('**/diffs_batch*');
    await page.getByRole('button', { name: 'Try again' }).first().press('Enter');
    await expect.poll(() => holdsFocus(page.getByRole('group', { name: /^Changes in / }).first())).toBe(true);
    await page.route('**/diffs_metadata*', (route) => route.abort());
    await set(page, 'Show whitespace changes');
    await page.getByText("Can't fetch the diff needed to update this view. Please reload this page.").waitFor();
    await page.unroute('**/diffs_metadata*');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText("Can't fetch the diff needed").waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText('Unable to load the diff').count()).toBe(0);
    await choose(page, () => set(page, 'Show whitespace changes'));
  });

  test.runIf(IS_FULL)('an address of nothing leads to all changes; failed marks load again', async () => {
    const { page, context } = await journey.open(ben);
    await withoutPreloadedResponses(page);
    await page.route('**/reviewed_files.json*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${changes}?commit_id=0123abc`);
    await page.getByRole('alert').getByText('Commit 0123abc is not in these changes.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all changes' }).press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => holdsFocus(page.getByRole('group', { name: /^Changes in / }).first())).toBe(true);
    const view = page.getByRole('group', { name: 'Changes toolbar' });
    await view.getByText('Viewed files could not be loaded.').waitFor();
    const mark = cardOf(page, modulePath(1)).getByRole('checkbox', { name: 'Viewed' });
    expect(await mark.isDisabled()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute('**/reviewed_files.json*');
    await view.getByRole('button', { name: 'Try again' }).press('Enter');
    await view
      .getByRole('status')
      .getByText(/^\d+ of \d+ viewed$/)
      .waitFor();
    await expect.poll(() => mark.isEnabled()).toBe(true);
    // A part of a commit's id is enough, as users write it.
    const { sha } = await ann.rest.get<{ sha: string }>(`/projects/${project.id}/merge_requests/${request.iid}`);
    await page.goto(`${changes}?commit_id=${sha.slice(0, 8)}`);
    await page.getByText('Round one up').first().waitFor();
    await context.close();
  });
});

test.runIf(IS_FULL)('on a phone the changes are read, folded, and commented', async () => {
  const phone = await journey.open(ben, { width: 390 });
  await openChanges(phone.page);
  // The code begins in the upper half of the screen.
  const first = await phone.page
    .getByRole('region', { name: /\.(ts|txt|sh|lock)$/ })
    .first()
    .boundingBox();
  expect(first?.y).toBeLessThan(420);
  await phone.page.getByRole('button', { name: 'Find in all changes', exact: true }).click();
  const panel = phone.page.getByRole('search', { name: 'Find in all changes' });
  expect((await panel.boundingBox())?.x).toBeGreaterThan(0);
  await panel.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await phone.page.getByRole('button', { name: 'Find a changed file' }).click();
  await phone.page.getByRole('combobox', { name: 'File path' }).fill(`module-${MODULES}`);
  await phone.page.getByRole('option', { name: modulePath(MODULES) }).click();
  await phone.page.getByRole('button', { name: `Collapse ${modulePath(MODULES)}` }).click();
  await phone.page.getByRole('button', { name: `Expand ${modulePath(MODULES)}` }).waitFor();
  await phone.page.getByRole('button', { name: 'Find a changed file' }).click();
  await phone.page.getByRole('combobox', { name: 'File path' }).fill('last');
  await phone.page.getByRole('option', { name: /last/ }).click();
  await linesOf(phone.page, 'last.txt').locator('tr.dk-added').first().click();
  await linesOf(phone.page, 'last.txt')
    .getByRole('button', { name: /^Add a comment to/ })
    .click();
  await expect.poll(() => phone.page.getByRole('textbox', { name: /^Comment on line/ }).count()).toBe(1);
  await expectClean(phone);
  await phone.context.close();
});
