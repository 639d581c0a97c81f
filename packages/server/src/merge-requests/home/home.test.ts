import type { HomeSection } from '@tributary/contract/projects/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { createNote } from '../../discussions/index.ts';
import { maySubscribe } from '../../platform/realtime/topics.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { findMergeRequestAccess } from '../merge-request-access.ts';
import { mergeMergeRequest } from '../../merging/index.ts';
import { noteableOf } from '../noteable.ts';
import { createMergeRequest } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
let outsider: TestUser;
let group: Awaited<ReturnType<typeof createGroup>>;
let project: BuiltProject;
let hidden: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  reviewer = await createUser(app);
  outsider = await createUser(app);
  group = await createGroup(app, { owner: owner.user });
  const files = { 'a.txt': 'a\n' };
  project = await createProject(app, { owner: owner.user, group, files });
  hidden = await createProject(app, { owner: owner.user, group, visibility: 'private', files });
  await addMember(app, { user: reviewer.user, level: 30, project });
});
afterAll(() => app.close());

async function get(user: TestUser | undefined, url: string) {
  const server = await app.server();
  const answer = await server.inject({ url, ...(user && { headers: user.headers }) });
  return { status: answer.statusCode, body: answer.json() };
}

async function sectionOf(user: TestUser): Promise<HomeSection> {
  const { body } = await get(user, '/-/page/');
  return body.data.sections.find((section: HomeSection) => section.key === 'merge_requests');
}

test('home shows what waits: reviews, assignments, and what is stuck of one own', async () => {
  const row = await createMergeRequest(app, { project, author: owner, reviewerIds: [reviewer.user.id] });
  const draft = await createMergeRequest(app, {
    project,
    author: owner,
    reviewerIds: [reviewer.user.id],
    isDraft: true,
  });
  const waiting = await sectionOf(reviewer);
  expect(waiting.items.map((item) => [item.reference, item.facts])).toEqual([
    [`${project.full_path}!${row.iid}`, ['Review requested']],
  ]);
  expect((await sectionOf(owner)).items).toEqual([]);
  const found = await findMergeRequestAccess(contextOf(app, reviewer), row.id);
  if (!found) throw new Error('not found');
  await createNote(contextOf(app, reviewer), { noteable: noteableOf(found), body: 'Hm', kind: 'thread' });
  expect((await sectionOf(owner)).items.map((item) => item.facts)).toEqual([['1 thread to reply to']]);
  const counts = await get(reviewer, '/api/v4/user_counts');
  expect(counts.body).toMatchObject({ review_requested_merge_requests: 2, assigned_merge_requests: 0 });
  expect(draft.is_draft).toBe(true);
});

test('lists of groups, of everything and of one user hold only what may be seen', async () => {
  const open = await createMergeRequest(app, { project, author: owner, title: 'Visible everywhere' });
  const secret = await createMergeRequest(app, { project: hidden, author: owner, title: 'Visible to few' });
  const titles = async (user: TestUser | undefined, url: string) =>
    (await get(user, url)).body.map((each: { title: string }) => each.title);
  const groupUrl = `/api/v4/groups/${group.id}/merge_requests?search=Visible`;
  expect(await titles(owner, groupUrl)).toEqual([secret.title, open.title]);
  expect(await titles(outsider, groupUrl)).toEqual([open.title]);
  expect(await titles(undefined, groupUrl)).toEqual([open.title]);
  expect(await titles(outsider, '/api/v4/merge_requests?scope=all&search=Visible')).toEqual([open.title]);
  expect((await get(undefined, '/api/v4/merge_requests')).status).toBe(401);
  expect(await titles(owner, `/api/v4/merge_requests?search=Visible&order_by=title&sort=asc`)).toEqual([
    open.title,
    secret.title,
  ]);
  const page = await get(outsider, `/-/page/groups/${group.full_path}/-/merge_requests?search=Visible`);
  expect(page.body.data).toMatchObject({ counts: { opened: 1, all: 1 }, place: { type: 'group' } });
  const own = await get(owner, '/-/page/dashboard/merge_requests?search=Visible');
  expect(own.body.data.counts.opened).toBe(2);
  const [rendered] = (await get(owner, `${groupUrl}&render_html=true`)).body;
  expect(rendered.title_html).toBe('Visible to few');
});

test.each([
  ['author_username', 2],
  ['labels=None', 2],
  ['labels=Any', 0],
  ['reviewer_id=Any', 0],
  ['assignee_id=None', 2],
  ['milestone=None', 2],
  ['milestone=Any', 0],
  ['draft=true', 1],
  ['wip=no', 1],
  ['not[author_id]=1', 2],
  ['author_username=nobody-at-all', 0],
  ['source_branch=filter-1', 1],
  ['target_branch=other', 0],
  ['created_before=2001-01-01T00:00:00Z', 0],
  ['created_after=2001-01-01T00:00:00Z', 2],
  ['in=title&search=second', 1],
  ['search=100%25', 0],
  ['iids[]=1&iids[]=2', 2],
])('filter %s finds %i', async (filter, expected) => {
  filtered ??= await makeFiltered();
  const query = filter === 'author_username' ? `author_username=${owner.user.username}` : filter;
  const { status, body } = await get(owner, `/api/v4/projects/${filtered.id}/merge_requests?${query}`);
  expect([status, body.length]).toEqual([200, expected]);
});

let filtered: BuiltProject | undefined;

async function makeFiltered(): Promise<BuiltProject> {
  const made = await createProject(app, { owner: owner.user, files: { a: 'a' } });
  await createMergeRequest(app, { project: made, author: owner, branch: 'filter-1', title: 'The first' });
  await createMergeRequest(app, { project: made, author: owner, branch: 'filter-2', title: 'Draft: The second' });
  return made;
}

test('search, palette and the rail know merge requests', async () => {
  const row = await createMergeRequest(app, { project: hidden, author: owner, title: 'Needle in hay' });
  const page = await get(owner, '/-/page/search?search=Needle&scope=merge_requests');
  expect(page.body.data.items).toMatchObject([{ reference: `${hidden.full_path}!${row.iid}`, facts: ['Open'] }]);
  expect((await get(outsider, '/-/page/search?search=Needle&scope=merge_requests')).body.data.items).toEqual([]);
  const palette = await get(owner, '/-/search/palette?q=Needle');
  expect(JSON.stringify(palette.body)).toContain(`${hidden.full_path}!${row.iid}`);
  expect(JSON.stringify((await get(outsider, '/-/search/palette?q=Needle')).body)).not.toContain('Needle in hay');
  const rest = await get(owner, '/api/v4/search?scope=merge_requests&search=Needle');
  expect(rest.body).toMatchObject([{ iid: row.iid, title: 'Needle in hay' }]);
  const rail = (await get(owner, `/-/page/${hidden.full_path}/-/merge_requests`)).body.shell.context.nav;
  expect(rail.find((item: { key: string }) => item.key === 'merge_requests')).toMatchObject({ active: true, count: 2 });
});

test('T-110: news of a request are only for those who may read it', async () => {
  const row = await createMergeRequest(app, { project: hidden, author: owner });
  expect(await maySubscribe(contextOf(app, owner), `merge_request:${row.id}`)).toBe(true);
  expect(await maySubscribe(contextOf(app, outsider), `merge_request:${row.id}`)).toBe(false);
  expect(await maySubscribe(contextOf(app, owner), 'merge_request:1 or 1=1')).toBe(false);
  expect(await maySubscribe(contextOf(app, owner), 'merge_request:999999')).toBe(false);
});

test('what happens is told: activity and webhooks, each action once', async () => {
  const told = await createProject(app, { owner: owner.user, files: { a: 'a' } });
  const row = await createMergeRequest(app, { project: told, author: owner, title: 'Told' });
  const found = await findMergeRequestAccess(contextOf(app, owner), row.id);
  if (!found) throw new Error('not found');
  await createNote(contextOf(app, owner), { noteable: noteableOf(found), body: 'Look **here**' });
  await mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id });
  await app.runJobs();
  const { db } = app.platform;
  const events = await db
    .selectFrom('user_events')
    .selectAll()
    .where('project_id', '=', told.id)
    .orderBy('id')
    .execute();
  expect(
    events.filter((event) => event.target_type !== null && event.target_type !== 'branch').map((event) => event.action),
  ).toEqual(['opened', 'commented on', 'accepted']);
});
