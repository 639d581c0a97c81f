import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

/** Commands are the buttons in another form: who may not press the button does nothing by writing its name. */
let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let project: BuiltProject;
const call = restCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, stranger] = [await createUser(app, { username: 'owner' }), await createUser(app, { username: 'stranger' })];
  project = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: owner.user, project, level: 50 });
  await call('POST', `/projects/${project.id}/labels`, owner, { name: 'bug', color: '#ff0000' });
  await call('POST', `/projects/${project.id}/milestones`, owner, { title: 'One' });
});
afterAll(() => app.close());

const ON_BOTH = ['/close', '/label ~bug', '/assign @owner', '/milestone %One', '/title Mine', '/lock', '/estimate 1h'];
const ON_ISSUE = [...ON_BOTH, '/confidential', '/due 2030-01-01', '/weight 9'].join('\n');
const ON_REQUEST = [...ON_BOTH, '/draft', '/target_branch main', '/assign_reviewer @owner', '/approve', '/merge'].join(
  '\n',
);

type Thing = { api: string; page: string; gid: string; commands: string };

async function issueOf(author: TestUser): Promise<Thing & { id: number }> {
  const { body } = await call('POST', `/projects/${project.id}/issues`, author, { title: 'As it was' });
  return {
    id: body.id,
    api: `/projects/${project.id}/issues/${body.iid}`,
    page: `/${project.full_path}/-/issues/${body.iid}`,
    gid: `gid://gitlab/Issue/${body.id}`,
    commands: ON_ISSUE,
  };
}

async function requestOf(): Promise<Thing & { id: number }> {
  const row = await createMergeRequest(app, { project, author: owner, title: 'As it was' });
  return {
    id: row.id,
    api: `/projects/${project.id}/merge_requests/${row.iid}`,
    page: `/${project.full_path}/-/merge_requests/${row.iid}`,
    gid: `gid://gitlab/MergeRequest/${row.id}`,
    commands: ON_REQUEST,
  };
}

/** What commands could have changed; what was said, how much and when, is not part of it. */
async function shown({ api }: Thing): Promise<object> {
  const { body } = await call('GET', api, owner);
  const { updated_at: _time, user_notes_count: _count, blocking_discussions_resolved: _open, ...rest } = body;
  return rest;
}

const START = `mutation ($id: ID!, $body: String!) { createDiscussion(input: { noteableId: $id, body: $body }) { note { id } errors } }`;

test.each([
  ['an issue', () => issueOf(owner)],
  ['a merge request', requestOf],
])('T-059: commands without the right change nothing of %s, whichever way they come', async (_name, open) => {
  const thing = await open();
  const { api, commands, gid, id } = thing;
  const before = await shown(thing);
  const server = await app.server();
  const kind = gid.includes('/Issue/') ? 'issue' : 'merge_request';
  const page = (method: 'POST' | 'PUT', url: string, payload: object) =>
    server.inject({ method, url, headers: stranger.headers, payload });
  const form = { target_type: kind, target_id: id, note: { note: commands } };

  // Nothing but commands: nothing is said, and the answer is 422 with what failed.
  for (const door of ['notes', 'discussions']) {
    const alone = await call('POST', `${api}/${door}`, stranger, { body: commands });
    expect([door, alone.status, alone.body.summary.length]).toEqual([door, 422, commands.split('\n').length]);
  }
  const onPage = await page('POST', `/${project.full_path}/-/notes`, form);
  expect([onPage.statusCode, onPage.json().errors.commands_only.length]).toEqual([422, commands.split('\n').length]);
  const asked = await ask(stranger, START, { id: gid, body: commands });
  expect(asked.data.createDiscussion.note).toBeNull();
  expect(asked.data.createDiscussion.errors).not.toEqual([]);

  // Beside words, in a reply, and in what is edited afterwards: the words stay.
  const said = await call('POST', `${api}/discussions`, stranger, { body: `Words\n${commands}` });
  expect(said.status).toBe(201);
  const [note] = said.body.notes;
  expect(note.body).toBe('Words');
  const replied = await call('POST', `${api}/discussions/${said.body.id}/notes`, stranger, {
    body: `More\n${commands}`,
  });
  expect(replied.body.body).toBe('More');
  await call('PUT', `${api}/notes/${note.id}`, stranger, { body: `Better\n${commands}` });
  await page('PUT', `/${project.full_path}/-/notes/${note.id}`, { note: { note: `Best\n${commands}` } });
  expect((await call('GET', `${api}/notes/${note.id}`, owner)).body.body).toContain('Best');
  expect(await shown(thing)).toEqual(before);
});

test('T-059: nor do those of a pending comment or of the summary of a review', async () => {
  const thing = await requestOf();
  const before = await shown(thing);
  const path = `${thing.api}/draft_notes`;
  await call('POST', path, stranger, { note: `Pending\n${ON_REQUEST}` });
  const published = await call('POST', `${path}/bulk_publish`, stranger, { note: `In short\n${ON_REQUEST}` });
  expect(published.status).toBe(204);
  const bodies = (await call('GET', `${thing.api}/notes`, owner)).body.map((note: { body: string }) => note.body);
  expect(bodies).toEqual(expect.arrayContaining(['Pending', 'In short']));
  expect(await shown(thing)).toEqual(before);
});

test('T-059: nor those of a description, new or changed, by someone from outside', async () => {
  const description = `Words\n${ON_ISSUE.replace('/confidential\n', '')}`;
  const made = await call('POST', `/projects/${project.id}/issues`, stranger, { title: 'As it was', description });
  const metadata = {
    labels: [],
    assignees: [],
    milestone: null,
    weight: null,
    due_date: null,
    discussion_locked: false,
  };
  expect(made.body).toMatchObject(metadata);
  expect(made.body.time_stats.time_estimate).toBe(0);
  const own = await issueOf(stranger);
  await call('PUT', own.api, stranger, { description });
  expect((await call('GET', own.api, owner)).body).toMatchObject({ ...metadata, description: 'Words' });
  // What belongs to someone else is not even opened for it.
  const theirs = await issueOf(owner);
  const before = await shown(theirs);
  expect((await call('PUT', theirs.api, stranger, { description })).status).toBe(403);
  expect(await shown(theirs)).toEqual(before);
});
