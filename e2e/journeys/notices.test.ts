import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openWindow } from '../testing/browser.ts';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import { shiftsOf, watchShifts } from '../testing/watch-shifts.ts';
import { commitFiles, type MergeRequest, type TestUser, type Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney();
let ann: TestUser;
let ben: TestUser;
let guest: TestUser;
let open: Project;
let opened: MergeRequest;
let address: string;
let api: string;
let author: Window;
let outsider: Window;

const FILE = 'src/steps.ts';
const LINES = 'one\ntwo\nthree\nfour\nfive\n';

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  guest = await journey.world.person('gus', 'Gus Passerby');
  open = await journey.world.project(ann, 'open', { visibility: 'public', members: [{ person: ben, level: 40 }] });
  opened = await journey.world.mergeRequest(ann, open, 'steps', { [FILE]: LINES });
  address = `/${open.path}/-/merge_requests/${opened.iid}`;
  api = `/projects/${open.id}/merge_requests/${opened.iid}`;
  author = await journey.open(ann);
  outsider = await journey.open(guest);
});

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const thread = (page: Page, text: string) => page.getByRole('group', { name: /thread$/i }).filter({ hasText: text });

async function threadOnLine(line: number, body: string): Promise<{ id: string }> {
  const { base_sha, start_sha, head_sha } = opened.diff_refs;
  const position = { base_sha, start_sha, head_sha, position_type: 'text', new_path: FILE, old_path: FILE };
  return ben.rest.post(`${api}/discussions`, { body, position: { ...position, new_line: line } });
}

test('who is signed out is shown the ways in; who is no member of a locked one, why there is no form', async () => {
  await ben.rest.post(`${api}/discussions`, { body: 'For everybody to read' });
  const { page } = outsider;
  await page.goto(address);
  await comment(page).waitFor();
  const stranger = await openWindow(journey.browser, journey.server.url);
  await stranger.page.goto(address);
  await stranger.page.getByText('For everybody to read').waitFor();
  const prompts = stranger.page.getByText('Please register or sign in to reply');
  await expect.poll(() => prompts.count()).toBe(2);
  expect(await comment(stranger.page).count()).toBe(0);
  expect(await stranger.page.getByRole('article').getByRole('button', { name: 'More actions' }).count()).toBe(0);
  await expectClean(stranger);
  // Once above the lines, whose room is theirs before it comes; and back to them.
  await watchShifts(stranger.page);
  await stranger.page.goto(`${address}/diffs?view=parallel`);
  await stranger.page.getByRole('group', { name: `Changes in ${FILE}` }).waitFor();
  await expect.poll(() => prompts.count()).toBe(1);
  const back = new URLSearchParams({ redirect: `${address}/diffs?view=parallel` });
  const way = stranger.page.getByRole('main').getByRole('link', { name: 'sign in' });
  expect(await way.getAttribute('href')).toBe(`/users/sign_in?${back.toString()}`);
  expect(await shiftsOf(stranger.page)).toEqual([]);
  await expectClean(stranger);
  // Of a commit there are comments below the lines too.
  await stranger.page.goto(`/${open.path}/-/commit/${opened.diff_refs.head_sha}`);
  await expect.poll(() => prompts.count()).toBe(2);
  await expectClean(stranger);
  await stranger.context.close();
  // On an open page the form goes and comes with the lock, and what was begun in it stays.
  await button(page, 'Reply…').waitFor();
  await comment(page).fill('Half a thought');
  await ann.rest.put(api, { discussion_locked: true });
  await page.getByText('This merge request is locked. Only project members can comment.').waitFor();
  expect(await comment(page).count()).toBe(0);
  expect(await button(page, 'Reply…').count()).toBe(0);
  await expectClean(outsider);
  await ann.rest.put(api, { discussion_locked: false });
  await expect.poll(() => comment(page).inputValue()).toBe('Half a thought');
  await button(page, 'Reply…').waitFor();
  await comment(page).fill('A whole one');
  await button(page, 'Comment').click();
  await page.getByRole('article').getByText('A whole one').waitFor();
  await expectClean(outsider);
});

test.runIf(IS_FULL)('history alone hides the form and says how to see more', async () => {
  await ben.rest.post(`${api}/notes`, { body: 'A plain remark' });
  const { page } = author;
  await page.goto(address);
  const remark = page.getByRole('article').getByText('A plain remark');
  await remark.waitFor();
  const filter = async (name: string) => {
    await button(page, 'Sort or filter').click();
    await page.getByRole('menuitemradio', { name }).click();
    // A menu that closes gives the keyboard back, and takes it from what was gone to before that.
    await hasKeyboard(button(page, 'Sort or filter'));
  };
  await filter('Show history only');
  await page.getByText('You’re only seeing other activity in the feed.').waitFor();
  await expect.poll(() => remark.count()).toBe(0);
  await expect.poll(() => comment(page).count()).toBe(0);
  await expectClean(author);
  await button(page, 'Show comments only').click();
  await remark.waitFor();
  await hasKeyboard(page.getByRole('heading', { name: 'Activity' }));
  await comment(page).waitFor();
  await filter('Show history only');
  const remembered = page.waitForResponse((answer) => /notes_filter=0&persist_filter=true/.test(answer.url()));
  await button(page, 'Show all activity').click();
  await remark.waitFor();
  await remembered;
  // Newest first has the form on top.
  await filter('Newest first');
  const above = async () => ((await comment(page).boundingBox())?.y ?? 0) < ((await remark.boundingBox())?.y ?? 0);
  await expect.poll(above).toBe(true);
  await filter('Oldest first');
  await expect.poll(above).toBe(false);
  // Who goes to an open thread is shown it for now, each time again.
  const hasThread = () => page.evaluate(() => document.activeElement?.textContent?.includes('For everybody to read'));
  for (const key of ['n', 'p']) {
    await filter('Show history only');
    await expect.poll(() => remark.count()).toBe(0);
    await pressKey(page, key);
    await expect.poll(hasThread).toBe(true);
    expect(await remark.count()).toBe(1);
    // A second press within a fifth of a second is one with the first.
    await page.waitForTimeout(220);
  }
  const all = page.waitForResponse((answer) => /notes_filter=0&persist_filter=true/.test(answer.url()));
  await filter('Show comments only');
  await filter('Show all activity');
  await all;
  await expectClean(author);
});

test.runIf(IS_FULL)('the lines of a folded thread that cannot be fetched say so; the last reply is named', async () => {
  const { id } = await threadOnLine(2, 'Why two?');
  await ann.rest.post(`${api}/discussions/${id}/notes`, { body: 'Because.' });
  await ann.rest.put(`${api}/discussions/${id}`, { resolved: true });
  const { page } = author;
  await page.route(/\/discussions\/[0-9a-f]{40}\.json/, (route) => route.abort());
  await page.goto(address);
  const folded = page.locator(`#thread_${id}`).getByRole('button', { name: /1 reply/ });
  await folded.getByText('Last reply by Ann Author').waitFor();
  await folded.click();
  await page
    .getByRole('alert')
    .getByText("Can't fetch the single file diff for the discussion. Please reload this page.")
    .waitFor();
  await page.unroute(/\/discussions\/[0-9a-f]{40}\.json/);
  await page.reload();
  await folded.click();
  await page.getByRole('group', { name: FILE }).getByText('two').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await expectClean(author);
});

test.runIf(IS_FULL)('a push that changes the line settles its thread by itself, and says so', async () => {
  await ann.rest.put(`/projects/${open.id}`, { resolve_outdated_diff_discussions: true });
  const { id } = await threadOnLine(4, 'Too many?');
  const { page } = author;
  await page.goto(address);
  await thread(page, 'Too many?').getByRole('button', { name: 'Resolve thread' }).waitFor();
  const files = { [FILE]: LINES.replace('four', 'FOUR') };
  await commitFiles(ann, open.id, { branch: 'steps', update: true, files });
  await page.getByText('Automatically resolved').waitFor();
  const settled = await ann.rest.get<{ notes: { resolved: boolean }[] }>(`${api}/discussions/${id}`);
  // The second note is the system's, of the line that is gone.
  await page.getByRole('button', { name: 'Show thread' }).click();
  await page.getByText('changed this line in version 2 of the diff').waitFor();
  expect(settled.notes.map(({ resolved }) => resolved)).toEqual([true, undefined]);
  await expectClean(author);
});

test.runIf(IS_FULL)('an internal note of an issue is answered internally', async () => {
  const issue = await ann.rest.post<{ iid: number }>(`/projects/${open.id}/issues`, { title: 'Between us' });
  await ann.rest.post(`/projects/${open.id}/issues/${issue.iid}/notes`, { body: 'For everybody' });
  const { page } = author;
  await page.goto(`/${open.path}/-/issues/${issue.iid}`);
  await page.getByRole('checkbox', { name: /^Make this an internal note/ }).click();
  await button(page, 'Comment type').click();
  await page.getByRole('menuitemradio', { name: 'Start internal thread' }).click();
  await page.getByPlaceholder('Write an internal note or drag your files here…').waitFor();
  await comment(page).fill('Not for everybody');
  await button(page, 'Start internal thread').click();
  await page.getByRole('article', { name: 'Internal note by Ann Author' }).getByText('Not for everybody').waitFor();
  await button(page, 'Reply internally').click();
  await page.getByRole('textbox', { name: 'Reply' }).fill('Nor this');
  await page.getByRole('button', { name: 'Reply internally' }).click();
  await page.getByRole('article', { name: 'Internal note by Ann Author' }).getByText('Nor this').waitFor();
  await page.getByRole('article').last().getByRole('button', { name: 'Edit comment' }).click();
  // What looks like a secret is asked about first, in the words of the button. Put together here, so that this file holds none.
  const secret = `glpat-${'aB3dE6gH9jK2mN5pQ8sT'}`;
  await page.getByRole('textbox', { name: 'Edit internal note' }).fill(`Nor ${secret}`);
  await button(page, 'Save internal note').click();
  await button(page, 'Save internal note anyway').click();
  await page.locator('article p:not([aria-busy])', { hasText: `Nor ${secret}` }).waitFor();
  await expectClean(author);
  await outsider.page.goto(`/${open.path}/-/issues/${issue.iid}`);
  // What is said is there, as far as it is for them.
  await outsider.page.getByText('For everybody', { exact: true }).waitFor();
  expect(await outsider.page.getByText('Not for everybody').count()).toBe(0);
});

test.runIf(IS_FULL)(
  'who wrote an issue or a merge request is reported from its menu, and administrators are led there',
  async () => {
    const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${open.id}/issues`, { title: 'Buy now' });
    const { page } = outsider;
    const report = page.getByRole('menuitem', { name: 'Report abuse' });
    for (const path of [`/${open.path}/-/issues/${iid}`, address]) {
      await page.goto(path);
      await button(page, 'More actions').first().click();
      await report.click();
      await page.getByRole('radio', { name: "They're posting spam." }).click();
      await expectClean(outsider);
      await button(page, 'Next').click();
      await page.getByText('Thank you for the report.').waitFor();
      await hasKeyboard(button(page, 'More actions').first());
      await author.page.goto(path);
      await button(author.page, 'More actions').first().click();
      await author.page
        .getByRole('menuitem', { name: 'Copy reference' })
        .or(author.page.getByRole('menuitem', { name: 'Plain diff' }))
        .waitFor();
      expect(await author.page.getByRole('menuitem', { name: 'Report abuse' }).count()).toBe(0);
      await pressKey(author.page, 'Escape');
    }
    const admin = await journey.open(journey.world.root);
    await admin.page.goto('/admin/abuse_reports');
    for (const path of [`/${open.path}/-/issues/${iid}`, address]) {
      await admin.page.locator(`a[href="${path}"]`).waitFor();
    }
    await admin.context.close();
  },
);

test.runIf(IS_FULL)(
  'who edits a merge request as others do is shown their text, and undoes nothing they set',
  async () => {
    const { page } = author;
    const description = page.getByRole('textbox', { name: 'Description' });
    const changed = page.getByText('This merge request changed after you started editing it.');
    await page.goto(`${address}/edit`);
    await description.fill('Mine.');
    await ben.rest.put(api, { description: 'Theirs.', labels: 'urgent', assignee_ids: [ben.id] });
    await button(page, 'Save changes').click();
    await changed.waitFor();
    await page.getByLabel('The updated merge request').getByText('Theirs.').waitFor();
    expect([await description.inputValue(), await button(page, 'Save changes').isDisabled()]).toEqual(['Mine.', true]);
    await expectClean(author);
    // What is left like that says so when it is taken up again.
    await page.reload();
    await changed.waitFor();
    await button(page, 'Keep my text').click();
    await changed.waitFor({ state: 'detached' });
    await button(page, 'Save changes').click();
    await page.waitForURL(`**${address}`);
    const now = await ben.rest.get<{ description: string; labels: string[]; assignees: { id: number }[] }>(api);
    expect([now.description, now.labels, now.assignees.map(({ id }) => id)]).toEqual(['Mine.', ['urgent'], [ben.id]]);
    await page.getByText(/^Edited .* by Ann Author$/).waitFor();
    // What is cancelled is gone, after a question.
    await page.goto(`${address}/edit`);
    await description.fill('A whim.');
    await button(page, 'Cancel').click();
    await page.getByText('Are you sure you want to cancel editing this merge request?').waitFor();
    await button(page, 'Cancel editing').click();
    await page.waitForURL(`**${address}`);
    await page.goto(`${address}/edit`);
    await expect.poll(() => description.inputValue()).toBe('Mine.');
    await expectClean(author);
  },
);

test.runIf(IS_FULL)('pending comments of someone whom a lock keeps out say why they wait', async () => {
  await guest.rest.post(`${api}/draft_notes`, { note: 'Not said yet' });
  await ann.rest.put(api, { discussion_locked: true });
  const { page } = outsider;
  await page.goto(address);
  const bar = page.getByRole('region', { name: 'Review' });
  await bar.getByText('This merge request is locked. Only project members can comment.').waitFor();
  expect(await button(page, 'Submit review').count()).toBe(0);
  await expectClean(outsider);
  await ann.rest.put(api, { discussion_locked: false });
  await button(page, 'Submit review').waitFor();
  await bar.getByText('Only project members can comment.').waitFor({ state: 'detached' });
  await guest.rest.post(`${api}/draft_notes/bulk_publish`);
});

test.runIf(IS_FULL)('an archived project takes no comments, and says so where the form was', async () => {
  await ann.rest.post(`/projects/${open.id}/archive`);
  const { page } = author;
  await page.goto(address);
  await page.getByText('This project is archived and cannot be commented on.').waitFor();
  expect(await comment(page).count()).toBe(0);
  expect(await button(page, 'Reply…').count()).toBe(0);
  expect(await button(page, 'Resolve thread').count()).toBe(0);
  await expectClean(author);
  // Signing in would not help, and what it means can be read by everyone.
  const visitor = await openWindow(journey.browser, journey.server.url);
  await visitor.page.goto(address);
  await visitor.page.getByText('This project is archived and cannot be commented on.').waitFor();
  expect(await visitor.page.getByText('to reply').count()).toBe(0);
  const help = visitor.page.waitForEvent('popup');
  await visitor.page.getByRole('link', { name: 'Learn more' }).click();
  await (await help).getByRole('heading', { name: 'Archived projects' }).waitFor();
  await expectClean(visitor);
});
