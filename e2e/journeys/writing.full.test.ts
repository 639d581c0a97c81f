import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { openBrowser } from '../testing/browser.ts';
import { startUnusedServer } from '../testing/journey.ts';
import { hasKeyboard } from '../testing/idle.ts';
import { ROOT_PASSWORD, type RunningServer } from '../testing/running-server.ts';
import { openSignedIn, type Window } from '../testing/sign-in.ts';
import { createWorld, type TestUser, type Project, type World } from '../testing/world.ts';

let server: RunningServer;
let browser: Browser;
let world: World;
let ann: TestUser;
let project: Project;
let window: Window;
let phone: Window;

beforeAll(async () => {
  [server, browser] = await Promise.all([startUnusedServer(), openBrowser()]);
  world = await createWorld(server, ROOT_PASSWORD, inject('rootToken'));
  ann = await world.person('ann', 'Ann Author');
  project = await world.project(ann, 'kit');
  window = await openSignedIn(browser, server.url, ann);
  phone = await openSignedIn(browser, server.url, ann, { width: 390 });
});
afterAll(async () => {
  await browser?.close();
  await world?.dispose();
  await server?.dispose();
});

async function newIssue(title: string): Promise<string> {
  const made = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title });
  return `/${project.path}/-/issues/${made.iid}`;
}

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment' });
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('what is completed stands at the caret, also far down on a phone and in the form of a new issue', async () => {
  const address = await newIssue('Warm the cache');
  const { page, problems } = phone;
  await page.goto(`/${project.path}/-/issues/new`);
  const description = page.getByRole('textbox', { name: 'Description' });
  await page.getByRole('button', { name: 'Reference syntax' }).click();
  await page.getByRole('dialog', { name: 'Reference syntax' }).getByText('File in the repository').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await description.fill(`${'A long line that goes on for a while.\n'.repeat(60)}see `);
  await description.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('#warm');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await list.getByRole('option', { name: /Warm the cache/ }).waitFor();
  // It finds its place once it is drawn.
  const isWithin = async () => {
    const box = await list.boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 900;
  };
  await expect.poll(isWithin).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => description.inputValue()).toMatch(new RegExp(`see #${address.split('/').at(-1)} $`));
  await page.keyboard.type('\n/conf');
  await list.getByRole('option', { name: '/confidential' }).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => description.inputValue()).toMatch(/\/confidential $/);
  expect(problems).toEqual([]);
});

test('files arrive in any order while someone writes; what a reload cut off is chosen again', async () => {
  const { page, problems } = window;
  await page.goto(await newIssue('With pictures'));
  const held = Promise.withResolvers<void>();
  await page.route(/\/uploads$/, async (route) => {
    if (/slow\.png/.test(route.request().postData() ?? '')) await held.promise;
    await route.continue();
  });
  const saved = () => page.waitForResponse((answer) => /unfinished_texts/.test(answer.url()) && answer.ok());
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: PIXEL });
  const attach = page.locator('input[type=file][multiple]').last();
  await attach.setInputFiles([file('slow.png'), file('quick.png')]);
  await expect.poll(() => comment(page).inputValue()).toMatch(/!\[quick\]\(\/uploads\/[0-9a-f]{32}\/quick\.png\)/);
  await page.getByRole('progressbar', { name: 'Uploading slow.png' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const kept = saved();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And a word.');
  await kept;
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByText('A file is not uploaded yet.').waitFor();
  await page.reload();
  held.resolve();
  await expect.poll(() => comment(page).inputValue()).toMatch(/Uploading slow\.png.*\n.*quick\.png\) And a word\.$/s);
  const again = page.locator('li input[type=file]');
  await page.getByRole('button', { name: 'Choose again' }).waitFor();
  await again.setInputFiles([file('again.png')]);
  await expect.poll(() => comment(page).inputValue()).toMatch(/^!\[again\]\(.*\n!\[quick\]\(.* And a word\.$/s);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Post comment' }).click();
  await page.getByRole('article').getByRole('img', { name: 'again' }).waitFor();

  // The timeline shows every comment by itself, without a form, until it is turned off.
  await page.getByRole('button', { name: 'Turn timeline view on' }).click();
  await comment(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('article').getByRole('img', { name: 'again' }).waitFor();
  expect(await comment(page).count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Turn timeline view off' }).click();
  await comment(page).waitFor();
  expect(problems).toEqual([]);
});

test('text is written as it looks: nothing else changes, nothing is lost, and the choice stays', async () => {
  const { page, problems } = window;
  const source =
    '## Plan\n\nKeep   *these*  bytes.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n*  [ ] first\n*  [ ] second\n\nSee the end';
  const address = await newIssue('Written as it looks');
  await page.goto(address);
  await comment(page).fill(source);
  const from = source.indexOf('the end');
  await comment(page).evaluate((area, at) => (area as HTMLTextAreaElement).setSelectionRange(at, at + 3), from);
  await page.getByRole('button', { name: 'Switch to rich text editing' }).click();
  await page.getByRole('heading', { name: 'Plan' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  // The selection came along.
  await hasKeyboard(comment(page));
  await page.keyboard.press('Control+b');
  await page.getByRole('checkbox', { name: 'Task done' }).nth(1).check();
  await comment(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' for #wri');
  await page
    .getByRole('listbox', { name: 'Suggestions' })
    .getByRole('option', { name: /Written as it looks/ })
    .waitFor();
  await page.keyboard.press('Enter');
  const kept = page.waitForResponse((answer) => /unfinished_texts/.test(answer.url()) && answer.ok());
  await page.keyboard.type('and _more_ words');
  await kept;
  await page.reload();
  await page.getByRole('heading', { name: 'Plan' }).waitFor();
  await expect.poll(() => comment(page).evaluate((field) => field.tagName)).toBe('DIV');
  await page
    .locator('input[type=file][multiple]')
    .last()
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL });
  await comment(page).getByRole('img', { name: 'dot' }).waitFor();
  await page.getByRole('button', { name: 'Switch to plain text editing' }).click();
  const number = address.split('/').at(-1) ?? '';
  const expected = source
    .replace('*  [ ] second', '* [x] second')
    .replace('See the end', `See **the** end for #${number} and _more_ words`);
  await expect.poll(() => comment(page).evaluate((field) => field.tagName)).toBe('TEXTAREA');
  const text = await comment(page).inputValue();
  expect(text.replace(/!\[dot\]\(\/uploads\/[0-9a-f]{32}\/dot\.png\)/, '')).toBe(expected);
  await page.getByRole('button', { name: 'Switch to rich text editing' }).click();
  await expect.poll(() => comment(page).evaluate((field) => field.tagName)).toBe('DIV');
  await hasKeyboard(comment(page));
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Post comment' }).click();
  await page.getByRole('article').getByRole('heading', { name: 'Plan' }).waitFor();
  await expect.poll(async () => (await comment(page).innerText()).trim()).toBe('');
  await page.getByRole('button', { name: 'Switch to plain text editing' }).click();
  expect(problems).toEqual([]);
});

test('a table is changed by keys alone, and one key takes the change back', async () => {
  const { page, problems } = window;
  await page.goto(await newIssue('Sizes'));
  const before = 'Sizes:\n\n| a | b |\n| - | - |\n| 1 | 2 |';
  const toTable = async () => {
    await comment(page).focus();
    const button = page.getByRole('button', { name: 'Table', exact: true }).last();
    await button.focus();
    await page.keyboard.press('Enter');
    await hasKeyboard(page.getByRole('group', { name: 'Table tools' }).getByRole('button').first());
  };
  await comment(page).fill(before);
  await comment(page).focus();
  await page.keyboard.press('Control+End');
  await toTable();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await hasKeyboard(comment(page));
  const after = `${before}\n|  |  |`;
  await expect.poll(() => comment(page).inputValue()).toBe(after);
  await page.keyboard.press('Control+z');
  await expect.poll(() => comment(page).inputValue()).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => comment(page).inputValue()).toBe(after);
  expect(problems).toEqual([]);
});

test('a template that was made once stands in a comment by keys alone, and one key takes it back', async () => {
  const { page, problems } = phone;
  await page.goto('/-/profile/comment_templates');
  await page.getByRole('button', { name: 'New template' }).click();
  await hasKeyboard(page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Ask for tests');
  const text = page.getByRole('textbox', { name: 'Text' });
  const kept = page.waitForResponse((answer) => /unfinished_texts/.test(answer.url()) && answer.ok());
  await text.fill('Thank you!\n\nCould you add a **test**?');
  await kept;
  await page.reload();
  expect(await text.inputValue()).toBe('Thank you!\n\nCould you add a **test**?');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save template' }).click();
  await page.getByRole('list', { name: 'Comment templates' }).getByText('Ask for tests').waitFor();
  await hasKeyboard(page.getByRole('button', { name: 'New template' }));

  const insert = async () => {
    await page.getByRole('button', { name: 'Insert comment template' }).last().focus();
    await page.keyboard.press('Enter');
    await hasKeyboard(page.getByRole('combobox', { name: 'Search comment templates' }));
    await page.keyboard.type('could you');
    await page.getByRole('option', { name: /Ask for tests/ }).waitFor();
  };
  await page.goto(await newIssue('Without tests'));
  await comment(page).fill('Hello');
  await comment(page).press('End');
  await page.keyboard.type('. Bye');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await insert();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await hasKeyboard(comment(page));
  const after = 'Hello. Thank you!\n\nCould you add a **test**?Bye';
  await expect.poll(() => comment(page).inputValue()).toBe(after);
  await page.keyboard.type(' ');
  await expect.poll(() => comment(page).inputValue()).toBe(after.replace('?Bye', '? Bye'));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => comment(page).inputValue()).toBe('Hello. Bye');
  expect(problems).toEqual([]);
});
