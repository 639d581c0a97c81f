import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import { restWith } from '../testing/rest.ts';
import { hasKeyboard } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
let olga: TestUser;
let project: Project;
let window: Window;
let page: Page;

beforeAll(async () => {
  olga = await journey.world.person('olga', 'Olga Owner');
  project = await journey.world.project(olga, 'weir');
  window = await journey.open(olga);
  page = window.page;
});

const secret = () => page.getByRole('textbox', { name: 'Token', exact: true });
const working = () => page.getByRole('table', { name: 'Active tokens' });
const statusWith = async (token: string) =>
  (await restWith(journey.server, token).send('GET', `/projects/${project.id}`)).status;

describe('access tokens of a project', () => {
  let first = '';

  test('one is made, shown once, and works over the API and git', async () => {
    await page.goto(`/${project.path}`);
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await page.getByRole('heading', { name: 'No access tokens yet' }).waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly build');
    await page.getByRole('checkbox', { name: 'api', exact: true }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create token' }).click();
    await secret().waitFor();
    first = await secret().inputValue();
    await hasKeyboard(secret());
    await expect.poll(() => working().textContent()).toContain('Developer');
    expect(await statusWith(first)).toBe(200);
    const clone = await journey.world.clone(project, { username: 'anything', secret: first });
    await clone.commit({ 'by-a-bot.txt': 'hello\n' });
    await clone.must('push', 'origin', 'HEAD:refs/heads/by-a-bot');
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await working().waitFor();
    expect(await page.content()).not.toContain(first);
  });

  test('its bot stands among the members', async () => {
    await page.goto(`/${project.path}/-/project_members`);
    const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Nightly build' });
    await row.waitFor();
    expect(await row.textContent()).toContain('Access token');
  });

  test('it is renewed and revoked', async () => {
    await page.goto(`/${project.path}/-/settings/access_tokens`);
    await page.getByRole('button', { name: 'Rotate Nightly build' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate token' }).click();
    await secret().waitFor();
    const second = await secret().inputValue();
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
    await page.getByRole('button', { name: 'Revoke Nightly build' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByRole('heading', { name: 'No access tokens yet' }).waitFor();
    expect(await statusWith(second)).toBe(401);
    expect(window.problems).toEqual([]);
  });
});
