import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withoutPreloadedResponses } from '../testing/without-preloaded-responses.ts';
import { findBarriers } from '../testing/axe.ts';
import { linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
const FILE = 'src/steps.ts';
const LINES = 'one\ntwo\nthree\n';
let ann: TestUser;
let ben: TestUser;
let made: Project;
let author: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  made = await journey.world.project(ann, 'failures', { members: [{ person: ben, level: 30 }] });
  author = await journey.open(ann);
});

beforeEach(() => author.page.unrouteAll());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const told = (page: Page, text: string) => page.getByText(text, { exact: true });

/** As when the server cannot be reached; gives what ends it. */
async function cut(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
  return () => page.unroute(path);
}

/** What is said of a failure is the only thing that the console may hold. */
async function expectNoBarrier({ page, problems }: Window): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(problems.splice(0).filter((problem) => !/Failed to load resource|net::ERR/.test(problem))).toEqual([]);
}

async function issue(title: string, more: object = {}): Promise<{ iid: number; page: string; api: string }> {
  const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${made.id}/issues`, { title, ...more });
  return { iid, page: `/${made.path}/-/issues/${iid}`, api: `/projects/${made.id}/issues/${iid}` };
}

test('a comment on a line that cannot be saved stays in its form; the hint about suggestions comes back', async () => {
  const opened = await journey.world.mergeRequest(ann, made, 'on-a-line', { [FILE]: LINES });
  const { page } = author;
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}/diffs`);
  const changes = linesOf(page, FILE);
  await changes.locator('tr.dk-added').nth(1).hover();
  await changes.getByRole('button', { name: /^Add a comment to/ }).click();
  const field = page.getByRole('textbox', { name: 'Comment on line 2' });
  await field.fill('Why two?');
  const hint = page.getByRole('note', { name: 'About suggestions' });
  await hint.waitFor();
  await cut(page, 'POST', /callouts/);
  await button(page, 'Got it').click();
  await told(page, 'Error dismissing suggestion popover. Please try again.').waitFor();
  await hint.waitFor();
  const mend = await cut(page, 'POST', /\/notes\?/);
  await button(page, 'Add comment now').click();
  await told(page, 'Saving the comment failed').waitFor();
  expect(await field.inputValue()).toBe('Why two?');
  await expectNoBarrier(author);
  await mend();
  await button(page, 'Add comment now').click();
  await changes.getByRole('article').getByText('Why two?').waitFor();
  await told(page, 'Saving the comment failed').waitFor({ state: 'detached' });
});

test('suggestions that cannot be applied, one and several, leave everything as it was', async () => {
  const opened = await journey.world.mergeRequest(ann, made, 'suggested', { [FILE]: LINES });
  for (const line of [1, 2]) {
    await ben.rest.post(`/projects/${made.id}/merge_requests/${opened.iid}/discussions`, {
      body: `\`\`\`suggestion:-0+0\nline ${line}\n\`\`\``,
      position: { ...opened.diff_refs, position_type: 'text', old_path: FILE, new_path: FILE, new_line: line },
    });
  }
  const { page } = author;
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}`);
  const suggested = (line: number) => page.getByRole('group', { name: `Suggested change to line ${line}` });
  const mend = await cut(page, 'PUT', /\/suggestions\//);
  const apply = async (opener: string) => {
    await suggested(1).getByRole('button', { name: opener, exact: true }).click();
    await button(page, 'Apply').click();
  };
  await apply('Apply suggestion');
  await told(page, 'Something went wrong while applying the suggestion. Please try again.').waitFor();
  await page.keyboard.press('Escape');
  for (const line of [1, 2]) await suggested(line).getByRole('button', { name: 'Add suggestion to batch' }).click();
  await apply('Apply 2 suggestions');
  await told(page, 'Something went wrong while applying the batch of suggestions. Please try again.').waitFor();
  await expectNoBarrier(author);
  await mend();
  await button(page, 'Apply').click();
  await suggested(2).getByText('Applied').waitFor();
  await expect.poll(() => suggested(1).getByText('Applied').count()).toBe(1);
});

test('assignees stay as they are when the change is lost, and can be changed again', async () => {
  const { page: address, api } = await issue('Who does it');
  await ben.rest.post(`${api}/notes`, { body: 'I could' });
  const { page } = author;
  await page.goto(address);
  const mend = await cut(page, 'PUT', /\/issues\/\d+/);
  const assign = async () => {
    await page.getByRole('article', { name: 'Comment by Ben Reviewer' }).getByRole('button', { name: /More/ }).click();
    await page.getByRole('menuitem', { name: 'Assign to commenting user' }).click();
  };
  await assign();
  await told(page, 'Something went wrong while updating assignees').waitFor();
  await expectNoBarrier(author);
  await mend();
  await assign();
  await page.getByText('assigned to @ben').waitFor();
  expect(await ann.rest.get(api)).toMatchObject({ assignees: [{ username: 'ben' }] });
  await told(page, 'Something went wrong while updating assignees').waitFor({ state: 'detached' });
});

test('a change of a comment goes on at its end; one that is lost keeps its words and the keyboard', async () => {
  const { page: address, api } = await issue('Changed later');
  await ann.rest.post(`${api}/notes`, { body: 'Said before' });
  const { page } = author;
  await page.goto(address);
  await page.getByRole('article').getByRole('button', { name: 'Edit comment' }).click();
  const field = page.locator('form').getByLabel('Edit comment', { exact: true });
  await hasKeyboard(field);
  await page.keyboard.type(' and more');
  expect(await field.inputValue()).toBe('Said before and more');
  const mend = await cut(page, 'PUT', /\/notes\/\d+/);
  await page.keyboard.press('Control+Enter');
  await told(page, 'Something went wrong while editing your comment. Please try again.').waitFor();
  await hasKeyboard(field);
  await expectNoBarrier(author);
  await mend();
  await page.keyboard.press('Control+Enter');
  // Until it has arrived the form is behind its text.
  await field.waitFor({ state: 'detached' });
  await page.getByRole('article').getByText('Said before and more').waitFor();
});

test('commands without a comment are told of when they were applied', async () => {
  const { page: address } = await issue('Needs a title');
  const { page } = author;
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('/title Has a title');
  await button(page, 'Comment').click();
  await told(page, 'Commands applied').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Has a title' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Comment', exact: true }).inputValue()).toBe('');
  await expectNoBarrier(author);
});

test('texts of the description: one that cannot be read, and one that cannot be deleted', async () => {
  const { page: address, api } = await issue('Described', { description: 'It squeaks loudly.' });
  await ann.rest.put(api, { description: 'It squeaks softly.' });
  const { page } = author;
  await page.goto(address);
  const compare = button(page, 'Compare with previous version');
  const mend = await cut(page, 'GET', /\/descriptions\/\d+/);
  await compare.click();
  await told(page, 'Something went wrong while fetching description changes. Please try again.').waitFor();
  await mend();
  await compare.click();
  await page.locator('ins', { hasText: 'softly' }).waitFor();
  const mendToo = await cut(page, 'DELETE', /\/descriptions\/\d+/);
  const remove = async () => {
    await button(page, 'Remove description history').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete version' }).click();
  };
  await remove();
  await told(page, 'Something went wrong while deleting description changes. Please try again.').waitFor();
  await expectNoBarrier(author);
  await mendToo();
  await remove();
  await page.getByText('Deleted', { exact: true }).waitFor();
  expect(await page.locator('ins').count()).toBe(0);
});

test('comments that could not be fetched are asked for again; later ones are missed from the second time on', async () => {
  const { page: address, api } = await issue('Talked about');
  await ben.rest.post(`${api}/notes`, { body: 'First of all' });
  const { page } = author;
  // Nor does the poll bring them, so that it is the button that does.
  const mendPoll = await cut(page, 'GET', /\/notes\b/);
  const mend = await cut(page, 'GET', /\/discussions\.json/);
  await page.goto(address);
  await told(page, 'Something went wrong while fetching comments. Please try again.').waitFor();
  await expectNoBarrier(author);
  await mend();
  const article = page.getByRole('article').getByText('First of all');
  await button(page, 'Try again').click();
  await article.waitFor();
  await mendPoll();
  const mendToo = await cut(page, 'GET', /\/notes\b/);
  const missed = told(page, 'Something went wrong while fetching latest comments.');
  await missed.waitFor();
  await expectNoBarrier(author);
  await mendToo();
  await missed.waitFor({ state: 'detached' });
  expect(await article.count()).toBe(1);
});

test('what cannot be closed or reopened says so, and stays what it is until it can', async () => {
  const issued = await issue('Closed later');
  const request = await journey.world.mergeRequest(ann, made, 'closed-later', { 'later.txt': 'later\n' });
  const { page } = author;
  for (const [noun, address, state] of [
    ['issue', issued.page, /\/api\/v4\/projects\/\d+\/issues\/\d+$/],
    [
      'merge request',
      `/${made.path}/-/merge_requests/${request.iid}`,
      /\/api\/v4\/projects\/\d+\/merge_requests\/\d+$/,
    ],
  ] as const) {
    await page.goto(address);
    const [close, reopen] = [button(page, `Close ${noun}`), button(page, `Reopen ${noun}`)];
    for (const [doing, act, other] of [
      ['closing', close, reopen],
      ['reopening', reopen, close],
    ] as const) {
      const mend = await cut(page, 'PUT', state);
      await act.click();
      const failed = told(page, `Something went wrong while ${doing} the ${noun}. Please try again later.`);
      await failed.waitFor();
      expect(await other.count()).toBe(0);
      await mend();
      await act.click();
      await other.waitFor();
      await failed.waitFor({ state: 'detached' });
    }
    await expectNoBarrier(author);
  }
});

test('threads that could not be fetched are missed beside the changes too, and come when they can', async () => {
  const opened = await journey.world.mergeRequest(ann, made, 'no-threads', { [FILE]: LINES });
  const position = { ...opened.diff_refs, position_type: 'text', old_path: FILE, new_path: FILE, new_line: 2 };
  await ben.rest.post(`/projects/${made.id}/merge_requests/${opened.iid}/discussions`, {
    body: 'Why two?',
    position,
  });
  const { page } = author;
  await withoutPreloadedResponses(page);
  // Nor does the poll bring them, so that it is the button that does.
  const mendPoll = await cut(page, 'GET', /\/notes\b/);
  const mend = await cut(page, 'GET', /\/discussions\.json/);
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}/diffs`);
  const missed = told(page, 'Something went wrong while fetching comments. Please try again.');
  await missed.waitFor();
  await expectNoBarrier(author);
  await mend();
  await button(page, 'Try again').click();
  const article = page.getByRole('article').getByText('Why two?');
  await article.waitFor();
  await missed.waitFor({ state: 'detached' });
  await mendPoll();
  const mendToo = await cut(page, 'GET', /\/notes\b/);
  await told(page, 'Something went wrong while fetching latest comments.').waitFor();
  await expectNoBarrier(author);
  await mendToo();
  await told(page, 'Something went wrong while fetching latest comments.').waitFor({ state: 'detached' });
  expect(await article.count()).toBe(1);
});
