import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { Person, Project } from '../testing/world.ts';

const journey = beginJourney();
let olga: Person;
let vera: Person;
let project: Project;
let window: Window;
let page: Page;

beforeAll(async () => {
  olga = await journey.world.person('olga', 'Olga Owner');
  vera = await journey.world.person('vera', 'Vera Visitor');
  project = await journey.world.project(olga, 'weir');
  const guests = await olga.rest.post<{ id: number }>('/groups', { name: 'Guests', path: 'guests' });
  await olga.rest.post(`/groups/${guests.id}/members`, { user_id: vera.id, access_level: 40 });
  window = await journey.open(olga);
  page = window.page;
});

const groups = () => page.getByRole('list', { name: 'Invited groups' }).getByRole('listitem');
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const statusFor = async (person: Person) => (await person.rest.send('GET', `/projects/${project.id}`)).status;

describe('invited groups', () => {
  test('a group is invited, and its people are in', async () => {
    expect(await statusFor(vera)).toBe(404);
    await page.goto(`/${project.path}/-/project_members`);
    await page.getByRole('navigation', { name: 'Who has a role' }).getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('heading', { name: 'No group is invited' }).waitFor();
    await page.getByRole('button', { name: 'Invite group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Group/ }).click();
    await page.getByRole('option', { name: /Guests/ }).click();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Invite group' }).click();
    await expect.poll(() => groups().count()).toBe(1);
    await expect.poll(() => groups().first().textContent()).toContain('guests');
    await expect.poll(() => statusFor(vera)).toBe(200);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('their role is said among the people, with where it comes from', async () => {
    await page.getByRole('navigation', { name: 'Who has a role' }).getByRole('link', { name: 'People' }).click();
    const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Vera Visitor' });
    await row.waitFor();
    expect(await row.textContent()).toContain('by the invited group guests');
    expect(await row.textContent()).toContain('Developer');
  });

  test('the invitation is changed, and ended with the keyboard in the page', async () => {
    await page.goto(`/${project.path}/-/project_members?tab=groups`);
    await page.getByRole('combobox', { name: 'Highest role of Guests' }).click();
    await page.getByRole('option', { name: 'Reporter', exact: true }).click();
    await expect
      .poll(
        async () =>
          (await vera.rest.get<{ access_level: number }>(`/projects/${project.id}/members/all/${vera.id}`))
            .access_level,
      )
      .toBe(20);
    await page.getByRole('button', { name: 'More about Guests' }).click();
    await page.getByRole('menuitem', { name: 'Change end of access' }).click();
    await page.getByLabel('Access ends on').fill('2099-03-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await groups().filter({ hasText: 'Until' }).waitFor();
    await page.getByRole('button', { name: 'More about Guests' }).click();
    await page.getByRole('menuitem', { name: 'Remove from this project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'No group is invited' }).waitFor();
    await expect.poll(focused).toBe('Members');
    await expect.poll(() => statusFor(vera)).toBe(404);
    expect(window.problems).toEqual([]);
  });
});
