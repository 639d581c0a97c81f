import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { countDiffLines, diffLines, linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey, topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, TestUser } from '../testing/world.ts';

/** Far more than are drawn as rows at the same time, in files that none is folded for. */
const FILES = 4;
const LINES = 2_000;

/** Far more than are shown before someone asks: beyond the first thousand each is folded and not loaded. */
const MANY = 5_000;
const [TALKED, NAMED, LINKED] = [4_321, 3_000, 2_500];

const journey = beginJourney();
let ann: TestUser;
let changes: string;
let reader: Window;

const fileName = (at: number) => `part-${at}.ts`;
const textOf = (at: number) =>
  Array.from({ length: LINES }, (_, line) => `export const value${line + 1} = '<b>${at} & ${line + 1}</b>';\n`).join(
    '',
  );

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const project = await journey.world.project(ann, 'forest', { files: { 'forest.txt': 'Forest\n' } });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'grow');
  const files = Array.from({ length: FILES }, (_, at) => [fileName(at + 1), textOf(at + 1)]);
  await client.commit(Object.fromEntries(files), 'Plant a forest');
  await client.must('push', '--quiet', 'origin', 'grow');
  const request = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
    source_branch: 'grow',
    target_branch: 'main',
    title: 'Grow the forest',
  });
  const path = fileName(2);
  const position = { position_type: 'text', ...request.diff_refs, old_path: path, new_path: path, new_line: 1_000 };
  await ann.rest.post(`/projects/${project.id}/merge_requests/${request.iid}/discussions`, { body: 'Deep', position });
  changes = `/${project.path}/-/merge_requests/${request.iid}/diffs`;
  reader = await journey.open(ann);
});

const linesThere = (page: Page) => diffLines(page.locator('main'));

async function openAll(page: Page, rest = ''): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${changes}${rest}`);
  await expect.poll(() => countDiffLines(page.locator('main'))).toBe(FILES * LINES);
}

/** Lines in the window that are no rows yet. */
const textInSight = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.df')].filter((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return (
          each.closest('.dchunk')?.checkVisibility({ contentVisibilityAuto: true }) && bottom > 0 && top < innerHeight
        );
      }).length,
  );

describe('lines that are far away', () => {
  test('are text, become rows where the reader comes by, and nothing moves', async () => {
    const { page, problems } = reader;
    await openAll(page);
    const before = await linesThere(page);
    expect(before.rows).toBeLessThan(FILES * LINES * 0.5);
    expect(await findBarriers(page)).toEqual([]);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    await page.mouse.move(900, 500);
    for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, 1_500);
    await linesOf(page, fileName(3)).locator('tr.dr').first().waitFor();
    await expect.poll(() => textInSight(page)).toBe(0);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    // What was passed by is put away again.
    await expect.poll(async () => (await linesThere(page)).rows).toBeLessThan(3_300);
    const after = await linesThere(page);
    expect(after.rows + after.texts).toBe(FILES * LINES);
    expect(problems).toEqual([]);
  });

  test('are reached by a link, by keys, and by the Tab key', async () => {
    const { page, problems } = reader;
    await openAll(page);
    const anchor = await linesOf(page, fileName(FILES)).locator('xpath=ancestor::section').getAttribute('id');
    const lineCode = `${anchor?.replace('diff-content-', '')}_1_1500`;
    await openAll(page, `#${lineCode}`);
    const row = page.locator(`[id="${lineCode}"]`);
    await hasKeyboard(row);
    expect(await row.textContent()).toContain(`value1500 = '<b>${FILES} & 1500</b>'`);
    await expect.poll(() => row.getAttribute('class')).toContain('dr-selected');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.locator('tr.dr-current').textContent())
      .toContain(`added line 1501: export const value1501 = '<b>${FILES} & 1501</b>';`);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await hasKeyboard(page.getByRole('textbox', { name: /^Comment on line/ }));
    await page.keyboard.press('Escape');
    // From here to the mark of a thread, thousands of lines further up.
    const mark = page.locator('.dfc [data-mark]');
    await mark.waitFor({ state: 'attached' });
    await mark.focus();
    await hasKeyboard(linesOf(page, fileName(2)).locator('td [data-mark]'));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^note_/);
    expect(problems).toEqual([]);
  });

  test('are found, copied and printed as they are', async () => {
    const { page, problems } = reader;
    await openAll(page);
    const words = "value1700 = '<b>3 & 1700</b>'";
    const found = await page.evaluate(
      (text) => (window as unknown as { find(text: string): boolean }).find(text),
      words,
    );
    expect(found).toBe(true);
    const chosen = () =>
      page.evaluate(() => {
        const selection = document.getSelection();
        const row = (node: Node | null | undefined) => node?.parentElement?.closest('tr.dr') ?? null;
        return {
          text: selection?.toString(),
          isInRow: row(selection?.anchorNode) !== null && row(selection?.focusNode) !== null,
        };
      });
    await expect.poll(chosen).toEqual({ text: words, isInRow: true });
    await expect.poll(() => textInSight(page)).toBe(0);
    await page.evaluate(() => document.getSelection()?.removeAllRanges());

    await page.keyboard.press('Control+a');
    const copied = await page.evaluate(() => document.getSelection()?.toString() ?? '');
    for (let at = 1; at <= FILES; at++)
      expect(copied).toContain(`export const value${LINES} = '<b>${at} & ${LINES}</b>';`);
    expect(copied.match(/export const value/g)).toHaveLength(FILES * LINES);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
    await expect.poll(() => textInSight(page)).toBe(0);
    await page.evaluate(() => document.getSelection()?.removeAllRanges());

    // From a row into a text far away: exactly the lines of the files, whether they are rows by now or not.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAll(page);
    await page.evaluate(() => {
      const begin = document.querySelector('tr.dr .dt');
      const end = [...document.querySelectorAll('.df')].at(-1)?.firstChild;
      if (begin && end) document.getSelection()?.setBaseAndExtent(begin, 0, end, end.textContent?.length ?? 0);
    });
    await page.keyboard.press('Control+c');
    const all = Array.from({ length: FILES }, (_, at) => textOf(at + 1)).join('');
    expect(await page.evaluate(async () => `${await navigator.clipboard.readText()}\n`)).toBe(all);

    // Whoever opens the browser's own find gets all rows, so that its marks stay.
    await openAll(page);
    await pressKey(page, 'Control+f');
    await expect.poll(() => linesThere(page)).toEqual({ rows: FILES * LINES, texts: 0 });
    await openAll(page);
    expect((await linesThere(page)).texts).toBeGreaterThan(0);
    // The browser draws for the printer right after it said so; later what is far away may be text again.
    const printed = await page.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'));
      return { rows: document.querySelectorAll('tr.dr').length, texts: document.querySelectorAll('.df').length };
    });
    expect(printed).toEqual({ rows: FILES * LINES, texts: 0 });
    expect(problems).toEqual([]);
  });
});

const manyName = (at: number) =>
  `rows/${String(Math.ceil(at / 100)).padStart(2, '0')}/tree-${String(at).padStart(4, '0')}.ts`;

describe('one of thousands of changed files', () => {
  test('is opened by the link to a note, to the file or to a line, although it is folded and was not loaded', async () => {
    const project = await journey.world.project(ann, 'rows');
    const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
    const commit = async (branch: string, text: (at: number) => string) => {
      await client.must('checkout', '--quiet', '-B', branch);
      const names = Array.from({ length: MANY }, (_, at) => [manyName(at + 1), text(at + 1)]);
      await client.commit(Object.fromEntries(names), `Plant ${branch}`);
    };
    const lines = (at: number, height: number) =>
      `// Tree ${at}\nexport const height = ${height};\nexport const row = ${at};\n`;
    await commit('main', (at) => lines(at, 1));
    await commit('rain', (at) => lines(at, 2));
    await client.must('push', '--quiet', 'origin', 'main', 'rain');
    const requests = `/projects/${project.id}/merge_requests`;
    const request = await ann.rest.post<MergeRequest>(requests, {
      source_branch: 'rain',
      target_branch: 'main',
      title: 'Let it rain',
    });
    const path = manyName(TALKED);
    const position = { position_type: 'text', ...request.diff_refs, old_path: path, new_path: path, new_line: 2 };
    const made = await ann.rest.post<{ notes: [{ id: number }] }>(`${requests}/${request.iid}/discussions`, {
      body: 'Is that tall enough?',
      position,
    });
    const { page, problems } = reader;
    const note = page.locator(`#note_${made.notes[0].id}`);
    await page.goto('about:blank');
    await page.goto(`/${project.path}/-/merge_requests/${request.iid}/diffs#note_${made.notes[0].id}`);
    await hasKeyboard(note);
    const isInSight = () =>
      note.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isInSight).toBe(true);
    const changesOf = (at: number) => linesOf(page, manyName(at));
    expect(await changesOf(TALKED).locator('tr.dk-added').textContent()).toContain('export const height = 2;');
    // Its neighbours are still folded: nobody asked for them.
    expect(await changesOf(TALKED - 1).count()).toBe(0);
    expect(await changesOf(TALKED + 1).count()).toBe(0);
    // It stays where it is while the files above it come.
    await topAtRest(note);
    expect(await isInSight()).toBe(true);
    await hasKeyboard(note);
    const hashOf = (at: number) => createHash('sha1').update(manyName(at)).digest('hex');
    const named = (hash: string) => page.evaluate((next) => (location.hash = next), hash);
    await named(`diff-content-${hashOf(NAMED)}`);
    await hasKeyboard(page.getByRole('region', { name: manyName(NAMED), exact: true }));
    await named(`${hashOf(LINKED)}_3_2`);
    const line = page.locator(`[id="${hashOf(LINKED)}_3_2"]`);
    await hasKeyboard(line);
    expect(await line.textContent()).toContain('export const height = 2;');
    expect(problems).toEqual([]);
  });
});

describe('a very long file', () => {
  const COUNT = 60_000;
  const lineHash = (name: string) => createHash('sha1').update(name).digest('hex');
  let request: MergeRequest;
  let page: Page;

  /** 6 MB, which are too many to be shown whole. */
  const line = (at: number) => `${at} ${'x'.repeat(95)}`;
  const linesIn = (name: string) => linesOf(page, name);
  const barOf = (name: string) => page.getByRole('group', { name: `Lines in ${name}` });
  const rowAt = (name: string, old: number, now: number) => page.locator(`[id="${lineHash(name)}_${old}_${now}"]`);

  async function isInSight(row: Locator): Promise<void> {
    const isSeen = () =>
      row.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await row.waitFor();
    await expect.poll(isSeen).toBe(true);
  }

  beforeAll(async () => {
    const project = await journey.world.project(ann, 'logs');
    const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
    const large = Array.from({ length: COUNT }, (_, at) => line(at + 1));
    const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
    await client.must('checkout', '--quiet', '-B', 'main');
    await client.commit({ 'large.txt': text(large) }, 'Keep what was logged');
    await client.must('checkout', '--quiet', '-B', 'more');
    const changed = large.with(29_999, 'changed in the midst');
    const long = text(Array.from({ length: COUNT }, (_, at) => `long ${at + 1}`));
    await client.commit({ 'large.txt': text(changed), 'long.txt': long }, 'Log more');
    await client.must('push', '--quiet', 'origin', 'main', 'more');
    request = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
      source_branch: 'more',
      target_branch: 'main',
      title: 'Log more',
    });
    changes = `/${project.path}/-/merge_requests/${request.iid}/diffs`;
    ({ page } = reader);
  });

  test('is read part by part, to and fro, and a link to a line loads the part that it is in', async () => {
    await page.goto('about:blank');
    await page.goto(`${changes}#${lineHash('long.txt')}_1_40123`);
    const named = rowAt('long.txt', 1, 40_123);
    await hasKeyboard(named);
    await isInSight(named);
    // The first part, and the one that is named.
    expect(await countDiffLines(linesIn('long.txt'))).toBe(10_001);
    const bar = barOf('long.txt');
    await bar.getByText('40,001 to 45,000 of 60,000').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Next lines' }).press('Enter');
    await isInSight(rowAt('long.txt', 1, 45_001));
    await bar.getByText('45,001 to 50,000 of 60,000').waitFor();
    for (const [label, first] of [
      ['40,001 to 45,000', 40_001],
      ['35,001 to 40,000', 35_001],
    ] as const) {
      // prettier-ignore
      await bar.getByRole('button', { name: 'Previous lines' }).press('Enter');
      await isInSight(rowAt('long.txt', 1, first));
      await bar.getByText(`${label} of 60,000`).waitFor();
    }
    const field = bar.getByRole('textbox', { name: 'Go to line' });
    await field.fill('60001');
    await field.press('Enter');
    await bar.getByRole('alert').getByText('Line 60,001 does not exist.').waitFor();
    await field.fill('59990');
    await field.press('Enter');
    await hasKeyboard(rowAt('long.txt', 1, 59_990));
    await bar.getByText('55,001 to 60,000 of 60,000').waitFor();
    // What is left out between the parts is opened from either end.
    await field.fill('35001');
    await field.press('Enter');
    await hasKeyboard(rowAt('long.txt', 1, 35_001));
    const gap = linesIn('long.txt').getByText('30,000 lines of the diff are not shown');
    await gap.locator('xpath=ancestor::tr').getByRole('button', { name: 'Show more lines above' }).press('Enter');
    await rowAt('long.txt', 1, 30_001).waitFor({ state: 'attached' });
    expect(reader.problems).toEqual([]);
  });

  test('is shown in full part by part, around its changes', async () => {
    await page.goto('about:blank');
    await page.goto(changes);
    await linesIn('large.txt').locator('.dt', { hasText: 'changed in the midst' }).waitFor();
    const menu = page.getByRole('button', { name: 'More actions for large.txt' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Show full file' }).click();
    await hasKeyboard(menu);
    const bar = barOf('large.txt');
    await bar.getByText('25,001 to 30,000 of 60,000').waitFor();
    const step = async (name: string, words: string, first: number) => {
      await bar.getByRole('button', { name }).press('Enter');
      await bar.getByText(`${words} of 60,000`).waitFor();
      await isInSight(rowAt('large.txt', first, first));
    };
    await step('Previous lines', '20,001 to 25,000', 20_001);
    expect(await rowAt('large.txt', 20_001, 20_001).textContent()).toContain(line(20_001));
    await step('Next lines', '25,001 to 30,000', 25_001);
    const field = bar.getByRole('textbox', { name: 'Go to line' });
    await field.fill('60000');
    await field.press('Enter');
    await hasKeyboard(rowAt('large.txt', 60_000, 60_000));
    await bar.getByText('55,001 to 60,000 of 60,000').waitFor();
    expect(await bar.getByRole('button', { name: 'Next lines' }).isDisabled()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Show changes only' }).click();
    await expect.poll(() => countDiffLines(linesIn('large.txt'))).toBeLessThan(20);
    expect(reader.problems).toEqual([]);
  });
});
