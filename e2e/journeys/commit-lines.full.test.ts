import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { linesOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { pressKey, topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';

/** More than come with the page, and one too long to be open at first. */
const FILES = 40;
const LONG = 1_700;

const journey = beginJourney();
let window: Window;
let ann: TestUser;
let project: Project;
let addresses: Record<'a commit' | 'a comparison', string>;

const path = (at: number) => `part-${String(at).padStart(2, '0')}.ts`;
const hashOf = (name: string) => createHash('sha1').update(name).digest('hex');
const lines = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of}(${at + 1});\n`).join('');

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const all = (of: string, long: string) =>
    Object.fromEntries([
      ...Array.from({ length: FILES }, (_, at) => [path(at + 1), lines(20, of)]),
      ['part-99-long.ts', lines(LONG, long)],
    ]);
  project = await journey.world.project(ann, 'parts', { files: all('before', 'long') });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.must('checkout', '--quiet', '-b', 'next');
  await client.commit(all('after', 'longer'), 'Write all of it anew');
  await client.must('push', '--quiet', 'origin', 'next');
  const sha = (await client.must('rev-parse', 'HEAD')).trim();
  addresses = {
    'a commit': `/${project.path}/-/commit/${sha}`,
    'a comparison': `/${project.path}/-/compare/main...next`,
  };
  window = await journey.open(ann);
  await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

const number = (page: Page, name: string, line: number) =>
  linesOf(page, name).locator(`td.dn[data-side="new"][data-n="${line}"]`);
const marked = (page: Page) => page.locator('.dr-selected').count();
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

// The same pieces draw both.
describe.each(['a commit', 'a comparison'] as const)('lines of %s', (kind) => {
  test('are named by their numbers, with Shift a run of them, and by keys', async () => {
    const { page, problems } = window;
    await page.goto(addresses[kind]);
    const code = (line: number) => `${hashOf(path(1))}_21_${line}`;
    await number(page, path(1), 4).evaluate((cell) => cell.scrollIntoView({ block: 'center' }));
    await number(page, path(1), 4).hover();
    const top = await topAtRest(number(page, path(1), 4));
    await page.getByLabel('Link to added line 4').click();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#${code(4)}`);
    await expect.poll(() => marked(page)).toBe(1);
    await number(page, path(1), 7).click({ modifiers: ['Shift'] });
    await expect.poll(() => new URL(page.url()).hash).toBe(`#${code(4)}-_21_7`);
    await expect.poll(() => marked(page)).toBe(4);
    expect(await topAtRest(number(page, path(1), 4))).toBe(top);
    await page.keyboard.press('ArrowDown');
    await pressKey(page, 'Shift+Y');
    await expect.poll(() => copied(page)).toMatch(new RegExp(`#${code(4)}-_21_8$`));
    await expect.poll(() => marked(page)).toBe(5);
    await pressKey(page, 'y');
    await expect.poll(() => copied(page)).toMatch(new RegExp(`#${code(8)}$`));
    await expect.poll(() => marked(page)).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('are gone to once, also in a file that comes later or is folded', async () => {
    const { page, problems } = window;
    const late = `${hashOf(path(38))}_21_4`;
    await page.goto('about:blank');
    await page.goto(`${addresses[kind]}#${late}-_21_6`);
    await expect.poll(() => focused(page)).toBe(late);
    await expect.poll(() => marked(page)).toBe(3);
    await number(page, path(1), 1).scrollIntoViewIfNeeded();
    const top = await topAtRest(number(page, path(1), 1));
    await pressKey(page, 'Shift+D');
    await page.locator('.dtable-parallel').first().waitFor();
    await pressKey(page, 'Shift+D');
    await page.locator('.dtable-parallel').first().waitFor({ state: 'detached' });
    expect(Math.abs((await topAtRest(number(page, path(1), 1))) - top)).toBeLessThan(3);
    const folded = `${hashOf('part-99-long.ts')}_${LONG + 1}_1600`;
    await page.goto('about:blank');
    await page.goto(`${addresses[kind]}#${folded}`);
    await expect.poll(() => focused(page)).toBe(folded);
    await expect.poll(() => topAtRest(number(page, 'part-99-long.ts', 1_600))).toBeLessThan(300);
    expect(problems).toEqual([]);
  });
});

describe('what is said about a commit', () => {
  const table = (page: Page, at: number) => linesOf(page, path(at));
  const note = (page: Page, text: string) => page.locator('article[id^="note_"]', { hasText: text });

  test('stands below the lines, opens again by itself while it is not sent, and takes answers', async () => {
    const { page, problems } = window;
    await page.goto(addresses['a commit']);
    await number(page, path(2), 4).evaluate((cell) => cell.scrollIntoView({ block: 'center' }));
    await number(page, path(2), 4).hover();
    await table(page, 2).getByRole('button', { name: 'Add a comment to added line 4' }).click();
    const field = table(page, 2).getByRole('textbox', { name: 'Comment on line 4' });
    await field.fill('Why all of it?');
    expect(await table(page, 2).getByRole('button', { name: 'Start a review' }).count()).toBe(0);
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('Why all of it?');
    await table(page, 2).getByRole('button', { name: 'Comment', exact: true }).click();
    await table(page, 2).locator(note(page, 'Why all of it?')).waitFor();
    expect(await note(page, 'Why all of it?').count()).toBe(1);
    await table(page, 2)
      .getByRole('button', { name: /^Reply/ })
      .click();
    await table(page, 2)
      .getByRole('textbox', { name: /^Reply/ })
      .fill('It was old.');
    await pressKey(page, 'Control+Enter');
    await table(page, 2).locator(note(page, 'It was old.')).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('is about several lines with the keyboard, and about a whole file', async () => {
    const { page, problems } = window;
    await page.goto(addresses['a commit']);
    await table(page, 1).focus();
    for (let step = 0; step < 23; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const field = table(page, 1).getByRole('textbox', { name: /^Comment on line/ });
    await field.waitFor();
    await table(page, 1).getByRole('combobox', { name: 'First line of the comment' }).click();
    await page.getByRole('option', { name: '+1', exact: true }).click();
    await field.fill('These together.');
    await pressKey(page, 'Control+Enter');
    await table(page, 1)
      .getByText(/^Lines \+1 to \+\d+$/)
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const file = page.getByRole('article', { name: path(1), exact: true });
    await file.getByRole('button', { name: `Comment on the file ${path(1)}` }).click();
    const whole = file.getByRole('textbox', { name: `Comment on the file ${path(1)}` });
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/unfinished_texts'),
    );
    await whole.fill('Of all of it.');
    await saved;
    await page.reload();
    await expect.poll(() => whole.inputValue()).toBe('Of all of it.');
    await whole.focus();
    await pressKey(page, 'Control+Enter');
    await file.locator(note(page, 'Of all of it.')).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('is gone to by its address, also in a file that comes later or is folded; without a right it is only read', async () => {
    const { page, problems } = window;
    const sha = addresses['a commit'].split('/').at(-1) ?? '';
    const base = await ann.rest.get<{ parent_ids: string[] }>(`/projects/${project.id}/repository/commits/${sha}`);
    const [parent = ''] = base.parent_ids;
    const ids: string[] = [];
    for (const [name, line] of [
      [path(38), 4],
      ['part-99-long.ts', 1_600],
    ] as const) {
      const refs = { base_sha: parent, start_sha: parent, head_sha: sha, old_path: name, new_path: name };
      const position = { ...refs, position_type: 'text', new_line: line };
      const made = await ann.rest.post<{ notes: { id: number }[] }>(
        `/projects/${project.id}/repository/commits/${sha}/discussions`,
        { body: `On ${name}`, position },
      );
      ids.push(`note_${made.notes[0]?.id}`);
    }
    for (const id of ids) {
      await page.goto('about:blank');
      await page.goto(`${addresses['a commit']}#${id}`);
      await expect.poll(() => focused(page), { timeout: 15_000 }).toBe(id);
      expect(await page.locator(`[id="${id}"]`).count()).toBe(1);
      expect(await page.locator(`[data-diff] [id="${id}"]`).count()).toBe(1);
    }
    await ann.rest.post(`/projects/${project.id}/archive`);
    await page.reload();
    await page.locator(`[id="${ids[1]}"]`).waitFor();
    await page
      .getByText(/archived/)
      .last()
      .waitFor();
    await number(page, path(1), 4).hover();
    expect(await page.getByRole('button', { name: /^(?:Add a comment to|Comment on the file) / }).count()).toBe(0);
    await ann.rest.post(`/projects/${project.id}/unarchive`);
    expect(problems).toEqual([]);
  });
});
