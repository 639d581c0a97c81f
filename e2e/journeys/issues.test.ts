import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { isTooWide } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { pressKey } from '../testing/settled.ts';
import type { Window } from '../testing/sign-in.ts';
import type { Person, Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: Person;
let project: Project;
let window: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  project = await journey.world.project(ann, 'kit');
  window = await journey.open(ann);
});

test('an issue from its form to its end: described, changed, compared, commanded', async () => {
  const { page, problems } = window;
  await page.goto(`/${project.path}/-/issues`);
  await page.getByRole('link', { name: 'New issue' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill('The door squeaks');
  await page.getByRole('textbox', { name: 'Description' }).fill('It squeaks loudly.');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create issue' }).click();
  await page.getByRole('heading', { level: 1, name: 'The door squeaks' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await pressKey(page, 'e');
  await page.getByRole('textbox', { name: 'Description' }).fill('It squeaks softly.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('It squeaks softly.').first().waitFor();
  await page.getByRole('button', { name: 'Compare with previous version' }).click();
  await page.locator('ins', { hasText: 'softly' }).waitFor();
  expect(await page.locator('del').innerText()).toBe('loudly');

  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.focus();
  await page.keyboard.type('/clos');
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: '/close' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => comment.inputValue()).toBe('/close ');
  await page.getByRole('button', { name: 'Add reaction' }).first().waitFor();
  await comment.fill('Oiled it.\n\n/spend 1h\n/close');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByText('Oiled it.').waitFor();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  await page.getByText('Spent: 1h').waitFor();
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  expect(await findBarriers(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('on a narrow screen the page fits', async () => {
  const narrow = await journey.open(ann, { width: 390 });
  for (const path of ['issues?state=all', 'issues/1', 'issues/new']) {
    await narrow.page.goto(`/${project.path}/-/${path}`);
    await narrow.page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await isTooWide(narrow.page)]).toEqual([path, false]);
  }
  expect(narrow.problems).toEqual([]);
});
