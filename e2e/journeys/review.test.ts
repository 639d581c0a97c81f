import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { answersDrawn, hasKeyboard, pressKey } from '../testing/idle.ts';
import { signInOn, type Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type TestUser, type Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let ben: TestUser;
let author: Window;
let reviewer: Window;

const MODULE = Array.from({ length: 30 }, (_, at) => `export const step${at + 1} = ${at + 1};`).join('\n');

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  author = await journey.open(ann);
  reviewer = await journey.open(ben);
});

function project(path: string): Promise<Project> {
  return journey.world.project(ann, path, {
    members: [{ person: ben, level: 40 }],
    files: { 'src/steps.ts': `${MODULE}\n` },
  });
}

/** Focus goes where the eye is; news by another way may show the change a moment before the answer moves the focus. */
async function hasFocus(page: Page): Promise<boolean> {
  // A window behind another one draws nothing, and focus waits for what is drawn.
  await page.bringToFront();
  const isKept = page.waitForFunction(() => document.activeElement?.tagName !== 'BODY');
  return isKept.then(
    () => true,
    () => false,
  );
}

const merge = (page: Page) => page.getByRole('region', { name: 'Merge', exact: true });

/** Opens the form below the line whose new number is given, with the pointer. */
async function commentOnLine(page: Page, path: string, line: number): Promise<void> {
  const row = linesOf(page, path).locator(`tr.dk-added:has([data-n="${line}"]), tr.dk-added`).first();
  await row.hover();
  await linesOf(page, path)
    .getByRole('button', { name: /^Add a comment to/ })
    .click();
}

describe('a change from its push to its merge, seen by two users', () => {
  let made: Project;
  let address: string;
  const file = 'src/steps.ts';

  test('the answer to a push leads to the form, and the form to the merge request', async () => {
    made = await project('journey');
    const client = await journey.world.clone(made, { username: 'ann', secret: ann.rest.token });
    await client.must('checkout', '--quiet', '-b', 'longer-step');
    await client.commit({ [file]: `${MODULE.replace('step3 = 3', 'step3 = 33')}\n` }, 'Make the third step longer');
    const pushed = await client.must('push', 'origin', 'longer-step');
    const link = /(http\S+merge_requests\/new\S*)/.exec(pushed)?.[1];
    const { page } = author;
    await page.goto(link ?? 'the push named no link');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue())
      .toBe('Make the third step longer');
    await page.getByRole('textbox', { name: 'Description' }).fill('Three was **too short**.');
    await expectClean(author);
    await page.reload();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue())
      .toBe('Three was **too short**.');
    await page.getByRole('button', { name: 'Create merge request' }).click();
    await page.waitForURL(/merge_requests\/1$/);
    address = new URL(page.url()).pathname;
    await page.getByText('too short', { exact: true }).waitFor();
    await merge(page).getByText('Ready to merge!').waitFor();
    await expectClean(author);
  });

  test('a comment on a line appears at the author’s without a reload', async () => {
    const { page } = reviewer;
    await author.page.goto(address);
    await page.goto(`${address}/diffs`);
    await linesOf(page, file).waitFor();
    await commentOnLine(page, file, 3);
    await page.getByRole('textbox', { name: /^Comment on line/ }).fill('Why thirty-three?');
    await expectClean(reviewer);
    await page.getByRole('button', { name: 'Add comment now' }).click();
    await linesOf(page, file).getByText('Why thirty-three?').waitFor();
    await author.page.getByText('Why thirty-three?').waitFor();
    await author.page.getByText('1 open thread').first().waitFor();
    // The lines above it have the colours that they have among the changes.
    await linesOf(author.page, file).locator('tr.dk-added span[class^="hl-"]').first().waitFor();
    await expectClean(author);
    expect(await author.page.getByText('Why thirty-three?').count()).toBe(1);
  });

  test('an answer and a resolution travel the other way', async () => {
    const { page } = author;
    await page.getByRole('button', { name: 'Reply…' }).click();
    await page.getByRole('textbox', { name: 'Reply' }).fill('Because of the slope.');
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await reviewer.page.getByText('Because of the slope.').waitFor();
    await reviewer.page.getByRole('button', { name: 'Resolve thread' }).click();
    await page.getByText('Resolved by Ben Reviewer').waitFor();
    await page.getByText('No open threads').first().waitFor();
    expect(await hasFocus(reviewer.page)).toBe(true);
    await expectClean(reviewer);
    expect(await page.getByText('Resolved by Ben Reviewer').count()).toBe(1);
  });

  test('a new push makes a version, and what was said about old lines is outdated', async () => {
    await commitFiles(ann, made.id, {
      branch: 'longer-step',
      update: true,
      files: { [file]: `${MODULE.replace('step3 = 3', 'step3 = 30')}\n` },
      message: 'Make it rounder',
    });
    const { page } = author;
    await page
      .getByRole('link', { name: /^Commits/ })
      .getByText('2')
      .first()
      .waitFor();
    await page.goto(`${address}/diffs`);
    await linesOf(page, file).getByText('step3 = 30;').waitFor();
    await page.getByRole('button', { name: 'latest version' }).click();
    await page.getByText('version 1').first().waitFor();
    // The tick says which one is shown.
    const shown = page.getByRole('menu').locator('[aria-current="true"]');
    await expect.poll(() => shown.count()).toBe(1);
    expect(await shown.innerText()).toContain('latest version');
    expect(await shown.locator('svg').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.goto(address);
    await page.getByText('Outdated').first().waitFor();
    await expectClean(author);
    await expect.poll(() => page.getByText('Outdated').count()).toBe(1);
  });

  test('the version that was talked about shows the thread on its lines', async () => {
    const { page } = author;
    const threads = await ann.rest.get<{ notes: { id: number; body: string }[] }[]>(
      `/projects/${made.id}/merge_requests/1/discussions`,
    );
    const note = threads.flatMap(({ notes }) => notes).find(({ body }) => body === 'Why thirty-three?');
    await page.goto(`${address}/diffs`);
    await page.getByRole('button', { name: 'latest version' }).click();
    await page
      .getByRole('menuitem', { name: /^version 1/ })
      .last()
      .click();
    await page.waitForURL(/diff_id=\d+/);
    await linesOf(page, file).getByText('step3 = 33;').waitFor();
    const shown = page.url();
    // Whoever follows a link to the comment there finds it below its line, once.
    await page.goto('about:blank');
    await page.goto(`${shown}#note_${note?.id}`);
    const comment = linesOf(page, file).locator(`#note_${note?.id}`);
    await comment.getByText('Why thirty-three?').waitFor();
    await hasKeyboard(comment);
    expect(page.url()).toBe(`${shown}#note_${note?.id}`);
    expect(await page.getByText('Why thirty-three?').count()).toBe(1);
    const around = await comment.evaluate((element) => {
      const rows = [...document.querySelectorAll('tr.dk-added, tr.dk-context')];
      const isBefore = (row: Element) => row.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
      return [rows.findLast(isBefore), rows.find((row) => !isBefore(row))].map((row) => row?.textContent);
    });
    expect(around).toEqual([expect.stringContaining('step3 = 33;'), expect.stringContaining('step4 = 4;')]);
    await expectClean(author);
    await page.goto(address);
  });

  test('the title is changed in place, and a draft cannot be merged until it is ready', async () => {
    const { page } = author;
    await page.getByRole('heading', { level: 1 }).hover();
    await page.getByRole('button', { name: 'Edit title' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Draft: A rounder third step');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).getByText('A rounder third step').waitFor();
    await reviewer.page.goto(address);
    await merge(reviewer.page).getByText('Merge blocked: Select Mark as ready').waitFor();
    await expectClean(reviewer);
    await merge(reviewer.page).getByRole('button', { name: 'Merge when checks pass' }).click();
    await merge(page).getByText('to be merged automatically').waitFor();
    await merge(reviewer.page).getByRole('button', { name: 'Cancel auto-merge' }).click();
    await merge(page).getByText('Can be merged later.').waitFor();
    await merge(page).getByRole('button', { name: 'Mark as ready' }).click();
    await merge(reviewer.page).getByText('Ready to merge!').waitFor();
    const { title, draft } = await ann.rest.get<MergeRequest>(`/projects/${made.id}/merge_requests/1`);
    expect({ title, draft }).toEqual({ title: 'A rounder third step', draft: false });
  });

  test('time is spent by a command, estimated in the side column, and seen by both', async () => {
    const { page } = author;
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText('No estimate or time spent').waitFor();
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('/spend 1h 30m');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await details.getByText('Spent: 1h 30m').waitFor();
    await details.getByRole('button', { name: 'Estimate estimate' }).click();
    await page.getByRole('textbox', { name: 'Estimate' }).fill('3h');
    await page.keyboard.press('Enter');
    await details.getByText('Estimate: 3h').waitFor();
    await reviewer.page.getByText('Estimate: 3h').waitFor();
    await details.getByRole('progressbar', { name: 'Time spent against the estimate' }).waitFor();
    expect(await hasFocus(page)).toBe(true);
    await expectClean(author);
  });

  test('it is merged in the browser, and git fetches exactly that', async () => {
    const { page } = reviewer;
    await page.bringToFront();
    await merge(page).getByRole('checkbox', { name: 'Edit commit message' }).click();
    const message = merge(page).getByRole('textbox', { name: 'Merge commit message' });
    await message.fill('Round the third step');
    await page.reload();
    await expect.poll(() => message.inputValue()).toBe('Round the third step');
    await merge(page).getByRole('button', { name: 'Merge', exact: true }).click();
    await merge(page).getByText('Merged by').waitFor();
    await merge(author.page).getByText('Merged by').waitFor();
    expect(await hasFocus(page)).toBe(true);
    await expectClean(reviewer);
    const client = await journey.world.clone(made, { username: 'ben', secret: ben.rest.token });
    const shown = await client.must('show', 'origin/main:src/steps.ts');
    expect(shown).toContain('step3 = 30;');
    expect(await client.must('log', '-1', '--format=%s', 'origin/main')).toBe('Round the third step');
    const parents = await client.must('log', '-1', '--format=%P', 'origin/main');
    expect(parents.trim().split(' ')).toHaveLength(2);
  });
});

describe('what stands in the way', () => {
  test.runIf(IS_FULL)('conflicts are named with their files, and a lost branch with its name', async () => {
    const made = await project('blocked');
    const conflict = await journey.world.mergeRequest(ann, made, 'one', { 'src/new.ts': 'one\n' });
    await commitFiles(ann, made.id, { branch: 'main', files: { 'src/new.ts': 'another\n' } });
    const lost = await journey.world.mergeRequest(ann, made, 'lost', { 'src/lost.ts': 'lost\n' });
    await ann.rest.remove(`/projects/${made.id}/repository/branches/lost`);
    const { page } = reviewer;
    await page.goto(`/${made.path}/-/merge_requests/${conflict.iid}`);
    await merge(page).getByText('merge conflicts must be resolved').waitFor();
    await merge(page).getByRole('list', { name: 'Files with conflicts' }).getByText('src/new.ts').waitFor();
    await expectClean(reviewer);
    await page
      .getByRole('link', { name: /^Changes/ })
      .first()
      .click();
    await page
      .getByRole('region', { name: 'src/new.ts', exact: true })
      .getByText('Conflict: This file was added both in one and main, but with different contents.')
      .waitFor();
    await page.goto(`/${made.path}/-/merge_requests/${lost.iid}`);
    await merge(page).getByText('The source branch lost does not exist.').waitFor();
    await expectClean(reviewer);
    expect(await merge(page).getByRole('button', { name: 'Merge', exact: true }).count()).toBe(0);
  });

  test.runIf(IS_FULL)(
    'a closed request is reopened, rebased, merged and its branch deleted, each in its panel',
    async () => {
      const made = await project('panels');
      const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${made.id}/issues`, { title: 'Too steep' });
      const opened = await journey.world.mergeRequest(ann, made, 'slope', { 'src/slope.ts': 'slope\n' });
      const request = `/projects/${made.id}/merge_requests/${opened.iid}`;
      await ann.rest.put(`/projects/${made.id}`, { merge_method: 'ff' });
      await ann.rest.put(request, { description: `Closes #${iid}`, state_event: 'close' });
      await commitFiles(ann, made.id, { branch: 'main', files: { 'src/other.ts': 'other\n' } });
      const { page } = author;
      const press = (name: string) => merge(page).getByRole('button', { name, exact: true }).click();
      await page.goto(`/${made.path}/-/merge_requests/${opened.iid}`);
      await merge(page).getByText('Closed by').waitFor();
      await press('Reopen');
      await merge(page).getByText('the source branch must be rebased onto the target branch').first().waitFor();
      await merge(page).getByText('The source branch is 1 commit behind the target branch.').waitFor();
      await press('Assign yourself to this issue');
      await expect
        .poll(() => merge(page).getByRole('button', { name: 'Assign yourself to this issue' }).count())
        .toBe(0);
      const issue = await ann.rest.get<{ assignee: { username: string } | null }>(`/projects/${made.id}/issues/${iid}`);
      expect(issue.assignee?.username).toBe('ann');
      await expectClean(author);
      await press('Rebase');
      await page.getByText('Rebase completed').waitFor();
      await merge(page).getByText('1 commit will be added to main by fast-forward, without a merge commit.').waitFor();
      await press('Merge locally');
      await page.getByRole('dialog').getByText('git merge --ff-only review-1').waitFor();
      await page.keyboard.press('Escape');
      await merge(page).getByRole('checkbox', { name: 'Delete source branch' }).setChecked(false);
      await expectClean(author);
      await press('Merge');
      await merge(page).getByText('Did not delete the source branch.').waitFor();
      await merge(page).getByText(`Closed #${iid}.`).waitFor();
      await press('Delete source branch');
      await merge(page).getByText('Deleted the source branch.').waitFor();
      await expectClean(author);
    },
  );

  test('what was pushed meanwhile is not merged unseen', async () => {
    const made = await project('moving');
    const opened = await journey.world.mergeRequest(ann, made, 'moving', { 'src/a.ts': 'a\n' });
    const { page } = reviewer;
    // Nothing tells the page, as on a train in a tunnel: from its begin, for a stream that is open stays so.
    await page.route('**/-/realtime**', (route) => route.abort());
    await page.goto(`/${made.path}/-/merge_requests/${opened.iid}`);
    await merge(page).getByText('Ready to merge!').waitFor();
    await page.route('**/widget*', (route) => route.abort());
    await commitFiles(ann, made.id, { branch: 'moving', files: { 'src/b.ts': 'b\n' } });
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/merge'),
    );
    await merge(page).getByRole('button', { name: 'Merge', exact: true }).click();
    expect(await (await answered).json()).toMatchObject({ status: 'sha_mismatch' });
    expect(await merge(page).getByText('Merged by').count()).toBe(0);
    const current = await ann.rest.get<{ state: string }>(`/projects/${made.id}/merge_requests/${opened.iid}`);
    expect(current.state).toBe('opened');
    await page.unroute('**/-/realtime**');
    await page.unroute('**/widget*');
    // The page hears of the new head, and still does not take it for seen.
    await merge(page).getByText('Merge blocked: new changes were just added.', { exact: true }).waitFor();
    await expectClean(reviewer);
    await merge(page).getByRole('link', { name: 'Review changes' }).click();
    await linesOf(page, 'src/b.ts').waitFor();
    const tabs = page.getByRole('navigation', { name: 'Merge request', exact: true });
    await tabs.getByRole('link', { name: /^Overview/ }).click();
    await merge(page).getByRole('button', { name: 'Merge', exact: true }).click();
    await merge(page).getByText('Merged by').waitFor();
  });
});

describe('nothing typed is lost', () => {
  test('a comment survives a failed request, a reload, and a lost session', async () => {
    const made = await project('kept');
    const opened = await journey.world.mergeRequest(ann, made, 'kept', { 'src/k.ts': 'k\n' });
    const { page } = author;
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await page.goto(`/${made.path}/-/merge_requests/${opened.iid}`);
    await comment.fill('This took me an hour.');
    await page.route('**/notes*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    await expect.poll(() => comment.inputValue()).toBe('This took me an hour.');
    await page.unroute('**/notes*');
    await page.reload();
    await expect.poll(() => comment.inputValue()).toBe('This took me an hour.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('article').getByText('This took me an hour.').waitFor();
    await expect.poll(() => comment.inputValue()).toBe('');
    const notes = await ann.rest.get<{ body: string }[]>(
      `/projects/${made.id}/merge_requests/${opened.iid}/notes?activity_filter=only_comments`,
    );
    expect(notes.filter(({ body }) => body === 'This took me an hour.')).toHaveLength(1);

    // Saved by the page that goes away, after what the next one brings along was looked up.
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/-/unfinished_texts'),
    );
    await page.route(`**/merge_requests/${opened.iid}`, async (route) => {
      const made = await route.fetch();
      await saved;
      await route.fulfill({ response: made });
    });
    await comment.fill('Saved on the way out.');
    await page.reload();
    await page.unroute(`**/merge_requests/${opened.iid}`);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('article').getByText('Saved on the way out.').waitFor();

    await comment.fill('And this another one.');
    await author.context.clearCookies();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Sign in' }).last().waitFor();
    await expect.poll(() => comment.inputValue()).toBe('And this another one.');
    // As the page says: in another tab, then once more.
    const tab = await author.context.newPage();
    await signInOn(tab, ann);
    await tab.close();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('article').getByText('And this another one.').waitFor();
    await expect.poll(() => comment.inputValue()).toBe('');
  });
});

test('by keyboard alone: to a line, a comment, and its resolution', async () => {
  const made = await project('keys');
  const opened = await journey.world.mergeRequest(ann, made, 'keys', { 'src/keys.ts': 'one\ntwo\nthree\n' });
  const { page } = reviewer;
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}/diffs`);
  await linesOf(page, 'src/keys.ts').focus();
  await pressKey(page, 'ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await hasKeyboard(page.getByRole('textbox', { name: /^Comment on line/ }));
  await page.keyboard.type('Said with keys.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('article').getByText('Said with keys.').waitFor();
  await page.getByRole('button', { name: 'Resolve thread' }).focus();
  const drawn = answersDrawn(page, [/\/resolve$/, /\/noteable\//]);
  await page.keyboard.press('Enter');
  await page.getByText('Resolved by Ben Reviewer').waitFor();
  const folded = page.getByRole('button', { name: 'Show thread' });
  await page.bringToFront();
  await hasKeyboard(folded);
  // The answer and the news of it come one after the other: what has focus is not drawn again.
  await drawn;
  expect(await folded.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectClean(reviewer);
});
