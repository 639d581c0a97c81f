import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { findFaults } from '../testing/find-faults.ts';
import { hasKeyboard } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser } from '../testing/world.ts';

/** A square of one colour, large enough to be seen. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPQqnpEEmIY1TCqYfhqAACd/IYQ23UhuwAAAABJRU5ErkJggg==';

const journey = beginJourney();
let olga: TestUser;
let window: Window;
let page: Page;
let issue: string;

beforeAll(async () => {
  olga = await journey.world.person('olga', 'Olga Owner');
  const group = await olga.rest.post<{ id: number }>('/groups', { name: 'Mill', path: 'mill' });
  const project = await olga.rest.post<{ id: number }>('/projects', { name: 'wheel', namespace_id: group.id });
  const { iid } = await olga.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title: 'Turns' });
  await olga.rest.post(`/projects/${project.id}/issues/${iid}/notes`, { body: 'Well done :mill_wheel:' });
  issue = `/mill/wheel/-/issues/${iid}`;
  window = await journey.open(olga);
  page = window.page;
});

const settings = '/groups/mill/-/custom_emoji';
const file = { name: 'Mill Wheel.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
const shown = (at: Page) => at.getByRole('main').locator('img[alt=":mill_wheel:"]');

test('an emoji is added with an image and a name, and what is wrong is said at its field', async () => {
  await page.goto('/groups/mill');
  await page.getByRole('link', { name: 'Custom emoji' }).click();
  await page.getByText('No custom emoji yet').waitFor();
  await expectClean(window);
  await page.getByRole('button', { name: 'New emoji' }).click();
  await page.getByRole('button', { name: 'Add emoji' }).click();
  await page.getByText('Enter a name.').waitFor();
  await page.getByText('Choose an image.').waitFor();
  await page.getByLabel('Emoji image').setInputFiles({ ...file, mimeType: 'text/plain' });
  await page.getByText('Choose a PNG, JPEG, GIF or WebP image.').waitFor();
  await page.getByLabel('Emoji image').setInputFiles(file);
  await page.getByText('Preview:').waitFor();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.poll(() => name.inputValue()).toBe('mill_wheel');
  await name.fill('tada');
  await page.getByRole('button', { name: 'Add emoji' }).click();
  await page.getByText('is the name of a built-in emoji').waitFor();
  await expectClean(window);
  await name.fill('mill_wheel');
  await page.getByRole('button', { name: 'Add emoji' }).click();
  await page.getByRole('list', { name: 'Custom emoji' }).getByText(':mill_wheel:').waitFor();
  await hasKeyboard(page.getByRole('button', { name: 'New emoji' }));
});

test('it stands in the text and is given from the picker', async () => {
  await page.goto(issue);
  await expect
    .poll(() => shown(page).evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(16);
  const note = page.getByRole('article').filter({ hasText: 'Well done' });
  await note.getByRole('button', { name: 'Add reaction' }).click();
  const picker = page.getByRole('dialog', { name: 'Add reaction' });
  await picker.getByRole('button', { name: 'Custom', exact: true }).click();
  await picker.getByRole('heading', { name: 'Custom' }).waitFor();
  await expectClean(window);
  await picker.getByRole('button', { name: 'mill wheel', exact: true }).first().click();
  const given = note.getByRole('button', { name: 'mill wheel, 1' });
  await given.waitFor();
  await expect.poll(() => given.locator('img').count()).toBe(1);
  await page.reload();
  await given.locator('img').waitFor();
  expect(await findFaults(window, [settings, issue])).toEqual([]);
});

test('it is completed while someone writes', async () => {
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.fill('Turns well ');
  await field.press('End');
  await page.keyboard.type(':mill_w');
  const choice = page.getByRole('option', { name: 'mill wheel' });
  await expect.poll(() => choice.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(16);
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('Turns well :mill_wheel: ');
  await field.fill('');
});

test('taken away after a question, its reactions go and its name is left', async () => {
  await page.goto(settings);
  await page.getByRole('button', { name: 'Delete mill_wheel' }).click();
  const question = page.getByRole('dialog', { name: 'Delete :mill_wheel:?' });
  await question.getByRole('button', { name: 'Delete emoji' }).click();
  await page.getByText('No custom emoji yet').waitFor();
  await page.goto(issue);
  await page.getByText('Well done :mill_wheel:').waitFor();
  expect(await page.getByRole('button', { name: /^mill wheel, / }).count()).toBe(0);
});
