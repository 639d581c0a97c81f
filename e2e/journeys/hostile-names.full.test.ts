import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';

/** T-064: names that are markup stand as text where they are asked about, told and shown beside something. */
const journey = beginJourney();
const HOSTILE = '<img src=x onerror=alert(1)>';
/** As the name of a branch or a tag may be. */
const REF = 'a<img/src=x/onerror=alert(1)>"onmouseover="alert(1)';
const TAG = `t${REF}`;
let ann: TestUser;
let project: Project;
let window: Window;
let iid = 0;
let milestone = 0;
const ran: string[] = [];

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const ben = await journey.world.person('ben', HOSTILE);
  project = await journey.world.project(ann, 'names', { members: [{ person: ben, level: 30 }] });
  const api = `/projects/${project.id}`;
  iid = (await journey.world.mergeRequest(ann, project, REF, { [REF.replaceAll('/', '-')]: 'a\n' })).iid;
  await ann.rest.put(`${api}/merge_requests/${iid}`, { title: HOSTILE });
  await ann.rest.post(`${api}/repository/tags`, { tag_name: TAG, ref: 'main', message: HOSTILE });
  await ann.rest.post(`${api}/labels`, { name: HOSTILE, color: '#428bca' });
  milestone = (await ann.rest.post<{ iid: number }>(`${api}/milestones`, { title: HOSTILE })).iid;
  window = await journey.open(ann);
  window.page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  window.page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/x')) ran.push(request.url());
  });
});

/** Nothing of a name became an element or an attribute of its own. */
async function isInert(page: Page): Promise<void> {
  const made = page.locator('img[src="x"], [onerror], [onmouseover], [onclick], [onload]');
  expect([page.url(), await made.count(), ran]).toEqual([page.url(), 0, []]);
  expect(window.problems).toEqual([]);
}

async function asks(page: Page, name: string): Promise<void> {
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await question.getByText(name, { exact: false }).first().waitFor();
  await isInert(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const choose = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click();

test('T-064: in questions before something is deleted', async () => {
  const { page } = window;
  const there = `/${project.path}/-`;
  await page.goto(`${there}/tags`);
  await press(page, `Delete ${TAG}`);
  await asks(page, TAG);
  await page.goto(`${there}/branches`);
  await press(page, `Delete ${REF}`);
  await asks(page, REF);
  await page.goto(`${there}/labels`);
  await press(page, `Delete ${HOSTILE}`);
  await asks(page, HOSTILE);
  await page.goto(`${there}/milestones/${milestone}`);
  await press(page, 'More');
  await choose(page, 'Delete milestone');
  await asks(page, HOSTILE);
  await page.goto(`${there}/project_members`);
  await press(page, `More actions for ${HOSTILE}`);
  await choose(page, /^Remove/);
  await asks(page, HOSTILE);
  expect(ran).toEqual([]);
});

test('T-064: in what is told, in the title of the page, and in what opens beside a name', async () => {
  const { page } = window;
  await page.goto('/-/profile/comment_templates');
  await press(page, 'New template');
  await page.getByRole('textbox', { name: /^Name/ }).fill(HOSTILE);
  await page.getByRole('textbox', { name: /^Text/ }).fill('Thank you!');
  await press(page, 'Save template');
  await page.getByText(`“${HOSTILE}” was saved.`).waitFor();
  await isInert(page);
  for (const path of ['', '/commits', '/diffs']) {
    await page.goto(`/${project.path}/-/merge_requests/${iid}${path}`);
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    expect(await page.title()).toContain(HOSTILE);
    await isInert(page);
  }
  await page.getByRole('link', { name: REF }).or(page.getByText(REF)).first().hover();
  await isInert(page);
});
