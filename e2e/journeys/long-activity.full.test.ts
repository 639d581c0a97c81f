import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { queryDatabase } from '../testing/database.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser } from '../testing/world.ts';
import { shiftsOf, watchShifts } from '../testing/watch-shifts.ts';

/** Far more than are laid out at the same time. */
const THREADS = 240;

const journey = beginJourney();
let ann: TestUser;
let talk: string;
let reader: Window;
/** Of the first note of each thread, in their order. */
let notes: string[];

/** Threads like this one, of one to forty lines, so that no height is as estimated: writing each would take minutes. */
async function repeatThread(id: string): Promise<string[]> {
  await queryDatabase(
    journey.server,
    `insert into discussions (id, noteable_type, noteable_id, project_id, is_individual, is_resolvable)
      select md5($1::text || number) || substr(md5('more' || number), 1, 8), noteable_type, noteable_id, project_id,
        is_individual, is_resolvable
      from discussions, generate_series(2, $2) as number where id = $1`,
    [id, THREADS],
  );
  await queryDatabase(
    journey.server,
    `insert into notes (discussion_id, noteable_type, noteable_id, project_id, author_id, type, body, body_html,
        html_version, resolvable)
      select md5($1::text || number) || substr(md5('more' || number), 1, 8), noteable_type, noteable_id, project_id,
        author_id, type, 'Remark ' || number, '<p dir="auto">Remark ' || number || '</p>'
          || repeat('<p dir="auto">and more about it</p>', number * 7 % 40), html_version, resolvable
      from notes, generate_series(2, $2) as number where discussion_id = $1 order by number`,
    [id, THREADS],
  );
  const rows = await queryDatabase<{ id: string }>(
    journey.server,
    "select id from notes where body like 'Remark %' order by id",
  );
  return rows.map(({ id: noteId }) => noteId);
}

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const project = await journey.world.project(ann, 'talk');
  const { iid } = await journey.world.mergeRequest(ann, project, 'much', { 'much.txt': 'Much\n' });
  const requests = `/projects/${project.id}/merge_requests`;
  const made = await ann.rest.post<{ id: string }>(`${requests}/${iid}/discussions`, { body: 'Remark 1' });
  notes = await repeatThread(made.id);
  talk = `/${project.path}/-/merge_requests/${iid}`;
  reader = await journey.open(ann);
});

const noteOf = (page: Page, number: number) => page.locator(`#note_${notes[number - 1]}`);
const threadOf = (page: Page, number: number) => noteOf(page, number).locator('xpath=ancestor::*[@role="group"][1]');

async function open(page: Page, rest = ''): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${talk}${rest}`);
}

/** Until all threads are in the document. */
const allThere = (page: Page) => expect.poll(() => page.locator('[id^="thread_"]').count()).toBe(THREADS);

/** How far the middle of a note is from the middle of what no bar of the page covers; 0 where the page begins. */
const awayFromMiddle = (page: Page, number: number) =>
  noteOf(page, number).evaluate((element) => {
    if (scrollY === 0) return 0;
    const { top, bottom } = element.getBoundingClientRect();
    const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
    const middle = (Number.parseFloat(scrollPaddingTop) + innerHeight - Number.parseFloat(scrollPaddingBottom)) / 2;
    return Math.abs((top + bottom) / 2 - middle);
  });

const laidOut = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('[id^="note_"]')].filter((each) =>
        each.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
  );

describe('a thread among hundreds', () => {
  test('is opened by its link, and stays in its place while all others come', async () => {
    const { page, problems } = reader;
    expect(notes).toHaveLength(THREADS);
    await watchShifts(page);
    await open(page, `#note_${notes[179]}`);
    await hasKeyboard(noteOf(page, 180));
    const top = (await noteOf(page, 180).boundingBox())?.y;
    await allThere(page);
    expect(await topAtRest(noteOf(page, 180))).toBe(top);
    await hasKeyboard(noteOf(page, 180));
    // Others are there and not laid out.
    expect(await laidOut(page)).toBeLessThan(THREADS / 4);
    expect(await shiftsOf(page)).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').count()).toBeGreaterThanOrEqual(
      THREADS,
    );
    expect(problems).toEqual([]);
  });

  test('stays where it is read while what is above it is laid out', async () => {
    const { page, problems } = reader;
    const moved = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const wrong: string[] = [];
      for (let step = 0; step < 60; step++) {
        const read = document.elementFromPoint(innerWidth / 3, innerHeight / 3);
        const before = read?.getBoundingClientRect().top ?? Number.NaN;
        window.scrollBy({ top: -350, behavior: 'instant' });
        for (let count = 0; count < 4; count++) await frame();
        const by = (read?.getBoundingClientRect().top ?? Number.NaN) - before;
        if (!(Math.abs(by - 350) < 2)) wrong.push(`${step}: by ${by}`);
      }
      return wrong;
    });
    expect(moved).toEqual([]);
    expect(await shiftsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('is reached by the buttons from thread to thread, exactly, also around the end', async () => {
    const { page, problems } = reader;
    await open(page);
    await noteOf(page, 1).waitFor();
    await allThere(page);
    const press = async (name: string, number: number) => {
      await page.getByRole('button', { name }).first().click();
      await hasKeyboard(noteOf(page, number));
      const top = (await noteOf(page, number).boundingBox())?.y;
      expect(await topAtRest(noteOf(page, number))).toBe(top);
      expect(await awayFromMiddle(page, number)).toBeLessThan(2);
    };
    await press('Go to previous unresolved thread', THREADS);
    await press('Go to previous unresolved thread', THREADS - 1);
    await press('Go to next unresolved thread', THREADS);
    await press('Go to next unresolved thread', 1);
    await page.evaluate((hash) => (location.hash = hash), `note_${notes[229]}`);
    await hasKeyboard(noteOf(page, 230));
    expect(await topAtRest(noteOf(page, 230))).toBeGreaterThan(0);
    expect(await awayFromMiddle(page, 230)).toBeLessThan(2);
    expect(problems).toEqual([]);
  });

  test('is reached before it was drawn', async () => {
    const { page, problems, context } = await journey.open(ann);
    const last = `note_${notes[THREADS - 2]}`;
    // As soon as the last threads have come, of which few are drawn in the same moment.
    await page.addInitScript(
      ([id, groups]) => {
        const observer = new MutationObserver(() => {
          if (document.querySelectorAll('[data-entries]').length < groups) return;
          observer.disconnect();
          Object.assign(window, { wasDrawn: document.getElementById(id) !== null });
          location.hash = id;
        });
        observer.observe(document, { childList: true, subtree: true });
      },
      [last, THREADS / 10] as const,
    );
    await open(page);
    await hasKeyboard(noteOf(page, THREADS - 1));
    expect(await page.evaluate(() => (window as unknown as { wasDrawn: boolean }).wasDrawn)).toBe(false);
    await allThere(page);
    await topAtRest(noteOf(page, THREADS - 1));
    expect(await awayFromMiddle(page, THREADS - 1)).toBeLessThan(2);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('follows the one before it with the Tab key, forwards and backwards', async () => {
    const { page, problems } = reader;
    await open(page, `#note_${notes[99]}`);
    await hasKeyboard(noteOf(page, 100));
    await allThere(page);
    const walk = async (key: string, from: number, to: number) => {
      const passed: string[] = [];
      const step = Math.sign(to - from);
      while (passed.at(-1) !== `Remark ${to}` && passed.length < 50) {
        await page.keyboard.press(key);
        const at = await page.evaluate(() => {
          const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
          const thread = document.activeElement?.closest('[id^="thread_"]');
          return { text: thread?.querySelector('p')?.textContent ?? 'none', isSeen: top >= 0 && bottom <= innerHeight };
        });
        expect(at.isSeen).toBe(true);
        if (at.text !== passed.at(-1)) passed.push(at.text);
      }
      const expected = Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => `Remark ${from + at * step}`);
      expect(passed).toEqual(expected);
    };
    // Past the end of a group of ten and back, and in the full run past several.
    const [far, back] = [125, 95];
    await walk('Tab', 100, far);
    await walk('Shift+Tab', far - 1, back);
    expect(problems).toEqual([]);
  });

  test('keeps what is written below it, and the keyboard, when it is far away', async () => {
    const { page, problems } = reader;
    await open(page, `#note_${notes[179]}`);
    await hasKeyboard(noteOf(page, 180));
    await allThere(page);
    await threadOf(page, 180).getByRole('button', { name: 'Reply…' }).click();
    const field = threadOf(page, 180).getByRole('textbox', { name: 'Reply' });
    await hasKeyboard(field);
    await page.keyboard.type('Half a sent');
    const toTop = () => page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const toEnd = () =>
      page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    for (const go of [toTop, toEnd, toTop]) {
      await go();
      await expect
        .poll(() => field.evaluate((element) => Math.abs(element.getBoundingClientRect().top)))
        .toBeGreaterThan(10_000);
    }
    await hasKeyboard(field);
    await page.keyboard.type('ence');
    expect(await field.inputValue()).toBe('Half a sentence');
    await expect.poll(() => field.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(900);
    await threadOf(page, 180).getByRole('button', { name: 'Cancel' }).click();
    expect(problems).toEqual([]);
  });

  test('shows what hangs out of its group', async () => {
    const { page, problems } = reader;
    await open(page, `#note_${notes[139]}`);
    await hasKeyboard(noteOf(page, 140));
    await allThere(page);
    // One that was scrolled to, not gone to.
    const group = noteOf(page, 200).locator('xpath=ancestor::*[@data-entries]');
    const thread = group.getByRole('group').last();
    await thread.getByRole('button', { name: 'Reply…' }).click();
    await hasKeyboard(thread.getByRole('textbox', { name: 'Reply' }));
    await page.keyboard.type('/');
    const list = thread.getByRole('listbox', { name: 'Suggestions' });
    await list.getByRole('option').first().waitFor();
    const bottomOf = async (place: Locator) => {
      const box = await place.boundingBox();
      return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
    };
    expect(await bottomOf(list)).toBeGreaterThan((await bottomOf(group)) + 20);
    const isOnTop = await list.evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 40, bottom - 8));
    });
    expect(isOnTop).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    expect(problems).toEqual([]);
  });

  test('is found by its words, and printed', async () => {
    const { page, problems } = reader;
    await open(page);
    await allThere(page);
    const isFound = await page.evaluate(() =>
      (window as unknown as { find(text: string): boolean }).find('Remark 217'),
    );
    expect(isFound).toBe(true);
    await expect
      .poll(() => noteOf(page, 217).evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(900);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => laidOut(page)).toBeGreaterThanOrEqual(THREADS);
    await page.emulateMedia({ media: null });
    expect(problems).toEqual([]);
  });
});

test('a comment that is linked to stays in its place when it is answered, and becomes a thread', async () => {
  const { page, problems } = reader;
  const project = await journey.world.project(ann, 'answered');
  const issues = `/projects/${project.id}/issues`;
  const { iid } = await ann.rest.post<{ iid: number }>(issues, { title: 'Talked about' });
  for (let count = 1; count <= 14; count++)
    await ann.rest.post(`${issues}/${iid}/notes`, { body: `Comment ${count}\n\nand more\n\nabout it` });
  type Said = { id: string; individual_note: boolean; notes: { id: number }[] };
  const said = await ann.rest.get<Said[]>(`${issues}/${iid}/discussions`);
  const { id, individual_note: isAlone, notes: own } = said[9] ?? said[0]!;
  expect(isAlone).toBe(true);
  await page.goto('about:blank');
  await page.goto(`/${project.path}/-/issues/${iid}#note_${own[0]?.id}`);
  const note = page.locator(`#note_${own[0]?.id}`);
  await hasKeyboard(note);
  const top = await topAtRest(note);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await ann.rest.post(`${issues}/${iid}/discussions/${id}/notes`, { body: 'An answer from elsewhere' });
  await page.getByText('An answer from elsewhere').waitFor();
  const now = await topAtRest(note);
  // What stands in the header of a thread takes its room.
  expect(Math.abs(now - top)).toBeLessThan(60);
  expect(problems).toEqual([]);
});

test('of a thread with very many replies those in the middle are gone to by link, and shown when asked for', async () => {
  const { page, problems } = reader;
  const project = await journey.world.project(ann, 'answered-much');
  const issues = `/projects/${project.id}/issues`;
  const { iid } = await ann.rest.post<{ iid: number }>(issues, { title: 'Answered much' });
  const { id } = await ann.rest.post<{ id: string }>(`${issues}/${iid}/discussions`, { body: 'Begin' });
  const first = await ann.rest.post<{ id: number }>(`${issues}/${iid}/discussions/${id}/notes`, { body: 'Reply 1' });
  const rows = await queryDatabase<{ id: string }>(
    journey.server,
    `insert into notes (discussion_id, noteable_type, noteable_id, project_id, author_id, type, body, body_html,
        html_version, resolvable)
      select discussion_id, noteable_type, noteable_id, project_id, author_id, type, 'Reply ' || number,
        '<p dir="auto">Reply ' || number || '</p>' || repeat('<p dir="auto">and more</p>', number * 7 % 9), html_version,
        resolvable
      from notes, generate_series(2, 600) as number where id = $1 order by number returning id`,
    [first.id],
  );
  const reply = (number: number) => page.locator(`#note_${rows[number - 2]?.id}`);
  await page.goto('about:blank');
  await watchShifts(page);
  // On a slow machine there would be time to paint the thread before its note is gone to.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.goto(`/${project.path}/-/issues/${iid}#note_${rows[298]?.id}`);
  await hasKeyboard(reply(300));
  await topAtRest(reply(300));
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const { top, bottom } = await reply(300).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  expect(top).toBeGreaterThan(48);
  expect(bottom).toBeLessThan(900);
  expect(await shiftsOf(page)).toEqual([]);
  expect(await page.locator('article').count()).toBeLessThan(100);
  const more = page.getByRole('button', { name: /^Show 200 of \d+ more replies$/ });
  await expect.poll(() => more.count()).toBe(2);
  await more.first().click();
  await hasKeyboard(reply(11));
  expect(await findBarriers(page)).toEqual([]);
  expect(problems).toEqual([]);
});
