import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let olga: TestUser;
let vera: TestUser;
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
const statusFor = async (person: TestUser) => (await person.rest.send('GET', `/projects/${project.id}`)).status;

describe('invited groups', () => {
  test('a group is invited, and its users are in', async () => {
    expect(await statusFor(vera)).toBe(404);
    await page.goto(`/${project.path}/-/project_members`);
    await page.getByRole('navigation', { name: 'Members and groups' }).getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('heading', { name: 'No invited groups' }).waitFor();
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

  test('their role is said among the users, with where it comes from', async () => {
    await page.getByRole('navigation', { name: 'Members and groups' }).getByRole('link', { name: 'Members' }).click();
    const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Vera Visitor' });
    await row.waitFor();
    expect(await row.textContent()).toContain('invited through guests');
    expect(await row.textContent()).toContain('Developer');
  });

  test('the invitation is changed, and ended with the keyboard in the page', async () => {
    await page.goto(`/${project.path}/-/project_members?tab=groups`);
    await page.getByRole('combobox', { name: 'Maximum role of Guests' }).click();
    await page.getByRole('option', { name: 'Reporter', exact: true }).click();
    await expect
      .poll(
        async () =>
          (await vera.rest.get<{ access_level: number }>(`/projects/${project.id}/members/all/${vera.id}`))
            .access_level,
      )
      .toBe(20);
    await page.getByRole('button', { name: 'More actions for Guests' }).click();
    await page.getByRole('menuitem', { name: 'Change expiration date' }).click();
    await page.getByLabel('Access expiration date', { exact: true }).fill('2099-03-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await groups().filter({ hasText: 'Expires' }).waitFor();
    await page.getByRole('button', { name: 'More actions for Guests' }).click();
    await page.getByRole('menuitem', { name: 'Remove from this project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'No invited groups' }).waitFor();
    await expect.poll(focused).toBe('Members');
    await expect.poll(() => statusFor(vera)).toBe(404);
    expect(window.problems).toEqual([]);
  });
});

describe('those who wait', () => {
  test('a user requests access, withdraws it, requests it again, and an owner approves it', async () => {
    const club = await olga.rest.post<{ id: number }>('/groups', { name: 'Club', path: 'club', visibility: 'public' });
    const { page: hers } = await journey.open(vera);
    await hers.goto('/club');
    await hers.getByRole('button', { name: 'Request access' }).click();
    await hers.getByRole('button', { name: 'Withdraw access request' }).click();
    await hers.getByRole('button', { name: 'Request access' }).click();
    await hers.getByRole('button', { name: 'Withdraw access request' }).waitFor();
    expect(await findBarriers(hers)).toEqual([]);
    await page.goto('/groups/club/-/group_members');
    await page.getByRole('link', { name: /Pending access requests/ }).click();
    const requests = page.getByRole('list', { name: 'Pending access requests' });
    await requests.getByRole('combobox', { name: 'Role for Vera Visitor' }).click();
    await page.getByRole('option', { name: 'Reporter', exact: true }).click();
    expect(await findBarriers(page)).toEqual([]);
    await requests.getByRole('button', { name: 'Approve Vera Visitor' }).press('Enter');
    await page.getByRole('heading', { name: 'No pending access requests' }).waitFor();
    const path = `/groups/${club.id}/members/${vera.id}`;
    expect(await olga.rest.get(path)).toMatchObject({ access_level: 20 });
  });

  test.runIf(IS_FULL)('an address is invited, and the invitation is sent again, changed and cancelled', async () => {
    await page.goto('/groups/club/-/group_members');
    await page.getByRole('button', { name: 'Add members' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add members to Club' });
    await dialog.getByLabel('Users').click();
    await page.getByRole('combobox', { name: 'Search users' }).fill('new@example.test');
    await page.getByRole('option', { name: /new@example.test.*Invite by email/ }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Add members' }).click();
    await page.getByRole('link', { name: /Pending invitations/ }).click();
    const row = page.getByRole('list', { name: 'Pending invitations' }).getByRole('listitem');
    await row.getByRole('combobox', { name: 'Role of new@example.test' }).click();
    await page.getByRole('option', { name: 'Guest', exact: true }).click();
    await page.getByRole('button', { name: 'More actions for new@example.test' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Resend invitation' }).press('Enter');
    await row.getByText('Resent').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'More actions for new@example.test' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Cancel invitation' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel invitation' }).click();
    await page.getByRole('heading', { name: 'No pending invitations' }).waitFor();
  });
});
