import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withoutPreloadedResponses } from '../testing/without-preloaded-responses.ts';
import { findBarriers } from '../testing/axe.ts';
import { linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
const FILE = 'src/steps.ts';
let ann: TestUser;
let ben: TestUser;
let made: Project;
let reviewer: Window;
let opened: MergeRequest;
let overview: string;
let api: string;
let count = 0;

type Draft = { id: number; note: string };

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  made = await journey.world.project(ann, 'pending', { members: [{ person: ben, level: 30 }] });
  reviewer = await journey.open(ben);
});

/** Each test reviews a merge request of its own. */
beforeEach(async () => {
  await reviewer.page.unrouteAll();
  opened = await journey.world.mergeRequest(ann, made, `branch-${++count}`, { [FILE]: 'one\ntwo\nthree\n' });
  overview = `/${made.path}/-/merge_requests/${opened.iid}`;
  api = `/projects/${made.id}/merge_requests/${opened.iid}`;
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pending = (page: Page) => page.getByRole('article', { name: 'Pending comment' });
const drafts = () => ben.rest.get<Draft[]>(`${api}/draft_notes`);
const draft = (note: string, more: object = {}) => ben.rest.post<Draft>(`${api}/draft_notes`, { note, ...more });

/** As when the server cannot be reached; gives what ends it. */
async function cut(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
  return () => page.unroute(path);
}

/** What is said of a failure is the only thing that the console may hold. */
async function isWithoutBarrier({ page, problems }: Window): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(problems.splice(0).filter((problem) => !/Failed to load resource|net::ERR/.test(problem))).toEqual([]);
}

test('a comment on a line stands in its place until it has arrived, a pending one in its field', async () => {
  const { page } = reviewer;
  await page.goto(`${overview}/diffs`);
  const changes = linesOf(page, FILE);
  const write = async (line: number, text: string) => {
    await changes.locator('tr.dk-added').nth(line).hover();
    await changes.getByRole('button', { name: /^Add a comment to/ }).click();
    await page.getByRole('textbox', { name: `Comment on line ${line + 1}` }).fill(text);
  };
  const hold = async (path: RegExp) => {
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(path, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      asked.resolve();
      await gate.promise;
      return route.continue();
    });
    return { asked: asked.promise, release: gate.resolve };
  };
  const onItsWay = changes.getByRole('group', { name: 'Sending comment' });
  const texts: [number, string, string, RegExp, boolean][] = [
    [1, 'Why two?', 'Start a review', /\/drafts$/, true],
    [2, 'Why three?', 'Add comment now', /\/notes\?/, false],
  ];
  for (const [line, text, name, path, isInField] of texts) {
    await write(line, text);
    const { asked, release } = await hold(path);
    await changes.locator('form').getByRole('button', { name, exact: true }).click();
    await asked;
    const field = page.getByRole('textbox', { name: `Comment on line ${line + 1}` });
    await expect.poll(() => field.getAttribute('readonly')).not.toBeNull();
    expect(await field.inputValue()).toBe(isInField ? text : '');
    expect(await onItsWay.getByText(text).count()).toBe(isInField ? 0 : 1);
    release();
    await changes.getByRole('article').getByText(text).waitFor();
    await field.waitFor({ state: 'detached' });
  }
  await isWithoutBarrier(reviewer);
});

test('a first pending comment on a line is refused, and kept where it was written', async () => {
  const { page } = reviewer;
  await page.goto(`${overview}/diffs`);
  const changes = linesOf(page, FILE);
  await changes.locator('tr.dk-added').nth(1).hover();
  await changes.getByRole('button', { name: /^Add a comment to/ }).click();
  const field = page.getByRole('textbox', { name: /^Comment on line/ });
  await field.fill('Why two?');
  const mend = await cut(page, 'POST', /\/drafts$/);
  await button(page, 'Start a review').click();
  await page.getByRole('alert').getByText('An error occurred adding a new draft.').waitFor();
  await expect.poll(() => field.inputValue()).toBe('Why two?');
  await isWithoutBarrier(reviewer);
  await mend();
  await button(page, 'Start a review').click();
  await pending(page).getByText('Why two?').waitFor();
  await page.getByText('An error occurred adding a new draft.').waitFor({ state: 'detached' });
  await expect.poll(async () => (await drafts()).map(({ note }) => note)).toEqual(['Why two?']);
});

test('a pending comment on the whole and a pending answer are refused, each in its own words', async () => {
  const thread = await ann.rest.post<{ id: string }>(`${api}/discussions`, { body: 'A question' });
  const { page } = reviewer;
  await page.goto(overview);
  const mend = await cut(page, 'POST', /\/drafts$/);
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('On the whole');
  await button(page, 'Start a review').click();
  await page.getByRole('alert').getByText('An error occurred adding a new draft.').waitFor();
  await expect.poll(() => comment.inputValue()).toBe('On the whole');
  await button(page, 'Reply…').click();
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.fill('An answer for later');
  const answering = page.locator(`#thread_${thread.id}`);
  await button(page, 'Start a review').first().click();
  await answering.getByRole('alert').getByText('An error occurred adding a draft to the thread.').waitFor();
  await expect.poll(() => reply.inputValue()).toBe('An answer for later');
  await isWithoutBarrier(reviewer);
  await mend();
  await answering.getByRole('button', { name: 'Start a review' }).click();
  await answering.getByRole('article', { name: 'Pending comment' }).getByText('An answer for later').waitFor();
  const form = page.locator('form').filter({ has: comment });
  await form.getByRole('button', { name: 'Add comment now' }).waitFor();
  await button(page, 'Add to review').click();
  await pending(page).getByText('On the whole').waitFor();
  await expect
    .poll(async () => (await drafts()).map(({ note }) => note).toSorted())
    .toEqual(['An answer for later', 'On the whole']);
});

test('one that cannot be saved keeps the new text, also over a reload', async () => {
  await draft('Said so');
  const { page } = reviewer;
  await page.goto(overview);
  await pending(page).getByRole('button', { name: 'Edit pending comment' }).click();
  const edit = page.getByRole('textbox', { name: 'Edit pending comment' });
  const mend = await cut(page, 'PUT', /\/drafts\/\d+$/);
  await edit.fill('Said better');
  await button(page, 'Save comment').click();
  await pending(page).getByRole('alert').getByText('An error occurred while saving the draft comment.').waitFor();
  expect(await edit.inputValue()).toBe('Said better');
  await isWithoutBarrier(reviewer);
  await mend();
  await page.reload();
  await expect.poll(() => edit.inputValue()).toBe('Said better');
  await button(page, 'Save comment').click();
  await pending(page).getByText('Said better').waitFor();
  await hasKeyboard(pending(page));
  await expect.poll(async () => (await drafts()).map(({ note }) => note)).toEqual(['Said better']);
});

test('one that another window changed meanwhile shows both texts, and overwrites neither unseen', async () => {
  const { id } = await draft('Begun');
  const { page } = reviewer;
  await page.goto(overview);
  await pending(page).getByRole('button', { name: 'Edit pending comment' }).click();
  const edit = page.getByRole('textbox', { name: 'Edit pending comment' });
  await edit.fill('By this window');
  await ben.rest.put(`${api}/draft_notes/${id}`, { note: 'By the other window' });
  await page.getByText('This comment changed after you started editing it.').waitFor();
  expect(await page.getByLabel('The updated comment').innerText()).toBe('By the other window');
  expect(await edit.inputValue()).toBe('By this window');
  await button(page, 'Save comment').click();
  await page.getByText('An error occurred while saving the draft comment.').waitFor();
  await expect.poll(async () => (await drafts()).map(({ note }) => note)).toEqual(['By the other window']);
  await isWithoutBarrier(reviewer);
  await button(page, 'Keep my text').click();
  await button(page, 'Save comment').click();
  await pending(page).getByText('By this window').waitFor();
  await expect.poll(async () => (await drafts()).map(({ note }) => note)).toEqual(['By this window']);
});

test('one that is published while it is changed leaves its writer the text', async () => {
  await draft('Said before');
  const { page } = reviewer;
  await page.goto(overview);
  await pending(page).getByRole('button', { name: 'Edit pending comment' }).click();
  const change = 'Said after some thought';
  await page.getByRole('textbox', { name: 'Edit pending comment' }).fill(change);
  await ben.rest.post(`${api}/draft_notes/bulk_publish`);
  await page.getByText('This pending comment was published or deleted while you were editing it.').waitFor();
  await isWithoutBarrier(reviewer);
  await reviewer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy your text').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(change);
});

test('what is done to one, and what shall resolve a thread, is told when it fails', async () => {
  const thread = await ann.rest.post<{ id: string }>(`${api}/discussions`, { body: 'A question' });
  await draft('An answer', { in_reply_to_discussion_id: thread.id });
  const { page } = reviewer;
  await page.goto(overview);
  const resolves = pending(page).getByRole('checkbox', { name: 'Resolve thread' });
  const before = await resolves.isChecked();
  const mend = await cut(page, 'PUT', /\/drafts\/\d+$/);
  await resolves.click();
  await pending(page).getByRole('alert').getByText('An error occurred while updating the comment').waitFor();
  await expect.poll(() => resolves.isChecked()).toBe(before);
  await mend();
  await resolves.click();
  await expect.poll(() => resolves.isChecked()).toBe(!before);
  const mendToo = await cut(page, 'DELETE', /\/drafts\/(\d+|discard)$/);
  await pending(page).getByRole('button', { name: 'Delete pending comment' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this pending comment?' });
  await question.getByRole('button', { name: 'Delete pending comment' }).click();
  await pending(page).getByRole('alert').getByText('An error occurred while deleting the comment').waitFor();
  await pending(page).getByText('An answer').waitFor();
  await isWithoutBarrier(reviewer);
  await pending(page).getByRole('button', { name: 'Dismiss' }).click();
  await hasKeyboard(pending(page));
  await mendToo();
  await pending(page).getByRole('button', { name: 'Delete pending comment' }).click();
  await question.getByRole('button', { name: 'Delete pending comment' }).click();
  await pending(page).waitFor({ state: 'detached' });
  await expect.poll(drafts).toEqual([]);
});

test('what an answer does to its thread is shown at once, follows the thread, and can be taken back', async () => {
  const thread = await ann.rest.post<{ id: string }>(`${api}/discussions`, { body: 'A question' });
  await draft('An answer', { in_reply_to_discussion_id: thread.id });
  const { page } = reviewer;
  await page.goto(overview);
  const resolves = pending(page).getByRole('checkbox', { name: 'Resolve thread', exact: true });
  await resolves.waitFor();
  const wishes: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  await page.route(/\/drafts\/\d+$/, async (route) => {
    wishes.push(route.request().postDataJSON());
    await gate.promise;
    await route.continue();
  });
  await resolves.click();
  await expect.poll(() => wishes).toEqual([{ draft_note: { resolve_discussion: true } }]);
  expect(await resolves.isChecked()).toBe(true);
  gate.resolve();
  await resolves.click();
  await expect.poll(() => wishes.at(-1)).toEqual({ draft_note: { resolve_discussion: null } });
  await expect.poll(() => resolves.isChecked()).toBe(false);
  await ann.rest.put(`${api}/discussions/${thread.id}`, { resolved: true });
  await page.getByText('Resolved by Ann Author').waitFor();
  await button(page, 'Show thread').click();
  await pending(page).getByRole('checkbox', { name: 'Unresolve thread', exact: true }).waitFor();
  await isWithoutBarrier(reviewer);
  await ben.rest.post(`${api}/draft_notes/bulk_publish`);
  const { notes } = await ann.rest.get<{ notes: { resolved: boolean }[] }>(`${api}/discussions/${thread.id}`);
  expect(notes.map(({ resolved }) => resolved)).toEqual([true, true]);
});

test('a summary that links to an uploaded file is sent only when that is meant', async () => {
  await draft('One');
  const { page } = reviewer;
  await page.goto(overview);
  await button(page, 'Submit review').click();
  const dialog = page.getByRole('dialog', { name: 'Submit review' });
  const text = `See [it](/uploads/${'a'.repeat(32)}/plan.txt)`;
  await dialog.getByRole('textbox', { name: 'Summary' }).fill(text);
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  const question = page.getByRole('dialog', { name: 'This summary links to an uploaded file.' });
  await question.getByRole('button', { name: 'Continue editing' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await dialog.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe(text);
  expect(await drafts()).toHaveLength(1);
  await isWithoutBarrier(reviewer);
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  await question.getByRole('button', { name: 'Submit review' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(drafts).toEqual([]);
});

test('pending comments that went another way before they were published are told, with their words', async () => {
  const { page } = reviewer;
  const dialog = page.getByRole('dialog', { name: /^(Submit review|Review submitted)$/ });
  const submit = dialog.getByRole('button', { name: 'Submit review' });
  /** They go while the review is on its way. */
  const losing = async (lost: readonly Draft[]) => {
    await page.route('**/drafts/publish', async (route) => {
      for (const { id } of lost) await ben.rest.remove(`${api}/draft_notes/${id}`);
      await route.continue();
    });
  };
  const [stays, one] = [await draft('This one stays'), await draft('Said in vain')];
  await page.goto(overview);
  await button(page, 'Submit review').click();
  await losing([stays, one]);
  await dialog.getByRole('textbox', { name: 'Summary' }).fill('All in all');
  await submit.click();
  await dialog.getByText('2 pending comments could not be published').waitFor();
  const listed = () => dialog.getByRole('list', { name: 'Not published' }).getByRole('listitem').allTextContents();
  expect(await listed()).toEqual(['OverviewThis one stays', 'OverviewSaid in vain']);
  // Nothing was said: the summary can still be sent, or kept.
  expect(await dialog.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('All in all');
  await dialog.getByText('No pending comments.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.unrouteAll();
  const [said, lost] = [await draft('This one is said'), await draft('Lost on the way')];
  await pending(page).nth(1).waitFor();
  await button(page, 'Submit review').click();
  await losing([lost]);
  await submit.click();
  await dialog.getByText('1 pending comment could not be published').waitFor();
  await dialog.getByText('Published 1 comment.').waitFor();
  expect(await listed()).toEqual(['OverviewLost on the way']);
  await hasKeyboard(button(page, 'Done'));
  await isWithoutBarrier(reviewer);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.getByRole('article', { name: 'Comment by Ben Reviewer' }).getByText(said.note).waitFor();
});

test('a pending suggestion is drawn as the change it would be', async () => {
  const { diff_refs: refs } = opened;
  const position = { ...refs, position_type: 'text', old_path: FILE, new_path: FILE, new_line: 2 };
  await draft('```suggestion:-0+0\ntwo and a half\n```', { position });
  const { page } = reviewer;
  await page.goto(`${overview}/diffs`);
  const change = pending(page).getByRole('group', { name: 'Changes in the suggestion' });
  await change.getByText('two and a half').waitFor();
  expect(await change.innerText()).toMatch(/two\s[\s\S]*two and a half/);
  await isWithoutBarrier(reviewer);
});

test('the kinds of comments say what becomes of a pending one', async () => {
  const { page } = reviewer;
  await page.goto(overview);
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('On the whole');
  await button(page, 'Comment type').click();
  await page.getByRole('menu').getByText('In a review, it starts a thread.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await isWithoutBarrier(reviewer);
  await button(page, 'Start a review').click();
  await pending(page).getByText('On the whole').waitFor();
  await ben.rest.post(`${api}/draft_notes/bulk_publish`);
  const [thread] = await ann.rest.get<{ individual_note: boolean }[]>(`${api}/discussions`);
  expect(thread).toMatchObject({ individual_note: false });
});

test('a review that cannot be discarded is still there', async () => {
  await draft('One');
  const { page } = reviewer;
  await page.goto(overview);
  const mend = await cut(page, 'DELETE', /\/drafts\/discard$/);
  const discard = async () => {
    await button(page, 'Discard').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard review' }).click();
  };
  await discard();
  const bar = page.getByRole('region', { name: 'Review', exact: true });
  await bar.getByRole('alert').getByText('An error occurred while deleting the comment').waitFor();
  await isWithoutBarrier(reviewer);
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await hasKeyboard(bar.getByRole('button', { name: '1 pending comment' }));
  await pending(page).getByText('One').waitFor();
  await mend();
  await discard();
  await pending(page).waitFor({ state: 'detached' });
  await expect.poll(drafts).toEqual([]);
});

test('pending comments that could not be fetched are asked for again', async () => {
  await draft('Still here');
  const { page } = reviewer;
  await withoutPreloadedResponses(page);
  const mend = await cut(page, 'GET', /\/drafts$/);
  await page.goto(`${overview}/diffs`);
  const told = page.getByText('An error occurred while fetching pending comments');
  await told.waitFor();
  expect(await pending(page).count()).toBe(0);
  await mend();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('region', { name: 'Review', exact: true }).getByText('1 pending comment').waitFor();
  await told.waitFor({ state: 'detached' });
  await isWithoutBarrier(reviewer);
});
