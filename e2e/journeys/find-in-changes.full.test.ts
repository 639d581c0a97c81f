import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { Project } from '../testing/world.ts';

const journey = beginJourney();
let window: Window;
let project: Project;

const FILES = 150;
const text = (parts: readonly string[]) => `${parts.join('\n')}\n`;

beforeAll(async () => {
  const ann = await journey.world.person('ann', 'Ann Author');
  project = await journey.world.project(ann, 'find', { files: { 'src/first.txt': 'old Needle\n' } });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'feature');
  const many = Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`src/part-${at}.txt`, `part ${at}\n`]));
  await client.commit(
    {
      ...many,
      'src/first.txt': 'new needle\n',
      'yarn.lock': text(Array.from({ length: 40 }, (_, at) => (at === 30 ? 'locked needle' : `lock ${at}`))),
      'zzz/last.txt': text(Array.from({ length: 60 }, (_, at) => (at === 50 ? 'the last needle' : `last ${at}`))),
    },
    'Add many files',
  );
  await client.must('push', 'origin', 'feature');
  await ann.rest.post(`/projects/${project.id}/merge_requests`, {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Add many files',
  });
  await ann.rest.post(`/projects/${project.id}/merge_requests/1/notes`, { body: 'Is the needle sharp?' });
  window = await journey.open(ann);
});

const panel = (page: Page) => page.getByRole('search', { name: 'Find in all changes' });
const box = (page: Page) => panel(page).getByRole('searchbox', { name: 'Find in all changes' });
const says = (page: Page, words: string) => panel(page).getByRole('status').getByText(words).waitFor();

describe('find in the whole merge request', () => {
  test('counts every match, in files that are not loaded and in threads, and goes to them', async () => {
    const { page } = window;
    await page.goto(`/${project.path}/-/merge_requests/1/diffs`);
    await page.getByRole('group', { name: 'Changes in src/first.txt' }).waitFor();
    await pressKey(page, '/');
    await hasKeyboard(box(page));
    await page.keyboard.type('needle');
    await says(page, '5 matches in 3 files, 1 of them in threads');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await says(page, '1 of 5 lines');
    // Backwards over the end: past the note on the overview, to the last file, which was not loaded.
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('button', { name: 'View in overview' }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await says(page, '4 of 5 lines');
    await page
      .getByRole('group', { name: 'Changes in zzz/last.txt' })
      .locator('.dt', { hasText: 'the last needle' })
      .waitFor();
    await page.locator('tr.dr-selected').getByText('the last needle').waitFor();
    await hasKeyboard(box(page));
    await page.keyboard.press('Shift+Enter');
    await page.locator('tr.dr-selected').getByText('locked needle').waitFor();
    await expect.poll(() => page.locator('tr.dr-selected').count()).toBe(1);
    const selected = page.locator('tr.dr-selected').filter({ hasText: 'locked needle' });
    await expect
      .poll(() =>
        selected.evaluate((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top > 0 && bottom < innerHeight;
        }),
      )
      .toBe(true);
    expect(window.problems).toEqual([]);
  });

  test('expressions, case and places narrow it, and a broken expression is explained', async () => {
    const { page } = window;
    await box(page).fill('^(old|new) needle$');
    await says(page, 'No matches');
    await panel(page).getByRole('button', { name: 'Regular expression (RE2)' }).click();
    await says(page, '2 matches in 1 file');
    await panel(page).getByRole('button', { name: 'Match case' }).click();
    await says(page, '1 match in 1 file');
    await box(page).fill('(broken');
    await panel(page).getByRole('alert').getByText('Use RE2 syntax').waitFor();
    await box(page).fill('part-1\\d\\d');
    await panel(page).getByRole('combobox', { name: 'Search in' }).click();
    await page.getByRole('option', { name: 'File names' }).click();
    await says(page, '50 matches in 50 files');
    expect(window.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  });

  test('Escape closes it and gives the focus back', async () => {
    const { page } = window;
    await box(page).focus();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    const button = page.getByRole('button', { name: 'Find in all changes' });
    await button.click();
    await hasKeyboard(box(page));
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('who uses the browser’s own find is told what it cannot see', async () => {
    const { page } = window;
    await page.reload();
    await page.getByRole('group', { name: 'Changes in src/first.txt' }).waitFor();
    await pressKey(page, 'Control+f');
    await page.getByText('Your browser can only search content that is loaded and expanded.').waitFor();
    await page.getByRole('button', { name: 'Find in all', exact: true }).click();
    await panel(page).waitFor();
    expect(window.problems).toEqual([]);
  });
});
