import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { isScriptOf } from '../testing/built-scripts.ts';
import { linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { pressKey } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type TestUser, type Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney();
let ann: TestUser;
let window: Window;
let project: Project;

const lines = Array.from({ length: 40 }, (_, at) => `const value${at + 1} = ${at + 1};`);
const far = Array.from({ length: 120 }, (_, at) => `const far${at + 1} = ${at + 1};`);
const text = (parts: readonly string[]) => `${parts.join('\n')}\n`;
const added = ['const one = 1;', 'const two = 2;', 'const three = 3;', 'const four = 4;'];

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  project = await journey.world.project(ann, 'lines', {
    files: { 'a.ts': text(lines), 'old-name.ts': text(lines), 'far.ts': text(far) },
  });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'feature');
  await client.must('mv', 'old-name.ts', 'new-name.ts');
  await client.commit({ 'a.ts': text(lines.with(4, 'const value5 = 50;').toSpliced(20, 0, ...added)) }, 'Change lines');
  await client.must('push', 'origin', 'feature');
  await ann.rest.post(`/projects/${project.id}/merge_requests`, {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Change lines',
  });
  window = await journey.open(ann);
});

const table = (page: Page) => linesOf(page, 'a.ts');
const row = (page: Page, words: string) => table(page).locator('tr.dr', { hasText: words });
const plus = (page: Page) => table(page).getByRole('button', { name: /^Add a comment to/ });
const first = (page: Page) => table(page).getByRole('combobox', { name: 'First line of the comment' });

async function send(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Comment on line/ }).fill(words);
  await page.getByRole('button', { name: 'Add comment now' }).click();
  await table(page).getByText(words).waitFor();
}

describe('comments on lines', () => {
  test('what changed inside a line is marked', async () => {
    const { page } = window;
    await page.goto(`/${project.path}/-/merge_requests/1/diffs`);
    await table(page).waitFor();
    await expect.poll(() => row(page, 'const value5 = 50;').locator('mark.idiff').allTextContents()).toEqual(['50']);
  });

  test.runIf(IS_FULL)(
    'a form whose script cannot be had is told at the line, and comes when it is asked for again',
    async () => {
      const { page, problems } = window;
      const path = isScriptOf('src/merge-requests/changes/lines/line-discussions.tsx');
      await page.route(path, (route) => route.abort());
      await page.reload();
      await row(page, 'const two = 2;').hover();
      await plus(page).click();
      await table(page).getByText('Could not load this part.').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.unroute(path);
      await table(page).getByRole('button', { name: 'Try again' }).click();
      const field = page.getByRole('textbox', { name: /^Comment on line/ });
      await field.press('Escape');
      await field.waitFor({ state: 'detached' });
      problems.length = 0;
    },
  );

  test('several lines are chosen by dragging', async () => {
    const { page } = window;
    await row(page, 'const one = 1;').hover();
    await plus(page).hover();
    await page.mouse.down();
    await row(page, 'const three = 3;').hover();
    await expect.poll(() => table(page).locator('tr.dr-dragged').count()).toBe(3);
    await page.mouse.up();
    await first(page).getByText('+21').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await send(page, 'All of these.');
    await table(page).getByText('Lines +21 to +23').waitFor();
    await page.reload();
    await table(page).getByText('Lines +21 to +23').waitFor();
  });

  test('or with Shift from the last comment, or in the form', async () => {
    const { page } = window;
    await row(page, 'const value5 = 50;').hover();
    await plus(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await first(page).waitFor({ state: 'detached' });
    await row(page, 'const value7 = 7;').hover();
    await plus(page).click({ modifiers: ['Shift'] });
    await first(page).getByText('+5').waitFor();
    await first(page).click();
    await page.getByRole('option', { name: '6', exact: true }).click();
    await send(page, 'These two.');
    await table(page).getByText('Lines 6 to 7').waitFor();
    expect(window.problems).toEqual([]);
  });

  test.runIf(IS_FULL)(
    'what is begun on several lines is about the same lines when the page is loaded anew',
    async () => {
      const { page } = window;
      const field = page.getByRole('textbox', { name: /^Comment on line/ });
      const saved = () => page.waitForResponse((answer) => /unfinished_texts/.test(answer.url()) && answer.ok());
      await row(page, 'const value8 = 8;').hover();
      await plus(page).click();
      await first(page).click();
      await page.getByRole('option', { name: '6', exact: true }).click();
      let isSaved = saved();
      await field.fill('Of these three.');
      await isSaved;
      await page.reload();
      await first(page).getByText('6').waitFor();
      expect(await field.inputValue()).toBe('Of these three.');
      // Another choice is kept without another word.
      isSaved = saved();
      await first(page).click();
      await page.getByRole('option', { name: '7', exact: true }).click();
      await isSaved;
      await page.reload();
      await first(page).getByText('7').waitFor();
      await page.getByRole('button', { name: 'Add comment now' }).click();
      await table(page).getByText('Lines 7 to 8').waitFor();
      await ann.rest
        .get<{ id: number; body: string }[]>(`/projects/${project.id}/merge_requests/1/notes`)
        .then((notes) => notes.find(({ body }) => body === 'Of these three.')?.id)
        .then((id) => ann.rest.remove(`/projects/${project.id}/merge_requests/1/notes/${id}`));
      await table(page).getByText('Lines 7 to 8').waitFor({ state: 'detached' });
      expect(window.problems).toEqual([]);
    },
  );

  test('a mark in the gutter says who talks, and leads to the thread', async () => {
    const { page } = window;
    const mark = table(page).getByRole('button', { name: 'Ann Author: These two.' });
    await mark.focus();
    await page.keyboard.press('Enter');
    const isThread = () => page.evaluate(() => document.activeElement?.id.startsWith('note_') ?? false);
    await expect.poll(isThread).toBe(true);
  });

  test('a file is commented on as a whole, and where lines cannot be, the reason is told', async () => {
    const { page } = window;
    const card = page.getByRole('region', { name: 'new-name.ts' });
    await card.getByRole('button', { name: 'More actions for new-name.ts' }).click();
    await page.getByRole('menuitem', { name: 'Comment on this file' }).click();
    // What stands in place of the lines says it.
    await card.getByText('File renamed with no changes.').waitFor();
    expect(await card.getByText('only renamed or moved').count()).toBe(0);
    const field = card.getByRole('textbox', { name: 'Comment on the file new-name.ts' });
    await field.press('ArrowUp');
    const edit = table(page).getByRole('textbox', { name: 'Edit comment' });
    await expect.poll(() => edit.inputValue()).toBe('These two.');
    await table(page).getByRole('button', { name: 'Cancel' }).click();
    await edit.waitFor({ state: 'detached' });
    await field.fill('Why this name?');
    await card.getByRole('button', { name: 'Add comment now' }).click();
    await card.getByText('Why this name?').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await card.getByText('Why this name?').waitFor();
    await card.getByRole('button', { name: 'Show file contents' }).click();
    await card.getByText('The file was only renamed or moved. You cannot comment on its lines.').waitFor();
    expect(window.problems).toEqual([]);
  });

  test.runIf(IS_FULL)(
    'the tree keeps the files with open or with resolved threads, counted as they are resolved',
    async () => {
      const { page } = window;
      type Thread = { id: string; notes: { body: string }[] };
      const api = `/projects/${project.id}/merge_requests/1/discussions`;
      const threads = await ann.rest.get<Thread[]>(`${api}?per_page=100`);
      const id = threads.find(({ notes }) => notes[0]?.body === 'Why this name?')?.id;
      const resolve = (resolved: boolean) => ann.rest.put(`${api}/${id}`, { resolved });
      const tree = page.getByRole('navigation', { name: 'Changed files' });
      const files = () => tree.getByRole('treeitem').allTextContents();
      const item = (name: string) => page.getByRole('menuitemcheckbox', { name });
      await tree.getByRole('button', { name: 'File filters' }).click();
      await item('With open threads 2 files').waitFor();
      await item('With resolved threads 0 files').waitFor();
      await resolve(true);
      await item('With open threads 1 file').waitFor();
      await item('With resolved threads 1 file').click();
      await expect.poll(files).toEqual([expect.stringContaining('new-name.ts')]);
      await item('With open threads').click();
      await expect.poll(files).toHaveLength(2);
      await item('With resolved threads').click();
      await expect.poll(files).toEqual([expect.stringContaining('a.ts')]);
      await resolve(false);
      await item('With open threads 2 files').waitFor();
      await item('With resolved threads 0 files').waitFor();
      await expect.poll(files).toHaveLength(2);
      await page.getByRole('menuitem', { name: 'Show all files' }).click();
      expect(window.problems).toEqual([]);
    },
  );

  test.runIf(IS_FULL)('the keys of open threads stay with the changes, whatever hides a thread there', async () => {
    const { page } = window;
    const changes = `/${project.path}/-/merge_requests/1/diffs`;
    await page.goto(changes);
    await table(page).getByText('All of these.').waitFor();
    const jump = async (key: string, words: string) => {
      // A second press within a fifth of a second is one with the first.
      await page.waitForTimeout(220);
      await pressKey(page, key);
      const isThere = (wanted: string) =>
        document.activeElement?.id.startsWith('note_') === true && document.activeElement.textContent.includes(wanted);
      await expect.poll(() => page.evaluate(isThere, words)).toBe(true);
      expect(new URL(page.url()).pathname).toBe(changes);
    };
    const fold = async () => {
      await page.getByRole('button', { name: 'Collapse a.ts' }).click();
      await table(page).getByText('All of these.').waitFor({ state: 'detached' });
    };
    await fold();
    // From line to line, although the lower one was written first.
    await jump('n', 'These two.');
    await jump('n', 'All of these.');
    // The address still names the thread that it goes back to.
    await fold();
    await jump('p', 'These two.');
    await page.getByRole('button', { name: 'View settings' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Show one file at a time' }).click();
    await expect.poll(() => page.getByRole('region', { name: /\.ts$/ }).count()).toBe(1);
    for (const words of ['All of these.', 'Why this name?', 'These two.']) await jump('n', words);
    expect(window.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('what is said while one commit is looked at keeps it', async () => {
    const { page } = window;
    const api = `/projects/${project.id}/merge_requests/1`;
    const [commit] = await ann.rest.get<{ id: string }[]>(`${api}/commits`);
    await page.goto(`/${project.path}/-/merge_requests/1/diffs?commit_id=${commit?.id}`);
    await page.getByRole('region', { name: 'Commit', exact: true }).getByText('Change lines').waitFor();
    await row(page, 'const four = 4;').hover();
    await plus(page).click();
    await send(page, 'Of this commit.');
    type Said = { notes: { body: string; commit_id: string | null }[] };
    const commitOf = async (words: string) => {
      const threads = await ann.rest.get<Said[]>(`${api}/discussions?per_page=100`);
      return threads.find(({ notes }) => notes[0]?.body === words)?.notes[0]?.commit_id;
    };
    await expect.poll(() => commitOf('Of this commit.')).toBe(commit?.id);
    expect(await commitOf('These two.')).toBeNull();
    expect(window.problems).toEqual([]);
  });

  test.runIf(IS_FULL)(
    'hidden lines come from above, from below or all at once, and are commented on where they are',
    async () => {
      const { page } = window;
      const changed = text(far.with(9, 'const far10 = 0;').with(89, 'const far90 = 0;'));
      await commitFiles(ann, project.id, { branch: 'far', start: 'main', files: { 'far.ts': changed }, update: true });
      const { iid } = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
        source_branch: 'far',
        target_branch: 'main',
        title: 'Change what is far apart',
      });
      await page.goto(`/${project.path}/-/merge_requests/${iid}/diffs`);
      const file = linesOf(page, 'far.ts');
      const line = (at: number) => file.locator('tr.dr', { has: page.locator(`[data-side="new"][data-n="${at}"]`) });
      const numbers = () =>
        file
          .locator('.dn[data-side="new"][data-n]')
          .evaluateAll((all) => all.map((each) => Number(each.getAttribute('data-n'))));
      const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
      const press = async (name: string) => {
        // Where the button was, the next one has the keyboard.
        await file.getByRole('button', { name, exact: true }).first().press('Enter');
        await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-expand]'))).toBe(true);
      };
      await expect.poll(numbers).toEqual([...run(7, 13), ...run(87, 93)]);
      await press('Show 20 more lines below');
      await expect.poll(numbers).toEqual([...run(7, 33), ...run(87, 93)]);
      await press('Show 20 more lines above');
      await expect.poll(numbers).toEqual([...run(7, 33), ...run(67, 93)]);
      await press('Show all 33 hidden lines');
      await expect.poll(numbers).toEqual(run(7, 93));
      await press('Show all remaining lines');
      await expect.poll(numbers).toEqual(run(7, 120));
      expect(await findBarriers(page)).toEqual([]);
      await line(50).hover();
      await file.getByRole('button', { name: /^Add a comment to/ }).click();
      await page.getByRole('textbox', { name: 'Comment on line 50' }).fill('In the middle.');
      await page.getByRole('button', { name: 'Add comment now' }).click();
      const said = file.locator('.diff-insertion', { hasText: 'In the middle.' });
      await said.waitFor();
      await page.reload();
      await said.waitFor();
      await expect.poll(() => line(50).textContent()).toContain('const far50 = 50;');
      const gap = async () => {
        const [above, below] = [await line(50).boundingBox(), await said.boundingBox()];
        return above && below ? Math.round(below.y - above.y - above.height) : null;
      };
      await expect.poll(gap).toBe(0);
      expect(await numbers()).not.toContain(120);
      expect(window.problems).toEqual([]);
    },
  );

  test.runIf(IS_FULL)('a thread on one commit leads to its changes, also when the commit was rewritten', async () => {
    const { page } = window;
    const headerOf = async () => {
      await page.goto(`/${project.path}/-/merge_requests/1`);
      const thread = page.getByRole('group', { name: 'Thread', exact: true }).filter({ hasText: 'Of this commit.' });
      await thread.waitFor();
      return thread.locator('header').first();
    };
    const follow = async (header: Locator) => {
      const link = header.getByRole('link', { name: /^[0-9a-f]{8}$/ });
      const sha = await link.textContent();
      await link.click();
      await page.getByRole('region', { name: 'Commit', exact: true }).getByText('Change lines').waitFor();
      await row(page, 'const four = 4;').waitFor();
      expect(page.url()).toContain(`commit_id=${sha}`);
    };
    const header = await headerOf();
    expect(await header.textContent()).toMatch(/started a thread on commit [0-9a-f]{8}/);
    await follow(header);
    const { id: start } = await ann.rest.get<{ id: string }>(`/projects/${project.id}/repository/commits/main`);
    await ann.rest.post(`/projects/${project.id}/repository/commits`, {
      branch: 'feature',
      start_sha: start,
      force: true,
      commit_message: 'Rewrite it',
      actions: [{ action: 'update', file_path: 'a.ts', content: text(lines.with(20, 'const other = 1;')) }],
    });
    await expect.poll(async () => (await headerOf()).textContent()).toContain('an outdated change in commit');
    await follow(await headerOf());
    expect(window.problems).toEqual([]);
  });

  test.runIf(IS_FULL)(
    'open threads whose lines are gone are gone to where they stand in the changes, also in a folded file',
    async () => {
      const { page } = window;
      const changes = `/${project.path}/-/merge_requests/1/diffs`;
      await page.goto(changes);
      await page.getByText('All of these.').waitFor();
      await page.getByRole('button', { name: 'Collapse a.ts' }).click();
      await page.getByText('All of these.').waitFor({ state: 'detached' });
      const seen = new Set<string>();
      for (const _press of [1, 2, 3, 4]) {
        await page.waitForTimeout(220);
        await pressKey(page, 'n');
        const focused = () => page.evaluate(() => document.activeElement?.closest('[id^="note_"]')?.textContent ?? '');
        await expect.poll(async () => seen.has(await focused()) || (await focused()) === '').toBe(false);
        expect(new URL(page.url()).pathname).toBe(changes);
        seen.add(await focused());
      }
      expect([...seen].some((text) => text.includes('All of these.'))).toBe(true);
      expect(window.problems).toEqual([]);
    },
  );
});
