import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { openBrowser, openWindow } from '../testing/browser.ts';
import { isTooWide } from '../testing/clean.ts';
import { startUnusedServer } from '../testing/journey.ts';
import { findFaults, inPart, parts, sampled } from '../testing/find-faults.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { ROOT_PASSWORD, type RunningServer } from '../testing/running-server.ts';
import { hasKeyboard, pressKey, typeThere } from '../testing/idle.ts';
import { openSignedIn, type Window } from '../testing/sign-in.ts';
import { commitFiles, createWorld, type TestUser, type World } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

let server: RunningServer;
let browser: Browser;
let world: World;
let receiver: Receiver;
let olga: TestUser;
let dora: TestUser;
/** Everyone signs in once; the windows stay open over the tests. */
const windows = new Map<string, Window>();

beforeAll(async () => {
  [server, browser, receiver] = await Promise.all([
    startUnusedServer({ TRIBUTARY_OUTBOUND_ALLOW: '127.0.0.1' }),
    openBrowser(),
    startReceiver(),
  ]);
  world = await createWorld(server, ROOT_PASSWORD, inject('rootToken'));
  olga = await world.person('olga', 'Olga Owner');
  dora = await world.person('dora', 'Dora Developer');
});
afterAll(async () => {
  await browser?.close();
  await receiver?.close();
  await world?.dispose();
  await server?.dispose();
});
afterEach(() => {
  const problems = [...windows.values()].flatMap((window) => window.problems.splice(0));
  if (problems.length > 0) throw new Error(`The console complained: ${problems.join('\n')}`);
});

async function as(person: TestUser | null, options: { width?: number; dark?: boolean } = {}): Promise<Page> {
  const key = JSON.stringify([person?.username, options]);
  const window =
    windows.get(key) ??
    (person === null
      ? await openWindow(browser, server.url, options)
      : await openSignedIn(browser, server.url, person, options));
  windows.set(key, window);
  await window.page.bringToFront();
  return window.page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** What has the keyboard, by its name or text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function pick(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function answerYes(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
}

describe('groups and projects', () => {
  test('a group, one within it and a project in that are made one after the other', async () => {
    const page = await as(olga);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Start with a project' }).waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('menuitem', { name: 'New group' }).click();
    await heading(page, 'New group').waitFor();
    await typeThere(page, 'River Works');
    await expect.poll(() => page.getByLabel('Path').inputValue()).toBe('river-works');
    await page.getByRole('radio', { name: 'Private' }).check();
    await page.getByRole('button', { name: 'Create group' }).click();
    await heading(page, 'River Works').waitFor();
    await page.getByRole('heading', { name: 'No projects in this group' }).waitFor();

    await page.getByRole('link', { name: 'New subgroup' }).click();
    await heading(page, 'New group').waitFor();
    await typeThere(page, 'Sluices');
    await expect.poll(() => page.getByRole('combobox', { name: 'Parent group' }).innerText()).toBe('river-works');
    await expect.poll(() => page.getByRole('radio', { name: 'Public' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.waitForURL('**/river-works/sluices');

    await page.getByRole('link', { name: 'New project' }).first().click();
    await heading(page, 'New project').waitFor();
    await typeThere(page, 'Gate');
    await expect.poll(() => page.getByRole('combobox', { name: 'Namespace' }).innerText()).toBe('river-works/sluices');
    await page.getByLabel('Initialize repository with a README').check();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL('**/river-works/sluices/gate');
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem');
    await expect.poll(() => crumbs.allInnerTexts()).toEqual(['River Works', 'Sluices', 'Gate']);
  });

  test('a taken path is said at its field and loses no text', async () => {
    const page = await as(olga);
    await page.goto('/groups/new');
    await page.getByLabel('Name').fill('Another');
    await page.getByLabel('Path').fill('river-works');
    await page.getByRole('textbox', { name: 'Description' }).fill('Long thought about.');
    await page.getByRole('button', { name: 'Create group' }).click();
    const path = page.getByLabel('Path');
    await expect.poll(() => path.getAttribute('aria-invalid')).toBe('true');
    await hasKeyboard(path);
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Long thought about.');
  });

  test('a new path leads on from the old one', async () => {
    const page = await as(olga);
    await page.goto('/river-works/sluices/gate/-/edit');
    await page.getByLabel('Path').fill('great-gate');
    await page.getByRole('button', { name: 'Change path' }).click();
    await page.waitForURL('**/river-works/sluices/great-gate/-/edit');
    await page.goto('/river-works/sluices/gate/-/project_members');
    await heading(page, 'Members').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/river-works/sluices/great-gate/-/project_members');
  });

  test.runIf(IS_FULL)('an archived project can be read and not changed', async () => {
    const page = await as(olga);
    await page.goto('/river-works/sluices/great-gate/-/edit');
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await answerYes(page, 'Archive');
    await page.getByText('This project is archived').waitFor();
    expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0);
    await page.goto('/river-works/sluices/great-gate/-/labels');
    await page.getByRole('heading', { name: 'No labels yet' }).waitFor();
    expect(await page.getByRole('button', { name: 'New label' }).count()).toBe(0);
    await page.goto('/river-works/sluices/great-gate/-/edit');
    await page.getByRole('button', { name: 'Unarchive' }).click();
    await answerYes(page, 'Unarchive');
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
  });

  test.runIf(IS_FULL)('an image is looked at, uploaded, shown and taken away', async () => {
    const page = await as(olga);
    await page.goto('/groups/river-works/-/edit');
    const file = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') };
    await page.getByLabel('Avatar of the group').setInputFiles(file);
    await page.getByRole('button', { name: 'Use this image' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    const picture = page.getByRole('main').locator('img');
    await expect
      .poll(() => picture.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
      .toBe(1);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await answerYes(page, 'Remove');
    await expect.poll(() => picture.count()).toBe(0);
    await page.getByLabel('Avatar of the group').setInputFiles({ ...file, mimeType: 'text/plain' });
    await page.getByText('Choose a PNG, JPEG, GIF or WEBP image.').waitFor();
  });
});

/** An image of one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('members', () => {
  test('a non-member finds nothing, then is added, changed, and sees the project', async () => {
    const stranger = await as(dora);
    const missing = await stranger.goto('/river-works/sluices/great-gate');
    expect(missing?.status()).toBe(404);
    await heading(stranger, 'This page does not exist').waitFor();

    const page = await as(olga);
    await page.goto('/river-works/sluices/great-gate/-/project_members');
    await page.getByText('1 member, including inherited.').waitFor();
    await page.getByRole('button', { name: 'Add members' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add members to Gate' });
    await dialog.getByLabel('Users').click();
    await page.getByRole('combobox', { name: 'Search users' }).fill('Dora');
    await page.getByRole('option', { name: /Dora Developer/ }).click();
    await page.keyboard.press('Escape');
    await choose(page, 'Role', 'Guest');
    await dialog.getByRole('button', { name: 'Add members' }).click();
    const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Dora Developer' });
    await row.waitFor();
    await expect.poll(() => focused(page)).toBe('Add members');

    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await choose(page, 'Role of Dora Developer', 'Developer');
    await expect.poll(() => row.getByRole('combobox').innerText()).toBe('Developer');
    await saved;
    await page.reload();
    await expect.poll(() => row.getByRole('combobox').innerText()).toBe('Developer');

    await pick(page, 'More actions for Dora Developer', 'Change expiration date');
    await page.getByLabel('Access expiration date', { exact: true }).fill('2099-03-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await row.getByText('Expires Mar 1, 2099').waitFor();
    await expect.poll(() => focused(page)).toBe('More actions for Dora Developer');

    await stranger.goto('/river-works/sluices/great-gate');
    await heading(stranger, 'Gate').waitFor();
    await stranger.goto('/river-works/sluices/great-gate/-/project_members');
    await heading(stranger, 'Members').waitFor();
    expect(await stranger.getByRole('button', { name: 'Add members' }).count()).toBe(0);
    expect(await stranger.getByText('inherited from river-works').count()).toBe(1);
    await stranger.goto('/river-works/sluices/great-gate/-/edit');
    await heading(stranger, 'You don’t have access to this page').waitFor();
  });

  test.runIf(IS_FULL)('who leaves is out, and the last owner cannot', async () => {
    const page = await as(dora);
    await page.goto('/river-works/sluices/great-gate/-/project_members');
    await pick(page, 'More actions for Dora Developer', 'Leave this project');
    await answerYes(page, 'Leave');
    await page.waitForURL(`${server.url}/`);
    expect((await page.goto('/river-works/sluices/great-gate'))?.status()).toBe(404);

    const owner = await as(olga);
    await owner.goto('/groups/river-works/-/group_members');
    await owner.getByText('Olga Owner').first().waitFor();
    expect(await owner.getByRole('button', { name: 'More actions for Olga Owner' }).count()).toBe(0);
  });

  test.runIf(IS_FULL)('who is removed is gone from the list, and focus stays in it', async () => {
    await olga.rest.post('/groups/river-works/members', { user_id: dora.id, access_level: 30 });
    const page = await as(olga);
    await page.goto('/groups/river-works/-/group_members');
    await pick(page, 'More actions for Dora Developer', 'Remove from this group');
    await answerYes(page, 'Remove');
    const rows = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => focused(page)).toBe('Olga Owner');
  });
});

const GATE = 'river-works/sluices/great-gate';

describe('webhooks', () => {
  test('one is added, tried, read and sent again', async () => {
    const page = await as(olga);
    await page.goto('/river-works/sluices/great-gate/-/hooks');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await typeThere(page, 'not an address');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('Enter a full URL').waitFor();
    await page.getByLabel('URL').fill(`${receiver.url}/hook`);
    await page.getByLabel('Name', { exact: true }).fill('The keeper');
    await page.getByLabel('Secret token').fill('open sesame');
    await page.getByRole('button', { name: 'Add header' }).click();
    await page.getByLabel('Header name').fill('X-Gateway');
    await page.getByLabel('Value of X-Gateway').fill('north');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('link', { name: 'The keeper' }).click();
    await heading(page, 'The keeper').waitFor();
    await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();

    await pick(page, 'Send a test', 'Tag push');
    await page.getByText('The project has no data for this event yet.').waitFor();
    const { id } = await olga.rest.get<{ id: number }>(`/projects/${encodeURIComponent(GATE)}`);
    await commitFiles(olga, id, { branch: 'main', files: { 'gate.md': 'Shut.\n' } });
    await expect.poll(() => receiver.received.length).toBe(1);
    receiver.received.length = 0;
    await pick(page, 'Send a test', 'Push');
    await page.getByText(/^Test sent\. Response 200 in \d+ ms\.$/).waitFor();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({
      path: '/hook',
      headers: { 'x-gitlab-token': 'open sesame', 'x-gateway': 'north', 'x-gitlab-event': 'Push Hook' },
    });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ object_kind: 'push' });

    receiver.answer(500);
    await page.getByRole('button', { name: 'Push Hook' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Push Hook delivery' });
    await dialog.getByText('"thanks": true').waitFor();
    await dialog.getByRole('tab', { name: 'Request' }).click();
    await dialog.getByText('"object_kind": "push"').waitFor();
    expect(await dialog.getByText('open sesame').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/^Sent again\. Response 500/).waitFor();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    receiver.answer(200);
  });

  test.runIf(IS_FULL)('settings keep their secrets, and the webhook is deleted', async () => {
    const page = await as(olga);
    await page.goto('/river-works/sluices/great-gate/-/hooks');
    await page.getByRole('link', { name: 'The keeper' }).click();
    await page.getByLabel('Name', { exact: true }).fill('The keeper of the gate');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await heading(page, 'The keeper of the gate').waitFor();
    await page.getByText('A secret token is stored.').waitFor();
    expect(await page.getByLabel('Header name').inputValue()).toBe('X-Gateway');
    await pick(page, 'Send a test', 'Push');
    await page.getByText(/^Test sent\. Response 200/).waitFor();
    expect(receiver.received.at(-1)?.headers).toMatchObject({ 'x-gitlab-token': 'open sesame', 'x-gateway': 'north' });
    await pick(page, 'More actions', 'Delete webhook');
    await answerYes(page, 'Delete webhook');
    await page.getByRole('heading', { name: 'No webhooks' }).waitFor();
  });
});

describe('labels and milestones', () => {
  test('a label is made, changed and deleted', async () => {
    const page = await as(olga);
    await page.goto('/river-works/sluices/great-gate/-/labels');
    await page.getByRole('button', { name: 'New label' }).click();
    await typeThere(page, 'kind::bug');
    await page.getByLabel('Description').fill('What is broken');
    await page.getByRole('textbox', { name: /^Color/ }).fill('red');
    await page.getByRole('button', { name: 'Create label' }).click();
    await page.getByText('Enter a color such as').waitFor();
    await page.getByRole('group', { name: 'Suggested colors' }).getByRole('button').nth(2).click();
    await page.getByRole('button', { name: 'Create label' }).click();
    await page.getByText('What is broken').waitFor();
    await expect.poll(() => focused(page)).toBe('New label');

    await page.getByRole('button', { name: 'New label' }).click();
    await typeThere(page, 'kind::bug');
    await page.keyboard.press('Enter');
    await page.getByText('Label already exists').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Edit kind::bug' }).click();
    await page.getByLabel('Name').fill('kind::defect');
    await page.getByLabel('Priority').fill('soon');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Enter a whole number or leave this blank.').waitFor();
    await page.getByLabel('Priority').fill('3');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => focused(page)).toBe('Edit kind::defect');
    await page.getByText('priority 3').waitFor();
    await page.getByRole('button', { name: 'Archive kind::defect' }).click();
    await expect.poll(() => focused(page)).toBe('Unarchive kind::defect');
    await page.getByText('Archived', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Archived', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete kind::defect' }).click();
    await answerYes(page, 'Delete label');
    await page.getByRole('heading', { name: 'No labels yet' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Labels');
  });

  test.runIf(IS_FULL)('a milestone is made, changed, closed, reopened and deleted', async () => {
    const page = await as(olga);
    await page.goto('/river-works/sluices/great-gate/-/milestones');
    await page.getByRole('button', { name: 'New milestone' }).click();
    await typeThere(page, 'Spring flood');
    await page.getByRole('textbox', { name: 'Description' }).fill('Before the **snow** melts.');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect.poll(() => page.getByRole('main').locator('strong').innerText()).toBe('snow');
    await page.getByRole('tab', { name: 'Write' }).click();
    await page.getByLabel('Start date').fill('2099-03-02');
    await page.getByLabel('Due date').fill('2099-03-01');
    await page.getByRole('button', { name: 'Create milestone' }).click();
    await page.getByText('The due date cannot be before the start date.').waitFor();
    // What is written and chosen is there again after a reload.
    await page.reload();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Spring flood');
    expect(await page.getByLabel('Start date').inputValue()).toBe('2099-03-02');
    await page.getByLabel('Due date').fill('2099-04-01');
    await page.getByRole('button', { name: 'Create milestone' }).click();
    await page.getByRole('link', { name: 'Spring flood' }).click();
    await heading(page, 'Spring flood').waitFor();
    await page.getByText('Mar 2, 2099 – Apr 1, 2099').waitFor();
    await expect.poll(() => page.getByRole('main').locator('strong').innerText()).toBe('snow');

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('High water');
    await page.reload();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('High water');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await heading(page, 'High water').waitFor();
    await expect.poll(() => focused(page)).toBe('Edit');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('button', { name: 'Close' }).waitFor();
    await pick(page, 'More actions', 'Delete milestone');
    await answerYes(page, 'Delete milestone');
    await page.getByRole('heading', { name: 'No milestones yet' }).waitFor();
  });

  test.runIf(IS_FULL)(
    'a milestone of a group is described with a preview, a file and people who are named',
    async () => {
      const page = await as(olga);
      await page.goto('/groups/river-works/sluices/-/milestones');
      await page.getByRole('button', { name: 'New milestone' }).click();
      await typeThere(page, 'High summer');
      const text = page.getByRole('textbox', { name: 'Description' });
      await text.pressSequentially('Ask @olg');
      await page.getByRole('option', { name: /olga/ }).first().waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => text.inputValue()).toBe('Ask @olga ');
      const buffer = Buffer.from('how to open it');
      await page.locator('input[type=file]').setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer });
      await expect.poll(() => text.inputValue()).toMatch(/\[plan\.txt\]\(\/uploads\/[0-9a-f]{32}\/plan\.txt\)/);
      await page.getByRole('tab', { name: 'Preview' }).click();
      await page.getByRole('main').getByRole('link', { name: '@olga' }).waitFor();
      await page.getByRole('button', { name: 'Create milestone' }).click();
      await page.getByRole('link', { name: 'High summer' }).click();
      await heading(page, 'High summer').waitFor();
      const file = await page.getByRole('link', { name: 'plan.txt' }).getAttribute('href');
      const opened = await page.request.get(new URL(file ?? '', page.url()).href);
      expect(await opened.text()).toBe('how to open it');
      await pick(page, 'More actions', 'Delete milestone');
      await answerYes(page, 'Delete milestone');
    },
  );
});

describe('finding the way', () => {
  test('by keyboard through the palette to a project, a user and the search', async () => {
    const page = await as(olga);
    await page.goto('/');
    await heading(page, 'Home').waitFor();
    await pressKey(page, 'Control+k');
    const box = page.getByRole('combobox', { name: 'Search or jump to' });
    await hasKeyboard(box);
    await page.keyboard.type('gate');
    await page.getByRole('option', { name: /Gate.*river-works\/sluices\/great-gate/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/river-works/sluices/great-gate');
    await heading(page, 'Gate').waitFor();

    await pressKey(page, 'Control+k');
    await hasKeyboard(box);
    // The page of DORA metrics has a similar name.
    await page.keyboard.type('dora dev');
    await page.getByRole('option', { name: /Dora Developer/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await heading(page, 'Dora Developer').waitFor();

    await pressKey(page, 'Control+k');
    await hasKeyboard(box);
    await page.keyboard.type('sluices');
    await page.getByRole('option', { name: 'Search everywhere for “sluices”' }).click();
    await heading(page, 'Search').waitFor();
    await page.getByRole('link', { name: 'River Works / Sluices / Gate' }).waitFor();
    await page.getByRole('navigation', { name: 'Result type' }).getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'River Works / Sluices / Gate' }).waitFor();
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search for' }).inputValue()).toBe('sluices');
  });

  test('shortcuts lead home, to the own projects, and through a list', async () => {
    const page = await as(olga);
    await page.goto('/explore');
    await heading(page, 'Explore projects').waitFor();
    await pressKey(page, 'g');
    await page.keyboard.press('p');
    await heading(page, 'Projects').waitFor();
    await pressKey(page, 'j');
    await expect.poll(() => focused(page)).toContain('Gate');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/river-works/sluices/great-gate');
    await pressKey(page, '?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Go to your merge requests').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => sheet.count()).toBe(0);
    await pressKey(page, 'g');
    await page.keyboard.press('h');
    await heading(page, 'Home').waitFor();
  });

  test.runIf(IS_FULL)('a pinned group stays at hand on other pages', async () => {
    const page = await as(olga);
    await page.goto('/river-works');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.goto('/explore');
    await page.getByRole('group', { name: 'Pinned' }).getByRole('link', { name: 'River Works' }).click();
    await page.getByRole('button', { name: 'Unpin' }).click();
    await expect.poll(() => page.getByRole('group', { name: 'Pinned' }).count()).toBe(0);
  });

  test('home shows what waits and what happened', async () => {
    const project = await world.project(olga, 'ferry', { members: [{ person: dora, level: 30 }] });
    const request = await world.mergeRequest(dora, project, 'landing', { 'landing.md': 'A landing\n' });
    await dora.rest.put(`/projects/${project.id}/merge_requests/${request.iid}`, { reviewer_ids: [olga.id] });
    const page = await as(olga);
    await page.goto('/');
    const waiting = page.getByRole('region', { name: 'Your turn' });
    await waiting.getByRole('link', { name: request.title }).waitFor();
    const activity = page.getByRole('list', { name: 'Recent activity' });
    await activity.getByText('opened merge request').waitFor();
    await page.getByRole('complementary').getByRole('link', { name: 'ferry' }).click();
    await page.waitForURL('**/olga/ferry');
    await expect.poll(() => page.title()).toContain('ferry');
  });
});

describe('every page', () => {
  const own = [
    '/',
    '/explore',
    '/dashboard/projects',
    '/dashboard/projects?tab=starred',
    '/projects/new',
    '/groups/new',
    '/river-works',
    '/river-works/sluices',
    '/groups/river-works/-/edit',
    '/groups/river-works/-/group_members',
    '/groups/river-works/-/labels',
    '/groups/river-works/-/milestones',
    '/olga/ferry/-/edit',
    '/olga/ferry/-/project_members',
    '/olga/ferry/-/hooks',
    '/olga/ferry/-/hooks/HOOK',
    '/olga/ferry/-/labels',
    '/olga/ferry/-/milestones',
    '/olga/ferry/-/milestones/1',
    '/olga',
    '/olga?tab=projects',
    '/search?search=ferry',
    '/search?search=nothing-like-this',
    '/help/api',
  ];
  let hookId = 0;
  let projectId = 0;

  beforeAll(async () => {
    ({ id: projectId } = await olga.rest.get<{ id: number }>('/projects/olga%2Fferry'));
    const long = 'A name that goes on and on because whoever wrote it wanted to say it all at once';
    for (const name of [long, 'يحتاج مراجعة', 'kind::bug', '🐛']) {
      await olga.rest.post(`/projects/${projectId}/labels`, { name, color: '#8e44ad', description: long });
    }
    for (const title of [long, 'الربيع']) {
      await olga.rest.post(`/projects/${projectId}/milestones`, { title, due_date: '2020-01-01', description: long });
    }
    const url = `${receiver.url}/${'a-very-long-part-of-a-path/'.repeat(8)}`;
    ({ id: hookId } = await olga.rest.post<{ id: number }>(`/projects/${projectId}/hooks`, { url, push_events: true }));
    const name = 'Maximilian-Ferdinand Graf von Hohenstaufen-Wittelsbach zu Donaueschingen';
    const max = await world.person('maximilian-ferdinand-von-hohenstaufen-wittelsbach', name);
    await olga.rest.post(`/projects/${projectId}/members`, { user_id: max.id, access_level: 40 });
  });

  test.runIf(IS_FULL).each(parts(3))(
    'is without barriers and fits desk and telephone (part $part of $count)',
    async (part) => {
      const page = await as(olga);
      const addresses = own.map((each) => each.replace('HOOK', String(hookId)));
      expect(await findFaults({ page, problems: [] }, inPart(sampled(addresses, 3), part))).toEqual([]);
    },
  );

  test('is there for a visitor, or says how to come in', async () => {
    const page = await as(null, { width: 360 });
    // The longest page, the same for everyone, is looked at above.
    const same = IS_FULL ? ['/help/api'] : [];
    for (const address of ['/explore', '/search?search=x', ...same, '/olga', '/projects/new', '/nowhere/at/all']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect({ address, barriers: await findBarriers(page) }).toEqual({ address, barriers: [] });
      expect({ address, isTooWide: await isTooWide(page) }).toEqual({ address, isTooWide: false });
    }
    await page.goto('/projects/new');
    await heading(page, 'Sign in to see this page').waitFor();
    await page.goto('/olga/ferry');
    await heading(page, 'This page does not exist').waitFor();
  });
});
