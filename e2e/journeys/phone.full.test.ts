import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { queryDatabase } from '../testing/database.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let made: Project;
let request: MergeRequest;
let phone: Window;

const WIDTH = 390;
const THUMB = 40;
const LONG = 'Maximiliane-Theodora Wolkenstein-Trostburg von und zu Hohenlohe-Waldenburg';
const FILE = `src/${'a-folder-with-a-long-name/'.repeat(6)}a-component-with-a-long-name-017.ts`;

beforeAll(async () => {
  ann = await journey.world.person('ann', LONG);
  made = await journey.world.project(ann, 'pocket');
  request = await journey.world.mergeRequest(ann, made, 'a-branch-with-a-name-'.repeat(5), {
    [FILE]: 'export const one = 1;\n',
  });
  const threads = `/projects/${made.id}/merge_requests/${request.iid}`;
  const position = { position_type: 'text', ...request.diff_refs, old_path: FILE, new_path: FILE, new_line: 1 };
  for (const body of ['First', 'Second']) await ann.rest.post(`${threads}/discussions`, { body, position });
  for (const note of ['Later', 'Last']) await ann.rest.post(`${threads}/draft_notes`, { note });
  await ann.rest.put(threads, {
    title: `A title that takes several lines of a small window and is still read whole: ${'never_ending_'.repeat(8)}`,
  });
  phone = await journey.open(ann, { width: WIDTH, touch: true });
});

const pageOf = (tab = '') => `/${made.path}/-/merge_requests/${request.iid}${tab}`;
const isWhole = (place: Locator) =>
  place.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const [over] = document.elementsFromPoint(box.right - 2, box.top + box.height / 2);
    return box.left >= 0 && box.right <= innerWidth && element.scrollWidth <= element.clientWidth && over !== undefined
      ? element.contains(over)
      : false;
  });

async function open(page: Page, tab = ''): Promise<void> {
  await page.goto(pageOf(tab));
  // Beside the changes, which begin sooner on a phone, the way to threads comes with the bar above the code.
  const shown =
    tab === '/diffs'
      ? page.getByRole('heading', { level: 1 })
      : page.getByRole('button', { name: 'Go to next unresolved thread' });
  await shown.first().waitFor();
}

test.each(['', '/commits', '/diffs'])(
  'every tab of a merge request is seen whole beside open threads: %s',
  async (tab) => {
    const { page } = phone;
    await open(page, tab);
    const tabs = page.getByRole('navigation', { name: 'Merge request' }).first().getByRole('link');
    await expect.poll(() => tabs.count()).toBe(3);
    for (const each of await tabs.all()) await expect.poll(() => isWhole(each)).toBe(true);
    const here = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: `!${request.iid}` });
    await expect.poll(() => isWhole(here)).toBe(true);
    await expectClean(phone);
  },
);

test('what is in a menu has room for a thumb', async () => {
  const { page } = phone;
  await open(page);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  const rows = page.getByRole('menuitem');
  await rows.first().waitFor();
  const smallest = () => rows.evaluateAll((all) => Math.min(...all.map((row) => row.getBoundingClientRect().height)));
  await expect.poll(smallest).toBeGreaterThanOrEqual(THUMB);
  await expectClean(phone);
  await page.keyboard.press('Escape');
});

test('the bar of a review is one row', async () => {
  const { page } = phone;
  await open(page);
  const buttons = page.getByRole('region', { name: 'Review', exact: true }).getByRole('button');
  await expect.poll(() => buttons.count()).toBe(3);
  const tops = () => buttons.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  await expect.poll(async () => new Set(await tops()).size).toBe(1);
});

test('what floats keeps its words and fields off its edges, on a page and in its details', async () => {
  const { page } = phone;
  await open(page);
  const distances = async (name: string, inside: Locator) => {
    const [box, part] = [
      await page.getByRole('dialog', { name, exact: true }).boundingBox(),
      await inside.boundingBox(),
    ];
    if (!box || !part) throw new Error(`${name} is not there`);
    return Math.min(part.x - box.x, box.x + box.width - part.x - part.width);
  };
  await page.getByRole('button', { name: 'Code', exact: true }).first().click();
  const commands = page.getByRole('region', { name: 'Commands' });
  await commands.waitFor();
  await expect.poll(() => distances('Check out locally', commands)).toBeGreaterThanOrEqual(8);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Edit reviewers' }).click();
  const person = page.getByRole('dialog', { name: 'Reviewers', exact: true }).getByRole('option').first();
  await person.waitFor();
  // What is chosen from reaches nearly to the edge.
  await expect.poll(() => distances('Reviewers', person)).toBeGreaterThanOrEqual(4);
  await expectClean(phone);
});

test('what has the keyboard is seen: a tab with all of its ring, a draft above the bar of the review', async () => {
  const { page } = phone;
  await open(page);
  await page.keyboard.press('Tab');
  const tab = page.getByRole('navigation', { name: 'Merge request' }).first().getByRole('link').first();
  await tab.focus();
  const beyond = () =>
    tab.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      return outlineStyle === 'none' ? 'no ring' : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    });
  await expect.poll(beyond).toBe(0);
  const act = page.getByRole('button', { name: 'Delete pending comment' }).last();
  // What comes above it has come: nothing pushes it behind the bar afterwards.
  await topAtRest(act);
  await act.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().bottom - window.innerHeight + 10));
  await act.focus();
  const isSeen = () =>
    act.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
  await expect.poll(isSeen).toBe(true);
});

/** Scrolls so that this ends as far above the lower edge of the window. */
const toTheEdge = (place: Locator, distance: number) =>
  place.evaluate((element, above) => {
    window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + above);
  }, distance);
const isInWindow = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
  });

test('the header of a comment is two rows at most, with its writer, when it was, and what can be done', async () => {
  const { page } = phone;
  const api = `/projects/${made.id}/merge_requests/${request.iid}`;
  const { id, notes } = await ann.rest.post<{ id: string; notes: { id: number }[] }>(`${api}/discussions`, {
    body: 'Written',
  });
  const note = notes[0]?.id ?? 0;
  await ann.rest.put(`${api}/discussions/${id}/notes/${note}`, { body: 'Written and changed' });
  // Both words of its time and of its change are longer then than there is room for in one line.
  await queryDatabase(journey.server, "update notes set created_at = now() - interval '22 minutes' where id = $1", [
    note,
  ]);
  await open(page);
  const header = page.locator(`#note_${note} header`);
  const rows = () =>
    header.evaluate((element) => {
      const parts = [...element.querySelectorAll('a, button, time')].map((each) => each.getBoundingClientRect());
      const middles = parts.filter(({ width }) => width > 1).map(({ top, bottom }) => Math.round((top + bottom) / 2));
      // Two lines beside a button are one row.
      return middles
        .toSorted((a, b) => a - b)
        .filter((middle, at, all) => at === 0 || middle - (all[at - 1] ?? 0) > 12);
    });
  await expect.poll(async () => (await rows()).length).toBe(2);
  const name = header.getByRole('link', { name: LONG });
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(120);
  const acts = header.getByRole('button');
  await expect.poll(() => acts.count()).toBe(4);
  // What stands above it may still come.
  const isSeen = async (part: Locator) => {
    await toTheEdge(header, 300);
    return isWhole(part);
  };
  for (const each of [...(await acts.all()), header.getByRole('link').last(), header.getByText('Edited')])
    await expect.poll(() => isSeen(each)).toBe(true);
  await expectClean(phone);
});

test('the search covers everything, and a button closes it', async () => {
  const { page } = phone;
  await open(page);
  const begin = page.getByRole('button', { name: 'Search or jump to' });
  await begin.click();
  const search = page.getByRole('dialog', { name: 'Search and commands' });
  const close = search.getByRole('button', { name: 'Close' });
  await expect.poll(() => isWhole(close)).toBe(true);
  await expectClean(phone);
  await close.click();
  await search.waitFor({ state: 'detached' });
  await hasKeyboard(begin);
});

test('what is above a page is folded into a menu', async () => {
  const { page } = phone;
  await open(page);
  await page.getByRole('button', { name: 'Show parent pages' }).click();
  const parents = page.getByRole('menuitem');
  await expect.poll(() => parents.allInnerTexts()).toEqual([LONG, 'pocket', 'Merge requests']);
  await parents.last().click();
  await page.waitForURL('**/-/merge_requests');
});

test('an answer that is begun at the edge of the window is seen whole, and so is the choice of a table', async () => {
  const { page } = phone;
  await open(page);
  const begin = page.getByRole('button', { name: 'Reply…' }).last();
  await toTheEdge(begin, 50);
  await begin.click();
  const form = page.locator('form', { has: page.getByRole('textbox', { name: 'Reply' }) });
  await form.waitFor();
  const clear = () =>
    form.getByRole('button', { name: 'Cancel' }).evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
  await expect.poll(clear).toBe(true);
  await expect.poll(() => isInWindow(form)).toBe(true);
  const table = form.getByRole('button', { name: 'Table', exact: true });
  await toTheEdge(table, 100);
  await table.click();
  const sizes = page.getByRole('group', { name: 'Table size' });
  await sizes.waitFor();
  await expect.poll(() => isInWindow(sizes)).toBe(true);
  await expectClean(phone);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Cancel' }).click();
});
