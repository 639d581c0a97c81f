import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let project: Project;
let window: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  project = await journey.world.project(ann, 'weir');
  window = await journey.open(ann);
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });

/** Presses; what is sent by that arrives, and its answer does not. */
async function sendAndLeave(page: Page, name: string, address: string): Promise<void> {
  const arrived = Promise.withResolvers<number>();
  const isForm = (request: { method: () => string; headers: () => Record<string, string> }) =>
    request.method() !== 'GET' && request.headers()['x-unfinished-text'] !== undefined;
  await page.route('**/*', async (route) => {
    if (!isForm(route.request())) return route.fallback();
    arrived.resolve((await route.fetch()).status());
    return route.abort();
  });
  await press(page, name);
  expect(await arrived.promise).toBeLessThan(300);
  await page.unroute('**/*');
  await page.goto(address);
}

test('a form whose page went before its answer came is not shown as unfinished again', async () => {
  const { page, problems } = window;
  const issue = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title: 'Door' });
  const request = await journey.world.mergeRequest(ann, project, 'hinge', { 'a.txt': 'a\n' });
  const clean = async (name: string, value = '') => {
    await expect.poll(() => field(page, name).inputValue()).toBe(value);
  };
  const there = `/${project.path}/-`;

  await page.goto(`${there}/issues/new`);
  await field(page, 'Title').fill('Window');
  await field(page, 'Description').fill('It does not close.');
  await sendAndLeave(page, 'Create issue', `${there}/issues/new`);
  await clean('Title');
  await clean('Description');
  expect(await ann.rest.get<object[]>(`/projects/${project.id}/issues?search=Window`)).toHaveLength(1);

  await page.goto(`${there}/issues/${issue.iid}`);
  await press(page, 'Edit');
  await field(page, 'Title').fill('A door');
  await field(page, 'Description').fill('It creaks.');
  await sendAndLeave(page, 'Save changes', `${there}/issues/${issue.iid}`);
  await page.getByText('It creaks.').waitFor();
  await field(page, 'Title').waitFor({ state: 'detached' });

  await press(page, 'Edit title');
  await field(page, 'Title').fill('The door');
  const titled = page.waitForRequest((sent) => sent.method() === 'PUT' && 'x-unfinished-text' in sent.headers());
  await page.keyboard.press('Enter');
  expect((await titled).headers()['x-unfinished-text']).toMatch(/^Issue:\d+ title-in-place$/);
  await page.getByRole('heading', { level: 1, name: /The door/ }).waitFor();

  await page.goto(`${there}/milestones`);
  await press(page, 'New milestone');
  await field(page, 'Title').fill('Spring');
  await sendAndLeave(page, 'Create milestone', `${there}/milestones`);
  await page.getByRole('link', { name: 'Spring' }).waitFor();
  await field(page, 'Title').waitFor({ state: 'detached' });

  await page.goto('/-/profile/comment_templates');
  await press(page, 'New template');
  await field(page, 'Name').fill('Thanks');
  await field(page, 'Text').fill('Thank you!');
  await sendAndLeave(page, 'Save template', '/-/profile/comment_templates');
  await page.getByRole('list', { name: 'Comment templates' }).getByText('Thank you!').waitFor();
  await field(page, 'Name').waitFor({ state: 'detached' });

  await page.goto(`${there}/merge_requests/${request.iid}/edit`);
  await field(page, 'Description').fill('A new hinge.');
  await sendAndLeave(page, 'Save changes', `${there}/merge_requests/${request.iid}/edit`);
  await clean('Description', 'A new hinge.');
  expect(await page.getByText('Draft history').count()).toBe(0);

  const changes = `${there}/merge_requests/${request.iid}/diffs`;
  await page.goto(changes);
  await press(page, 'Your review');
  await field(page, 'Summary').fill('Good.');
  await sendAndLeave(page, 'Submit review', changes);
  await press(page, 'Your review');
  await clean('Summary');
  expect(problems.filter((problem) => !/Failed to load resource|net::ERR/.test(problem))).toEqual([]);
});
