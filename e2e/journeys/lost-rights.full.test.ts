import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let ben: TestUser;
let writer: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Member');
  writer = await journey.open(ben);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function project(path: string, visibility: 'private' | 'public'): Promise<Project> {
  return journey.world.project(ann, path, { visibility, members: [{ person: ben, level: 30 }] });
}

const leave = ({ id }: Project) => ann.rest.remove(`/projects/${id}/members/${ben.id}`);

const join = ({ id }: Project) => ann.rest.post(`/projects/${id}/members`, { user_id: ben.id, access_level: 30 });

const REFUSED = /^Your comment could not be submitted because .*lock/;
const GONE = 'This does not exist, or you don’t have access.';

/** What is said of a refusal is the only thing that the console may hold. */
async function isWithoutBarrier({ page, problems }: Window): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(problems.splice(0).filter((problem) => !/Failed to load resource/.test(problem))).toEqual([]);
}

test('who may not comment any more keeps a comment, a reply and a pending comment, and hears why', async () => {
  const { page } = writer;
  const made = await project('locked', 'public');
  const { iid } = await journey.world.mergeRequest(ann, made, 'one', { 'a.txt': 'a\n' });
  const api = `/projects/${made.id}/merge_requests/${iid}`;
  const thread = await ann.rest.post<{ id: string }>(`${api}/discussions`, { body: 'A question' });
  await page.goto(`/${made.path}/-/merge_requests/${iid}`);
  await field(page, 'Comment').fill('On the whole');
  await button(page, 'Reply…').click();
  await field(page, 'Reply').fill('An answer');
  await ann.rest.put(api, { discussion_locked: true });
  await leave(made);
  const answering = page.locator(`#thread_${thread.id}`);
  const below = page.locator('form').filter({ has: field(page, 'Comment') });
  const told = (text: string | RegExp) => page.getByRole('alert').getByText(text).waitFor();
  await answering.getByRole('button', { name: 'Start a review' }).click();
  await told('An error occurred adding a draft to the thread.');
  await answering.getByRole('button', { name: 'Reply', exact: true }).click();
  await answering.getByRole('alert').getByText(REFUSED).waitFor();
  await below.getByRole('button', { name: 'Start a review' }).click();
  await told('An error occurred adding a new draft.');
  await isWithoutBarrier(writer);
  await below.getByRole('button', { name: 'Comment', exact: true }).click();
  await below.getByRole('alert').getByText(REFUSED).waitFor();
  expect(await field(page, 'Reply').inputValue()).toBe('An answer');
  expect(await field(page, 'Comment').inputValue()).toBe('On the whole');
  const said = await ann.rest.get<{ author: { id: number } }[]>(`${api}/notes`);
  expect(said.map(({ author }) => author.id)).not.toContain(ben.id);
  // Nobody is offered what cannot be; who may again finds what was written.
  await page.reload();
  await page.getByText('This merge request is locked. Only project members can comment.').waitFor();
  expect(await field(page, 'Comment').count()).toBe(0);
  await join(made);
  await page.reload();
  await expect.poll(() => field(page, 'Comment').inputValue()).toBe('On the whole');
  await expect.poll(() => field(page, 'Reply').inputValue()).toBe('An answer');
  await isWithoutBarrier(writer);
});

test('who may not see the project any more keeps a description, a title and a comment, and hears why', async () => {
  const { page } = writer;
  const made = await project('hidden', 'private');
  const { iid } = await ben.rest.post<{ iid: number }>(`/projects/${made.id}/issues`, { title: 'Door' });
  const address = `/${made.path}/-/issues/${iid}`;
  await page.goto(address);
  await field(page, 'Comment').fill('On the whole');
  await button(page, 'Edit').click();
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.fill('It creaks.');
  await leave(made);
  await button(page, 'Save changes').click();
  await page.getByRole('alert').getByText(GONE).waitFor();
  await button(page, 'Comment').click();
  const sentence = `Your comment could not be submitted because ${GONE.toLowerCase()}`;
  await page.getByRole('alert').getByText(sentence).waitFor();
  expect([await description.inputValue(), await field(page, 'Comment').inputValue()]).toEqual([
    'It creaks.',
    'On the whole',
  ]);
  await isWithoutBarrier(writer);
  await join(made);
  await button(page, 'Save changes').click();
  await page.getByRole('main').locator('p', { hasText: 'It creaks.' }).waitFor();
  await button(page, 'Comment').click();
  await page.getByRole('article').getByText('On the whole').waitFor();
  await isWithoutBarrier(writer);
});
