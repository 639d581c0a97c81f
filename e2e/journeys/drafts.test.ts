import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey, topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type TestUser, type Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let ben: TestUser;
let cem: TestUser;
let made: Project;
let reviewer: Window;
let other: Window;

const FILE = 'src/steps.ts';
const LINES = Array.from({ length: 12 }, (_, at) => `export const step${at + 1} = ${at + 1};`);
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  cem = await journey.world.person('cem', 'Cem Reviewer');
  made = await journey.world.project(ann, 'drafts', {
    members: [
      { person: ben, level: 30 },
      { person: cem, level: 30 },
    ],
  });
  reviewer = await journey.open(ben);
  other = await journey.open(cem);
});

const propose = (branch: string) => journey.world.mergeRequest(ann, made, branch, { [FILE]: text(LINES) });
const pageOf = ({ iid }: MergeRequest) => `/${made.path}/-/merge_requests/${iid}`;
const changesOf = (page: Page) => linesOf(page, FILE);
const bar = (page: Page) => page.getByRole('region', { name: 'Review', exact: true });
const pending = (page: Page | Locator) => page.getByRole('article', { name: 'Pending comment' });

type Note = { body: string; author: { username: string } };
const notesOf = async ({ iid }: MergeRequest) =>
  (
    await ann.rest.get<Note[]>(
      `/projects/${made.id}/merge_requests/${iid}/notes?activity_filter=only_comments&sort=asc&order_by=created_at`,
    )
  ).map((note) => note.body);

/** A merge request of its own, with its changes in front of the reviewer. */
async function reviewed(branch: string): Promise<MergeRequest> {
  const opened = await propose(branch);
  await reviewer.page.bringToFront();
  await reviewer.page.goto(`${pageOf(opened)}/diffs`);
  return opened;
}

/** What is said of its place to who hears a thread. */
const describedBy = (thread: Locator) =>
  thread.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent);

/** A thread on several lines, begun by their author. */
async function rangeThread({ iid }: MergeRequest, [from, to]: readonly [number, number], body: string): Promise<void> {
  const address = `/projects/${made.id}/merge_requests/${iid}`;
  const { diff_refs: refs } = await ann.rest.get<{ diff_refs: object }>(address);
  const end = (line: number) => ({ line_code: `${'0'.repeat(40)}_0_${line}`, type: 'new', new_line: line });
  const place = { position_type: 'text', old_path: FILE, new_path: FILE, new_line: to };
  const position = { ...refs, ...place, line_range: { start: end(from), end: end(to) } };
  await ann.rest.post(`${address}/discussions`, { body, position });
}

async function openForm(page: Page, line: number): Promise<void> {
  await changesOf(page)
    .locator('tr.dk-added')
    .nth(line - 1)
    .hover();
  await changesOf(page)
    .getByRole('button', { name: /^Add a comment to/ })
    .click();
}

/** Adds a comment on a line to the review, with the keyboard once the review has begun. */
async function addToReview(page: Page, line: number, body: string): Promise<void> {
  const count = await pending(page).count();
  await openForm(page, line);
  await page.getByRole('textbox', { name: /^Comment on line/ }).fill(body);
  if (count === 0) await page.getByRole('button', { name: 'Start a review' }).click();
  else await page.keyboard.press('Control+Enter');
  // News may show it before the answer, which gives it the keyboard.
  await hasKeyboard(pending(page).filter({ hasText: body }));
}

type Submitted = { summary?: string; verdict?: string; until?: Promise<unknown> };

async function submit(page: Page, options: Submitted = {}): Promise<void> {
  await bar(page).getByRole('button', { name: 'Submit review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit review' });
  if (options.summary) await dialog.getByRole('textbox', { name: 'Summary' }).fill(options.summary);
  if (options.verdict) await dialog.getByRole('radio', { name: options.verdict }).click();
  await options.until;
  await dialog.getByRole('button', { name: 'Submit review' }).click();
}

describe('a review is written, looked at, and published at once', () => {
  let opened: MergeRequest;

  test('pending comments are begun by hand, and go on by key', async () => {
    opened = await reviewed('review');
    const { page } = reviewer;
    await addToReview(page, 2, 'Why two?');
    await addToReview(page, 5, 'Why five?');
    await bar(page).getByText('2 pending comments').waitFor();
    await expectClean(reviewer);
    expect(await notesOf(opened)).toEqual([]);
    await openForm(page, 7);
    await page.getByRole('textbox', { name: /^Comment on line/ }).fill('Said at once');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('article', { name: 'Comment by Ben Reviewer' }).getByText('Said at once').waitFor();
    expect(await notesOf(opened)).toEqual(['Said at once']);
  });

  test('they are the same in another window of the same user, and nowhere else', async () => {
    const second = await journey.open(ben, { width: 360, dark: true });
    await second.page.goto(pageOf(opened));
    await bar(second.page).getByText('2 pending comments').waitFor();
    await expectClean(second);
    await reviewer.page.bringToFront();
    await pending(reviewer.page).first().getByRole('button', { name: 'Edit pending comment' }).click();
    await reviewer.page.getByRole('textbox', { name: 'Edit pending comment' }).fill('Why two and not three?');
    await reviewer.page.getByRole('button', { name: 'Save comment' }).click();
    await pending(reviewer.page).getByText('Why two and not three?').waitFor();
    await second.page.bringToFront();
    await bar(second.page).getByRole('button', { name: '2 pending comments' }).click();
    await second.page.getByRole('list', { name: 'Pending comments' }).getByText('Why two and not three?').waitFor();
    await second.context.close();
    await other.page.goto(`${pageOf(opened)}/diffs`);
    await changesOf(other.page).waitFor();
    expect(await pending(other.page).count()).toBe(0);
    expect(await bar(other.page).count()).toBe(0);
  });

  test('a summary and an outcome are published with them, and stand in the way of the merge', async () => {
    const { page } = reviewer;
    await page.bringToFront();
    await bar(page).getByRole('button', { name: 'Submit review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Submit review' });
    const verdict = dialog.getByRole('radio', { name: 'Request changes' });
    await verdict.click();
    await page.reload();
    await bar(page).getByRole('button', { name: 'Submit review' }).click();
    await expect.poll(() => verdict.isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await submit(page, { summary: 'Two questions first.' });
    await page.getByText('Published 2 comments.').waitFor();
    await bar(page).waitFor({ state: 'detached' });
    expect(await notesOf(opened)).toEqual([
      'Said at once',
      'Why two and not three?',
      'Why five?',
      'Two questions first.',
    ]);
    await other.page.bringToFront();
    await other.page.goto(pageOf(opened));
    await other.page.getByText('Requested changes').first().waitFor();
    await other.page.getByText('a reviewer requested changes').first().waitFor();
    await expectClean(other);
  });

  test('an approval is given, ends when the content changes, and is given again', async () => {
    const { page } = other;
    const approvals = page.getByRole('region', { name: 'Approvals' });
    const side = page.getByRole('group', { name: 'Approvals' });
    await approvals.getByRole('button', { name: 'Approve', exact: true }).click();
    await approvals.getByText('Approved by Cem Reviewer').waitFor();
    await side.getByRole('link', { name: 'Cem Reviewer' }).waitFor();
    await approvals.getByRole('button', { name: 'Revoke approval' }).waitFor();
    await commitFiles(ann, made.id, { branch: 'review', files: { 'src/new.ts': 'new\n' } });
    await side.getByText('outdated: content changed').waitFor();
    await approvals.getByRole('button', { name: 'Approve', exact: true }).click();
    await side.getByText('outdated: content changed').waitFor({ state: 'detached' });
    const state = await ann.rest.get<{ approved_by: { user: { username: string } }[] }>(
      `/projects/${made.id}/merge_requests/${opened.iid}/approvals`,
    );
    expect(state.approved_by.map((each) => each.user.username)).toEqual(['cem']);
    await expectClean(other);
  });
});

describe('nothing is said twice, and nothing is lost', () => {
  test.runIf(IS_FULL)('two reviewers publish at the same moment, and settle the same thread', async () => {
    const opened = await propose('both');
    for (const { page } of [reviewer, other]) {
      await page.bringToFront();
      await page.goto(`${pageOf(opened)}/diffs`);
      await changesOf(page).waitFor();
    }
    for (const [{ page }, name] of [
      [reviewer, 'ben'],
      [other, 'cem'],
    ] as const) {
      await page.bringToFront();
      for (const line of [1, 2, 3]) await addToReview(page, line, `${name} on ${line}`);
      await bar(page).getByRole('button', { name: 'Submit review' }).click();
    }
    // What is said of it goes away by itself, so both are listened to at once.
    await Promise.all(
      [reviewer, other].map(async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Submit review' }).click();
        await page.getByText('Published 3 comments.').waitFor();
      }),
    );
    const expected = ['ben', 'cem'].flatMap((name) => [1, 2, 3].map((line) => `${name} on ${line}`));
    expect((await notesOf(opened)).toSorted()).toEqual(expected);

    const windows = [reviewer, other];
    const { promise: haveBothSent, resolve: letBothPass } = Promise.withResolvers<void>();
    let sent = 0;
    for (const { page } of windows) {
      await page.route('**/resolve', async (route) => {
        sent += 1;
        if (sent === windows.length) letBothPass();
        await haveBothSent;
        await route.continue();
      });
    }
    const inChanges = (page: Page, name: string) => changesOf(page).getByRole('group', { name, exact: true });
    const asked = (page: Page) => inChanges(page, 'Thread').filter({ hasText: 'ben on 1' });
    const settled = (page: Page) => inChanges(page, 'Resolved thread');
    await Promise.all(windows.map(({ page }) => asked(page).getByRole('button', { name: 'Resolve thread' }).click()));
    await Promise.all(
      windows.map(({ page }) =>
        settled(page)
          .getByText(/^Resolved by/)
          .waitFor(),
      ),
    );
    expect(sent).toBe(2);
    type Thread = { notes: { body: string; resolved: boolean; resolved_by: { name: string } | null }[] };
    const threads = await ann.rest.get<Thread[]>(`/projects/${made.id}/merge_requests/${opened.iid}/discussions`);
    const resolved = threads.flatMap(({ notes }) => notes).filter((note) => note.resolved);
    expect(resolved.map(({ body }) => body)).toEqual(['ben on 1']);
    // Whoever was first is named in both, and nobody is told of a failure.
    for (const { page, problems } of windows) {
      await page.unroute('**/resolve');
      await expect.poll(() => settled(page).innerText()).toContain(`Resolved by ${resolved[0]?.resolved_by?.name}`);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(problems).toEqual([]);
    }
  });

  test.runIf(IS_FULL)('a review whose answer was lost is sent again without doubles', async () => {
    const opened = await reviewed('lost-answer');
    const { page, problems } = reviewer;
    await addToReview(page, 1, 'Only once');
    let hasArrived = false;
    await page.route('**/drafts/publish', async (route) => {
      await route.fetch();
      hasArrived = true;
      await route.abort();
    });
    // Kept before it is sent: what is kept later learns that the review is there, and asks what became of it.
    const isKept = page.waitForResponse((answer) => answer.request().postData()?.includes('Also once') === true);
    await submit(page, { summary: 'Also once', until: isKept });
    await page.getByRole('alert').getByText('Your text is saved').waitFor();
    expect(hasArrived).toBe(true);
    await page.unroute('**/drafts/publish');
    await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Also once');
    await page.getByRole('dialog').getByRole('button', { name: 'Submit review' }).click();
    await page.getByText('Published 1 comment.').waitFor();
    expect(await notesOf(opened)).toEqual(['Only once', 'Also once']);
    problems.length = 0;
  });

  test.runIf(IS_FULL)(
    'the head moves between writing and publishing, and the reviewer is shown what moved',
    async () => {
      const opened = await reviewed('moving');
      const { page } = reviewer;
      await addToReview(page, 3, 'On three');
      await addToReview(page, 9, 'On nine');
      await rangeThread(opened, [4, 6], 'On four to six');
      const anew = ['step5', 'step9'];
      const changed = ['// first', ...LINES].map((line) =>
        anew.some((name) => line.includes(name)) ? line.replace('step', 'other') : line,
      );
      await commitFiles(ann, made.id, { branch: 'moving', update: true, files: { [FILE]: text(changed) } });
      await pending(page).getByText('The line moved after version 1.').waitFor();
      await pending(page).getByText('this line changed after').waitFor();
      await bar(page).getByRole('button', { name: 'Submit review' }).click();
      await page.getByRole('dialog').getByText('so 2 comments moved').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Submit review' }).click();
      await page.getByText('2 are in a new position because the branch changed.').waitFor();
      // Which they are unfolds by keyboard, leads to each, and goes when it is put away.
      const told = page.getByRole('region', { name: 'Published review' });
      await told.getByRole('button', { name: 'Details' }).focus();
      await page.keyboard.press('Enter');
      const list = told.getByRole('list', { name: 'Affected comments' });
      await list.getByText('The line moved after version 1.').waitFor();
      await list.getByText('this line changed after version 1.').waitFor();
      await expectClean(reviewer);
      await page.keyboard.press('Tab');
      await hasKeyboard(told.getByRole('button', { name: 'Undo' }));
      await list.getByRole('link', { name: 'On nine' }).press('Enter');
      await hasKeyboard(page.getByRole('article', { name: 'Comment by Ben Reviewer' }).filter({ hasText: 'On nine' }));
      await told.getByRole('button', { name: 'Dismiss published review' }).click();
      await list.waitFor({ state: 'detached' });
      await page.goto(`${pageOf(opened)}/diffs`);
      await page.getByText('On nine').first().waitFor();
      // What is published says how sure its place is, also to who hears it.
      const thread = (said: string) => page.getByRole('group', { name: 'Thread' }).filter({ hasText: said });
      const PLACES = [
        ['On three', 'The line moved after version 1.'],
        ['On four to six', 'Approximate position: some lines changed after version 1.'],
        ['On nine', 'Outdated: this line changed after version 1.'],
      ] as const;
      for (const [said, words] of PLACES) await expect.poll(() => describedBy(thread(said))).toBe(words);
      await expectClean(reviewer);
      const changed9 = page.getByRole('button', { name: 'Compare changes' });
      await changed9.click();
      await page
        .getByRole('group', { name: /^Changes in the line since then/ })
        .getByText('export const other9 = 9;')
        .waitFor();
      expect(await changed9.getAttribute('aria-expanded')).toBe('true');
      await page.getByRole('link', { name: 'All changes since then' }).waitFor();
      expect(await notesOf(opened)).toEqual(['On four to six', 'On three', 'On nine']);
      await page.goto(pageOf(opened));
      for (const [said, words] of PLACES) await expect.poll(() => describedBy(thread(said))).toBe(words);
      await expectClean(reviewer);
    },
  );

  test.runIf(IS_FULL)(
    'a thread and a pending comment whose file is gone wait in the tray on top of the changes',
    async () => {
      const opened = await reviewed('unplaced');
      const { page } = reviewer;
      await addToReview(page, 6, 'About the sixth');
      await openForm(page, 4);
      await page.getByRole('textbox', { name: /^Comment on line/ }).fill('About the fourth');
      await page.keyboard.press('Control+Shift+Enter');
      await page.getByRole('article').getByText('About the fourth').waitFor();
      const title = '1 thread and 1 pending comment outside these changes, 1 open';
      const client = await journey.world.clone(made, { username: 'ann', secret: ann.rest.token });
      await client.must('checkout', '--quiet', 'unplaced');
      await client.must('rm', '--quiet', FILE);
      await client.commit({ 'src/else.ts': 'else\n' }, 'Do it otherwise');
      await client.must('push', '--quiet', 'origin', 'unplaced');
      // In the version that has its line it stands there.
      await page.getByRole('article').getByText('About the fourth').waitFor();
      const versions = () =>
        ann.rest.get<unknown[]>(`/projects/${made.id}/merge_requests/${opened.iid}/versions`).then((all) => all.length);
      await expect.poll(versions).toBe(2);
      await page.goto(`${pageOf(opened)}/diffs`);
      const tray = page.getByRole('region', { name: 'Comments outside these changes' });
      await tray.getByText(title).waitFor();
      await tray.getByText('About the fourth').waitFor();
      await tray.getByText(LINES[5] ?? '').waitFor();
      await expectClean(reviewer);
      await expect.poll(() => tray.getByRole('button', { name: 'Reply…' }).count()).toBe(1);
      // Others have only the thread.
      await other.page.goto(`${pageOf(opened)}/diffs`);
      await other.page.getByText('1 thread outside these changes, 1 open').waitFor();
      expect(await pending(other.page).count()).toBe(0);
      await page.bringToFront();
      await pending(tray).getByRole('button', { name: 'Add comment now' }).click();
      await tray.getByText('2 threads outside these changes, 2 open').waitFor();
      await tray.getByRole('article', { name: 'Comment by Ben Reviewer' }).getByText('About the sixth').waitFor();
      await bar(page).waitFor({ state: 'detached' });
    },
  );

  test.runIf(IS_FULL)('a published review is taken back within its minute, and watchers see it leave', async () => {
    const opened = await reviewed('undone');
    const { page } = reviewer;
    await addToReview(page, 2, 'Said too soon');
    await addToReview(page, 6, 'This as well');
    await other.page.goto(pageOf(opened));
    await submit(page, { summary: 'In short', verdict: 'Approve' });
    const undo = page.getByRole('region', { name: 'Published review' });
    // Told once: beside the button that takes it back.
    await undo.getByText('Published 2 comments.').waitFor();
    expect(await page.getByText('Published 2 comments.').count()).toBe(1);
    await other.page.getByText('Said too soon').first().waitFor();
    await expectClean(reviewer);
    await page.reload();
    await undo.getByText(/^\d+ s left$/).waitFor();
    await pressKey(page, 'Shift+U');
    await page.getByText('Review undone: 2 comments are pending again.').waitFor();
    await undo.waitFor({ state: 'detached' });
    await pending(page).getByText('Said too soon').waitFor();
    await bar(page).getByText('2 pending comments').waitFor();
    await other.page.getByText('Said too soon').waitFor({ state: 'detached' });
    expect(await notesOf(opened)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Submit review' }).click();
    const summary = page.getByRole('dialog').getByRole('textbox', { name: 'Summary' });
    await page.waitForFunction(
      (element) => (element as HTMLTextAreaElement).value === 'In short',
      await summary.elementHandle(),
    );
    await page.keyboard.press('Escape');
    await bar(page).waitFor();
  });

  test.runIf(IS_FULL)('whoever published a review is left where they read, with the keyboard on the page', async () => {
    const opened = await propose('where-it-was');
    const { page } = reviewer;
    await page.bringToFront();
    const size = page.viewportSize()!;
    await page.setViewportSize({ ...size, height: 420 });
    await page.goto(`${pageOf(opened)}/diffs`);
    await changesOf(page).waitFor();
    await openForm(page, 11);
    await page.getByRole('textbox', { name: /^Comment on line/ }).fill('Far down');
    const row = changesOf(page).locator('tr.dk-added').nth(10);
    await page.getByRole('button', { name: 'Start a review' }).click();
    await hasKeyboard(pending(page));
    expect(await topAtRest(row)).toBeLessThan(420);
    await submit(page);
    await bar(page).waitFor({ state: 'detached' });
    await page.getByText('Published 1 comment.').waitFor();
    await hasKeyboard(page.getByRole('heading', { level: 1 }));
    expect(await topAtRest(row)).toBeLessThan(420);
    await page.setViewportSize(size);
  });

  test.runIf(IS_FULL)(
    'what is pending stays in sight when nobody may comment any more, to be copied and deleted',
    async () => {
      const opened = await reviewed('archived');
      const { page } = reviewer;
      await addToReview(page, 1, 'Said too late');
      const asked = await ann.rest.post<{ id: string }>(
        `/projects/${made.id}/merge_requests/${opened.iid}/discussions`,
        {
          body: 'A question',
        },
      );
      const late = { note: 'Answered too late', in_reply_to_discussion_id: asked.id };
      await ben.rest.post(`/projects/${made.id}/merge_requests/${opened.iid}/draft_notes`, late);
      const line = pending(page).filter({ hasText: 'Said too late' });
      await line.getByRole('button', { name: 'Edit pending comment' }).click();
      const kept = page.waitForResponse((answer) => answer.url().includes('/unfinished_texts') && answer.ok());
      await page.getByRole('textbox', { name: 'Edit pending comment' }).fill('Said better, and too late');
      await kept;
      await ann.rest.post(`/projects/${made.id}/archive`, {});
      await page.reload();
      await line.getByText('This project is archived and cannot be commented on.').waitFor();
      const begun = line.getByRole('group', { name: 'Unsaved changes' });
      await begun.getByText('Said better, and too late', { exact: true }).waitFor();
      await reviewer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await line.getByRole('button', { name: 'Copy pending comment' }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Said better, and too late');
      expect(await line.getByRole('button', { name: /Edit|Add comment now/ }).count()).toBe(0);
      expect(await bar(page).getByRole('button', { name: 'Submit review' }).count()).toBe(0);
      await expectClean(reviewer);
      await page.goto(pageOf(opened));
      const answer = pending(page).filter({ hasText: 'Answered too late' });
      await answer.getByText('Only you can see it').waitFor();
      expect(await answer.getByRole('checkbox').count()).toBe(0);
      await answer.getByRole('button', { name: 'Delete pending comment' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete pending comment' }).click();
      await answer.waitFor({ state: 'detached' });
      await bar(page).getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Discard review' }).click();
      await bar(page).waitFor({ state: 'detached' });
      await expectClean(reviewer);
      await ann.rest.post(`/projects/${made.id}/unarchive`, {});
    },
  );

  test.runIf(IS_FULL)('a discarded review leaves nothing', async () => {
    const opened = await reviewed('discarded');
    const { page } = reviewer;
    await addToReview(page, 1, 'Never mind');
    // What its commands will do is told before.
    const note = 'Much to do\n\n/estimate 3d';
    await ben.rest.post(`/projects/${made.id}/merge_requests/${opened.iid}/draft_notes`, { note });
    await page.goto(pageOf(opened));
    await pending(page).filter({ hasText: 'Much to do' }).getByText('Sets the time estimate to 3d.').waitFor();
    await expectClean(reviewer);
    await page.goto(`${pageOf(opened)}/diffs`);
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard review' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await page.reload();
    await changesOf(page).waitFor();
    expect(await pending(page).count()).toBe(0);
    expect(await notesOf(opened)).toEqual([]);
  });
});
