import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, topAtRest } from '../testing/idle.ts';
import { shiftsOf, watchShifts } from '../testing/watch-shifts.ts';
import type { MergeRequest, TestUser } from '../testing/world.ts';

/** Far more than are drawn at the same time. */
const FILES = 240;
const LINES = 60;
const CHANGED = 30;
/** Of the screen: less is not seen while it is scrolled. */
const LEAST_SEEN = 0.01;

const journey = beginJourney();
let ann: TestUser;
let changes: string;

const nameOf = (at: number) => `reed/stem-${String(at).padStart(3, '0')}.ts`;
const hashOf = (at: number) => createHash('sha1').update(nameOf(at)).digest('hex');
const textOf = (at: number, word: string) =>
  Array.from({ length: LINES }, (_, line) => `${line + 1 === CHANGED ? word : 'bend'}(${at}, ${line + 1});\n`).join('');

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const numbers = Array.from({ length: FILES }, (_, at) => at + 1);
  const files = (word: string) => Object.fromEntries(numbers.map((at) => [nameOf(at), textOf(at, word)]));
  const project = await journey.world.project(ann, 'reeds', { files: files('stand') });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'wind');
  await client.commit(files('sway'), 'Let the wind blow');
  await client.must('push', '--quiet', 'origin', 'wind');
  const request = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
    source_branch: 'wind',
    target_branch: 'main',
    title: 'Wind',
  });
  changes = `/${project.path}/-/merge_requests/${request.iid}/diffs`;
});

const card = (page: Page, at: number) => page.getByRole('region', { name: nameOf(at), exact: true });
const isFar = (page: Page, at: number) => card(page, at).evaluate((element) => element.hasAttribute('data-far'));

/** Turns the wheel to the end of the page, and waits until what is far from there was put away. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.mouse.move(900, 500);
  const isAtEnd = () =>
    page.evaluate(() => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2);
  for (let turn = 0; turn < 400 && !(await isAtEnd()); turn++) {
    await page.mouse.wheel(0, 700);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 500 })));
  }
  await card(page, FILES).locator('tr.dr').first().waitFor();
}

/** Cards that are drawn, of all that are there. */
const cardsOf = (page: Page) =>
  page.evaluate(() => ({
    all: document.querySelectorAll('[data-file-card]').length,
    drawn: document.querySelectorAll('[data-file-card]:not([data-far])').length,
  }));

test('changes far from their reader are text, come back as they were, and nothing moves', async () => {
  const { page, problems, context } = await journey.open(ann);
  await watchShifts(page);
  await page.goto(`${changes}?view=inline`);
  await page.getByRole('button', { name: `Collapse ${nameOf(2)}` }).click();
  await card(page, 3).locator('[data-expand]').first().click();
  await expect.poll(() => card(page, 3).locator('tr.dk-expanded').count()).toBeGreaterThan(0);
  const opened = await card(page, 3).locator('tr.dr').count();
  // What has the keyboard stays.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  await readToTheEnd(page);
  await expect.poll(() => isFar(page, 2)).toBe(true);
  await expect.poll(async () => (await cardsOf(page)).drawn).toBeLessThan(130);
  expect((await cardsOf(page)).all).toBe(FILES);
  // A card that is drawn has more than a hundred elements.
  expect(await page.locator('#changed-files *').count()).toBeLessThan(130 * 150 + FILES * 10);

  // All that was open is there to be read and found, in its order.
  const names = await page.locator('#changed-files h2').allTextContents();
  expect(names).toEqual(Array.from({ length: FILES }, (_, at) => nameOf(at + 1)));
  const words = await page.locator('#changed-files').textContent();
  for (const at of [3, 20, 120]) expect(words).toContain(`sway(${at}, ${CHANGED});`);
  expect(words).not.toContain(`sway(2, ${CHANGED});`);

  // What the browser finds far away is drawn where it is, with what is chosen.
  expect(await isFar(page, 20)).toBe(true);
  const isFound = (text: string) => (window as unknown as { find(words: string): boolean }).find(text);
  await page.evaluate(() => document.getSelection()?.removeAllRanges());
  expect(await page.evaluate(isFound, 'sway(20, 30)')).toBe(true);
  const chosen = () =>
    page.evaluate(() => {
      const selection = document.getSelection();
      const isInRow = selection?.anchorNode?.parentElement?.closest('tr.dk-added') != null;
      return { text: selection?.toString(), isInRow };
    });
  await expect.poll(chosen).toEqual({ text: 'sway(20, 30)', isInRow: true });
  const line = card(page, 20).locator('tr.dk-added');
  const top = await topAtRest(line);
  expect(top).toBeGreaterThan(0);
  expect(top).toBeLessThan(900);
  await page.evaluate(() => document.getSelection()?.removeAllRanges());

  // Towards the beginning everything was seen before.
  const before = (await shiftsOf(page)).length;
  for (let turn = 0; turn < 12; turn++) {
    await page.mouse.wheel(0, -350);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 500 })));
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => isFar(page, 2)).toBe(false);
  await page.getByRole('button', { name: `Expand ${nameOf(2)}` }).waitFor();
  await expect.poll(() => card(page, 3).locator('tr.dr').count()).toBe(opened);
  const shifts = (await shiftsOf(page)).slice(before);
  expect(shifts.filter((shift) => Number.parseFloat(shift) > LEAST_SEEN)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
}, 180_000);

test.each(['inline', 'parallel'])('lines that are text take as much room as their rows: %s', async (view) => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `line(${from + at});\n`).join('');
  const project = await journey.world.project(ann, `long-${view}`, { files: { 'long.ts': lines(0, 100) } });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'longer');
  await client.commit({ 'long.ts': `${lines(0, 50)}${lines(1_000, 1_600)}${lines(50, 100)}` }, 'Make it longer');
  await client.must('push', '--quiet', 'origin', 'longer');
  const { iid } = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
    source_branch: 'longer',
    target_branch: 'main',
    title: 'Longer',
  });
  const { page, problems, context } = await journey.open(ann);
  await page.goto(`/${project.path}/-/merge_requests/${iid}/diffs?view=${view}`);
  const texts = page.locator('.dchunk > .df');
  await texts.first().waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
  await expect
    .poll(() =>
      texts.evaluateAll((all) => all.every((text) => getComputedStyle(text).getPropertyValue('--room').endsWith('px'))),
    )
    .toBe(true);
  // Measured once, in one step: what is not skipped any more is drawn as rows right after.
  const measured = await texts.evaluateAll((all) =>
    (all as HTMLElement[]).map((text) => {
      for (const skipped of [text.closest<HTMLElement>('.dgroup'), text.parentElement])
        skipped?.style.setProperty('content-visibility', 'visible');
      const room = Number.parseFloat(getComputedStyle(text).getPropertyValue('--room'));
      return { isLast: text.textContent.includes('line(52);'), height: text.offsetHeight, room };
    }),
  );
  // The last line of the last one is the row that shows more of the file, which has no words.
  expect(measured.at(-1)?.isLast).toBe(true);
  expect(measured.filter(({ height, room }) => height !== room)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('what is written stays, and links, keys and the Tab key reach what is far away', async () => {
  const { page, problems, context } = await journey.open(ann);
  await page.goto(`${changes}?view=inline`);
  await card(page, 5).locator('tr.dk-added').hover();
  await card(page, 5)
    .getByRole('button', { name: /^Add a comment/ })
    .click();
  const field = card(page, 5).getByRole('textbox', { name: /^Comment on line/ });
  await hasKeyboard(field);
  await page.keyboard.type('Will it hold?');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await readToTheEnd(page);
  await expect.poll(() => isFar(page, 60)).toBe(true);
  expect(await isFar(page, 5)).toBe(false);
  expect(await field.inputValue()).toBe('Will it hold?');

  const code = `${hashOf(70)}_${CHANGED}_${CHANGED}`;
  const named = (hash: string) => page.evaluate((next) => (location.hash = next), hash);
  await expect.poll(() => isFar(page, 70)).toBe(true);
  await named(code);
  const row = page.locator(`[id="${code}"]`);
  await hasKeyboard(row);
  expect(await row.textContent()).toContain(`(70, ${CHANGED});`);
  await page.keyboard.press(']');
  await hasKeyboard(card(page, 71).locator('[data-diff]'));

  await expect.poll(() => isFar(page, 150)).toBe(true);
  await card(page, 150).locator('h2 a').focus();
  await expect.poll(() => isFar(page, 150)).toBe(false);
  await hasKeyboard(card(page, 150).locator('h2 a'));
  expect(problems).toEqual([]);
  await context.close();
}, 180_000);
