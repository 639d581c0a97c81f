import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { isTooWide } from '../testing/clean.ts';
import { pressKey } from '../testing/idle.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { Project, TestUser } from '../testing/world.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let project: Project;
let window: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  project = await journey.world.project(ann, 'kit');
  window = await journey.open(ann);
  await ann.rest.post(`/projects/${project.id}/labels`, { name: 'done', color: '#1f75cb' });
  for (const title of ['Sand it', 'Paint it', 'Hang it']) {
    await ann.rest.post(`/projects/${project.id}/issues`, { title });
  }
});

test('several issues of the list are labelled and closed at once', async () => {
  const { page, problems } = window;
  await page.goto(`/${project.path}/-/issues`);
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  await page.getByRole('checkbox', { name: 'Select Paint it' }).check();
  await page.getByRole('link', { name: 'Hang it', exact: true }).focus();
  await pressKey(page, 'x');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('combobox', { name: /^State/ }).click();
  await page.getByRole('option', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Add labels/ }).click();
  await page.getByRole('option', { name: 'done' }).click();
  await page.keyboard.press('Escape');
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole('button', { name: 'Update selected' }).click();
  await page.getByText('2 issues updated.').waitFor();
  await page.getByRole('link', { name: 'Paint it', exact: true }).waitFor({ state: 'detached' });
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page
    .getByRole('navigation', { name: 'State' })
    .getByRole('link', { name: /^Closed/ })
    .click();
  const closed = page.getByRole('list', { name: 'Issues' }).getByRole('listitem');
  await expect.poll(() => closed.count()).toBe(2);
  expect(await closed.filter({ hasText: 'done' }).count()).toBe(2);
  expect(problems).toEqual([]);
});

test('a view of the list is saved, used after a reload, renamed and deleted', async () => {
  const { page, problems } = window;
  await page.goto(`/${project.path}/-/issues?state=closed&sort=title_asc&label_name[]=done`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  const save = page.getByRole('dialog', { name: 'Save view' });
  await save.getByRole('textbox', { name: 'Name' }).fill('Done by title');
  expect(await findBarriers(page)).toEqual([]);
  await save.getByRole('button', { name: 'Save view' }).click();
  await save.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'View: Done by title' }).waitFor();

  await page.goto(`/${project.path}/-/issues`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Done by title' }).click();
  const titles = page.getByRole('list', { name: 'Issues' }).locator('[data-row-title]');
  await expect.poll(() => titles.allInnerTexts()).toEqual(['Hang it', 'Paint it']);
  await page.getByRole('button', { name: 'View: Done by title' }).click();
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage views' });
  await manage.getByRole('button', { name: 'Rename Done by title' }).click();
  await manage.getByRole('textbox', { name: 'New name of Done by title' }).fill('Done');
  await manage.getByRole('button', { name: 'Rename', exact: true }).click();
  await manage.getByRole('button', { name: 'Delete Done' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await manage.getByText('No saved views.').waitFor();
  await page.keyboard.press('Escape');
  await manage.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Views' }).waitFor();
  expect(problems).toEqual([]);
});
