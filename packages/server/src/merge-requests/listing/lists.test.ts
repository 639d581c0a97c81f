import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../testing.ts';

/** What lists of issues and merge requests share: bulk updates by the rules of one item, and saved views. */
let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let guest: TestUser;
let project: BuiltProject;
let other: BuiltProject;

const call = restCaller(() => app);
const page = pageCaller(() => app);

type Result = { notice: string; count: number; refused: { id: number; message: string }[]; message?: string };

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter, guest] = [await createUser(app), await createUser(app), await createUser(app)];
  const group = await createGroup(app, { owner: owner.user, path: 'team' });
  project = await createProject(app, { owner: owner.user, group, path: 'app', files: { 'a.txt': 'a\n' } });
  other = await createProject(app, { owner: owner.user, path: 'alone' });
  await addMember(app, { user: reporter.user, project, level: 20 });
  await addMember(app, { user: guest.user, project, level: 10 });
});
afterAll(() => app.close());

async function send(path: string, as: TestUser, update: object): Promise<{ status: number; body: Result }> {
  const server = await app.server();
  const answer = await server.inject({ method: 'POST', url: path, headers: as.headers, payload: { update } });
  return { status: answer.statusCode, body: answer.json<Result>() };
}

async function newIssue(title: string, of = project, more = {}): Promise<{ id: number; iid: number }> {
  return (await call('POST', `/projects/${of.id}/issues`, owner, { title, ...more })).body;
}
const issue = async (iid: number) => (await call('GET', `/projects/${project.id}/issues/${iid}`, owner)).body;
const newLabel = async (name: string): Promise<number> =>
  (await call('POST', `/projects/${project.id}/labels`, owner, { name, color: '#aa0000' })).body.id;

test('issues are closed, labelled, assigned and planned together; those of elsewhere are refused and named', async () => {
  const [bug, old] = [await newLabel('bug'), await newLabel('old')];
  const milestone = (await call('POST', `/projects/${project.id}/milestones`, owner, { title: '1.0' })).body.id;
  const [one, two, far] = [
    await newIssue('One', project, { labels: 'old,kept' }),
    await newIssue('Two'),
    await newIssue('Far', other),
  ];
  const path = `/${project.full_path}/-/issues/bulk_update`;
  const { status, body } = await send(path, reporter, {
    issuable_ids: `${one.id},${two.id},${far.id},${two.id}`,
    state_event: 'close',
    add_label_ids: [bug],
    remove_label_ids: [old],
    assignee_ids: [reporter.user.id],
    milestone_id: milestone,
    subscription_event: 'subscribe',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ notice: '2 issues updated', count: 2, refused: [{ id: far.id }] });
  expect(body.refused[0]?.message).toContain('Not Found');
  for (const [{ iid }, labels] of [
    [one, ['bug', 'kept']],
    [two, ['bug']],
  ] as const) {
    expect(await issue(iid)).toMatchObject({
      state: 'closed',
      labels,
      assignees: [{ id: reporter.user.id }],
      milestone: { id: milestone },
    });
  }
  // `0` takes away, and what is empty changes nothing.
  const cleared = await send(path, reporter, {
    issuable_ids: [one.id],
    assignee_ids: ['0'],
    milestone_id: '0',
    state_event: '',
  });
  expect(cleared.body.notice).toBe('1 issue updated');
  expect(await issue(one.iid)).toMatchObject({
    state: 'closed',
    assignees: [],
    milestone: null,
    labels: ['bug', 'kept'],
  });
});

test('nothing of an item is done when a part of it is refused, and the others are changed', async () => {
  const [open, locked] = [await newIssue('Open'), await newIssue('Locked')];
  await call('PUT', `/projects/${project.id}/issues/${locked.iid}`, owner, {
    state_event: 'close',
    discussion_locked: true,
  });
  const label = await newLabel('again');
  const { body } = await send(`/${project.full_path}/-/issues/bulk_update`, reporter, {
    issuable_ids: [open.id, locked.id],
    state_event: 'reopen',
    add_label_ids: [label],
  });
  expect(body.refused).toEqual([
    { id: locked.id, message: 'A locked issue cannot be reopened. Unlock its discussion first.' },
  ]);
  expect(await issue(open.iid)).toMatchObject({ labels: ['again'] });
  expect(await issue(locked.iid)).toMatchObject({ labels: [], state: 'closed' });
});

test('only those who may edit all may; at most a hundred; and a label of elsewhere changes nothing', async () => {
  const { id, iid } = await newIssue('Mine');
  const path = `/${project.full_path}/-/issues/bulk_update`;
  const close = { issuable_ids: [id], state_event: 'close' };
  expect((await send(path, guest, close)).status).toBe(403);
  expect((await send(`/groups/team/-/issues/bulk_update`, reporter, close)).status).toBe(403);
  expect(
    (await send(path, owner, { ...close, issuable_ids: Array.from({ length: 101 }, (_, at) => at + 1) })).status,
  ).toBe(400);
  const foreign = (await call('POST', `/projects/${other.id}/labels`, owner, { name: 'far', color: '#aa0000' })).body
    .id;
  expect((await send(path, owner, { ...close, add_label_ids: [foreign] })).status).toBe(404);
  expect((await issue(iid)).state).toBe('opened');
  const paths = async (as: TestUser, at: string) => (await page(at, as)).body.data.bulkUpdatePath;
  expect(await paths(guest, `/${project.full_path}/-/issues`)).toBeNull();
  expect(await paths(reporter, `/${project.full_path}/-/issues`)).toBe(path);
  expect(await paths(reporter, `/${project.full_path}/-/merge_requests`)).toBeNull();
  expect((await send(`/groups/team/-/issues/bulk_update`, owner, close)).body.count).toBe(1);
  expect((await issue(iid)).state).toBe('closed');
});

test('merge requests are changed in the same way, with their reviewers', async () => {
  const [one, two] = [
    await createMergeRequest(app, { project, author: owner }),
    await createMergeRequest(app, { project, author: owner }),
  ];
  const label = await newLabel('later');
  const update = {
    issuable_ids: [one.id, two.id],
    state_event: 'close',
    add_label_ids: [label],
    reviewer_ids: [reporter.user.id],
    subscription_event: 'unsubscribe',
  };
  const path = `/${project.full_path}/-/merge_requests/bulk_update`;
  expect((await send(path, reporter, update)).status).toBe(403);
  expect((await send(path, owner, update)).body).toEqual({ notice: '2 merge requests updated', count: 2, refused: [] });
  const { body } = await call('GET', `/projects/${project.id}/merge_requests?state=closed`, owner);
  expect(body).toHaveLength(2);
  for (const each of body) {
    expect(each).toMatchObject({ labels: ['later'], reviewers: [{ id: reporter.user.id }] });
  }
});

async function views(method: 'POST' | 'PUT' | 'DELETE', path: string, as: TestUser | null, payload?: object) {
  const server = await app.server();
  const url = `${path}`;
  const answer = await server.inject({ method, url, headers: as?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

test('views are saved by name, for one list and their user alone', async () => {
  const list = `/${project.full_path}/-/issues`;
  const shown = async (as: TestUser | null, at = list) => (await page(at, as)).body.data.savedViews;
  const path = `/${project.full_path}/-/saved_views`;
  expect(await shown(guest)).toEqual({ path, views: [] });
  const bugs = { list: 'issues', name: ' Bugs ', query: 'sort=title_asc&page=3&label_name[]=bug' };
  const made = await views('POST', path, guest, bugs);
  expect(made).toMatchObject({ status: 201, body: { name: 'Bugs', query: 'label_name%5B%5D=bug&sort=title_asc' } });
  expect((await shown(guest)).views).toEqual([made.body]);
  for (const at of [`/${project.full_path}/-/merge_requests`, `/groups/team/-/issues`]) {
    expect((await shown(owner, at)).views).toEqual([]);
  }
  expect((await shown(reporter)).views).toEqual([]);
  // The same name once more, in any case, is refused at its field; in the other list it is free.
  const again = await views('POST', path, guest, { ...bugs, name: 'bugs' });
  expect(again.status).toBe(400);
  expect(JSON.stringify(again.body)).toContain('has already been taken');
  expect((await views('POST', path, guest, { ...bugs, list: 'merge_requests' })).status).toBe(201);
  expect((await views('POST', path, guest, { ...bugs, name: ' ' })).status).toBe(400);
  const one = `${path}/${made.body.id}`;
  expect((await views('PUT', one, reporter, { name: 'Mine' })).status).toBe(404);
  expect((await views('DELETE', one, reporter)).status).toBe(404);
  expect((await views('PUT', `/groups/team/-/saved_views/${made.body.id}`, owner, { name: 'x' })).status).toBe(404);
  expect((await views('PUT', one, guest, { name: 'Real bugs' })).body.name).toBe('Real bugs');
  expect((await views('PUT', one, guest, { name: 'REAL BUGS' })).body.name).toBe('REAL BUGS');
  expect((await views('DELETE', one, guest)).status).toBe(204);
  expect((await shown(guest)).views).toEqual([]);
  expect((await views('POST', path, null, bugs)).status).toBe(401);
});

test('a list has at most twenty views of a user, of a group too; a hidden project has none', async () => {
  const path = '/groups/team/-/saved_views';
  const all = Array.from({ length: 21 }, (_, at) => ({ list: 'issues', name: `View ${at}`, query: '' }));
  const made = await Promise.all(all.map((view) => views('POST', path, owner, view)));
  const refused = made.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(1);
  expect(JSON.stringify(refused[0]?.body)).toContain('at most 20 views');
  expect((await page('/groups/team/-/issues', owner)).body.data.savedViews.views).toHaveLength(20);
  const hidden = await createProject(app, { owner: owner.user, path: 'hidden', visibility: 'private' });
  expect((await views('POST', `/${hidden.full_path}/-/saved_views`, guest, all[0])).status).toBe(404);
});
