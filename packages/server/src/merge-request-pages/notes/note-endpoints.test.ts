import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let guest: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

const call = restCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, guest] = [await createUser(app), await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: developer.user, level: 30, project });
  await addMember(app, { user: guest.user, level: 10, project });
  row = await createMergeRequest(app, { project, author: developer });
});
afterAll(() => app.close());

const request = () => `/projects/${project.id}/merge_requests/${row.iid}`;
const noteIds = async () =>
  (await call('GET', `${request()}/notes?per_page=100`, owner)).body.map(({ id }: { id: number }) => id);

const START = `mutation ($id: ID!, $body: String!, $internal: Boolean) {
  createDiscussion(input: { noteableId: $id, body: $body, internal: $internal }) { note { id internal } errors } }`;

test('P-10: a GraphQL request with a key makes each of its notes once', async () => {
  const server = await app.server();
  const id = `gid://gitlab/MergeRequest/${row.id}`;
  const query = `mutation { first: createNote(input: { noteableId: "${id}", body: "Same" }) { note { id } }
    second: createNote(input: { noteableId: "${id}", body: "Same" }) { note { id } } }`;
  const send = async (key: string) => {
    const headers = { ...developer.headers, 'idempotency-key': key };
    return (await server.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })).json().data;
  };
  const made = await send('form-1');
  expect(made.first.note.id).not.toBe(made.second.note.id);
  expect(await send('form-1')).toEqual(made);
  expect((await send('form-2')).first.note.id).not.toBe(made.first.note.id);
});

test('P-10: an edit of a text that changed meanwhile is refused at every interface', async () => {
  const note = (await call('POST', `${request()}/discussions`, developer, { body: 'Start' })).body;
  const [{ id, updated_at: seen }] = note.notes;
  const single = `${request()}/notes/${id}`;
  await call('PUT', single, developer, { body: 'First' });
  const second = { body: 'Second', last_known_updated_at: seen };
  expect((await call('PUT', single, owner, second)).status).toBe(409);
  expect((await call('PUT', `${request()}/discussions/${note.id}/notes/${id}`, owner, second)).status).toBe(409);
  const UPDATE = `mutation ($id: ID!, $seen: Time) {
    updateNote(input: { id: $id, body: "Second", lastKnownUpdatedAt: $seen }) { note { body } errors } }`;
  const late = await ask(owner, UPDATE, { id: `gid://gitlab/Note/${id}`, seen });
  expect(late.data.updateNote).toEqual({ note: null, errors: [expect.stringContaining('changed')] });
  expect((await call('GET', single, owner)).body.body).toBe('First');
  const { updated_at: now } = (await call('GET', single, owner)).body;
  expect((await call('PUT', single, owner, { ...second, last_known_updated_at: now })).body.body).toBe('Second');
});

test('P-10: nor is a text that changed meanwhile taken away by commands that stand alone', async () => {
  const thread = (await call('POST', `${request()}/discussions`, owner, { body: 'Start' })).body;
  const [{ id, updated_at: seen }] = thread.notes;
  const single = `${request()}/notes/${id}`;
  await call('PUT', single, owner, { body: 'First' });
  const late = { body: '/title Other', last_known_updated_at: seen };
  for (const door of [single, `${request()}/discussions/${thread.id}/notes/${id}`]) {
    expect((await call('PUT', door, owner, late)).status).toBe(409);
  }
  const server = await app.server();
  const page = await server.inject({
    method: 'PUT',
    url: `/${project.full_path}/-/notes/${id}`,
    headers: owner.headers,
    payload: { note: { note: late.body }, last_known_updated_at: seen },
  });
  expect([page.statusCode, page.json().error.code, page.json().error.params.body]).toEqual([
    409,
    'note_changed',
    'First',
  ]);
  const UPDATE = `mutation ($id: NoteID!, $seen: Time) {
    updateNote(input: { id: $id, body: "/title Other", lastKnownUpdatedAt: $seen }) { errors } }`;
  const { data } = await ask(owner, UPDATE, { id: `gid://gitlab/Note/${id}`, seen });
  expect(data.updateNote.errors).toEqual([expect.stringContaining('changed')]);
  expect((await call('GET', single, owner)).body.body).toBe('First');
  expect((await call('GET', request(), owner)).body.title).toBe(row.title);
});

test('the notes of a thread come by pages', async () => {
  const { id } = (await call('POST', `${request()}/discussions`, owner, { body: 'one' })).body;
  const notes = `${request()}/discussions/${id}/notes`;
  for (const body of ['two', 'three']) await call('POST', notes, owner, { body });
  const bodies = async (query: string) => {
    const { body, headers } = await call('GET', `${notes}${query}`, owner);
    const told = ['x-total', 'x-total-pages', 'x-page', 'x-per-page', 'x-next-page'].map((name) => headers[name]);
    return [body.map((note: { body: string }) => note.body), told];
  };
  expect(await bodies('')).toEqual([
    ['one', 'two', 'three'],
    ['3', '1', '1', '20', ''],
  ]);
  expect(await bodies('?per_page=2')).toEqual([
    ['one', 'two'],
    ['3', '2', '1', '2', '2'],
  ]);
  expect(await bodies('?per_page=2&page=2')).toEqual([['three'], ['3', '2', '2', '2', '']]);
  expect(await bodies('?page=9')).toEqual([[], ['3', '1', '9', '20', '']]);
});

test('a note is changed by its text or by its flag, which stays as it is', async () => {
  const { id } = (await call('POST', `${request()}/notes`, developer, { body: 'Words' })).body;
  const single = `${request()}/notes/${id}`;
  expect((await call('PUT', single, developer, {})).status).toBe(400);
  expect((await call('PUT', single, developer, { confidential: false })).body).toMatchObject({ id, body: 'Words' });
  expect((await call('PUT', single, developer, { confidential: true })).status).toBe(400);
  expect((await call('PUT', single, guest, { confidential: false })).status).toBe(403);
});

test('a thread is begun inside by GraphQL, where there may be internal ones', async () => {
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'To do' })).body;
  const inside = { id: `gid://gitlab/Issue/${issue.id}`, body: 'Among us', internal: true };
  expect((await ask(owner, START, inside)).data.createDiscussion).toMatchObject({
    note: { internal: true },
    errors: [],
  });
  const outside = await ask(owner, START, { ...inside, internal: false });
  expect(outside.data.createDiscussion).toMatchObject({ note: { internal: false } });
  const refused = await ask(owner, START, { ...inside, id: `gid://gitlab/MergeRequest/${row.id}` });
  expect(refused.data.createDiscussion).toMatchObject({ note: null, errors: [expect.any(String)] });
});

test('T-061: more commands than anyone writes by hand are refused before one is done, and nothing is kept', async () => {
  const many = `Words\n${'/todo\n'.repeat(21)}`;
  const before = await noteIds();
  const refused = await call('POST', `${request()}/notes`, developer, { body: many });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('are limited to 20 per comment or description. This one has 21');
  expect(await noteIds()).toEqual(before);
  const web = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const server = await app.server();
  const post = (url: string, payload: object) =>
    server.inject({ method: 'POST', url, headers: developer.headers, payload });
  expect((await post(`${web}/drafts`, { draft_note: { note: many } })).statusCode).toBe(422);
  const preview = await post(`/${project.full_path}/-/preview_markdown`, {
    text: many,
    target_type: 'MergeRequest',
    target_id: row.id,
  });
  expect(preview.json().references.commands).toBe(
    'Quick actions are limited to 20 per comment or description. This one has 21.',
  );
  const enough = await call('POST', `${request()}/notes`, developer, { body: `Words\n${'/todo\n'.repeat(20)}` });
  expect(enough.body.body).toBe('Words');
});

test('a form of another front end may say once more what the address says', async () => {
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url: `/${project.full_path}/-/merge_requests/${row.iid}/drafts`,
    headers: developer.headers,
    payload: {
      target_type: 'merge_request',
      target_id: row.id,
      return_discussion: true,
      note_project_id: '',
      draft_note: { note: 'Pending', noteable_type: 'MergeRequest', noteable_id: row.id, type: 'DiscussionNote' },
    },
  });
  expect([answer.statusCode, answer.json().note]).toEqual([200, 'Pending']);
});

test('looking with a token that may only read leaves the kept filter as it is', async () => {
  const reading = await createToken(app, developer.user, ['read_api']);
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/discussions.json`;
  const server = await app.server();
  const look = async (headers: Record<string, string>, rest: string) =>
    (await server.inject({ url: `${url}?${rest}`, headers })).json().length as number;
  const all = await look(developer.headers, 'notes_filter=0');
  expect(all).toBeGreaterThan(0);
  await look({ 'private-token': reading.token }, 'notes_filter=2&persist_filter=true');
  expect(await look(developer.headers, '')).toBe(all);
  await look(developer.headers, 'notes_filter=2&persist_filter=true');
  expect(await look(developer.headers, '')).toBeLessThan(all);
  await look(developer.headers, 'notes_filter=0&persist_filter=true');
});

test('an estimate is set and removed with the other fields, or nothing is', async () => {
  const UPDATE = `mutation ($path: ID!, $iid: String!, $title: String, $time: String) {
    mergeRequestUpdate(input: { projectPath: $path, iid: $iid, title: $title, timeEstimate: $time }) {
      mergeRequest { title timeEstimate } errors } }`;
  const update = async (fields: object) =>
    (await ask(developer, UPDATE, { path: project.full_path, iid: String(row.iid), ...fields })).data
      .mergeRequestUpdate;
  expect(await update({ title: 'Timed', time: '1h 30m' })).toEqual({
    mergeRequest: { title: 'Timed', timeEstimate: 5_400 },
    errors: [],
  });
  expect(await update({ title: 'Not kept', time: 'soon' })).toMatchObject({
    mergeRequest: null,
    errors: [expect.any(String)],
  });
  expect(await update({})).toMatchObject({ mergeRequest: { title: 'Timed', timeEstimate: 5_400 } });
  expect(await update({ time: null })).toMatchObject({ mergeRequest: { timeEstimate: 0 } });
});

test('new notes of a user are counted together, whichever interface they come through', async () => {
  const busy = await createUser(app);
  const id = `gid://gitlab/MergeRequest/${row.id}`;
  const server = await app.server();
  const admin = await createUser(app, { isAdmin: true });
  const limitTo = (notes_create_limit: number) => call('PUT', '/application/settings', admin, { notes_create_limit });
  expect((await limitTo(3)).body.notes_create_limit).toBe(3);
  // Refused for what it says, but counted all the same.
  await call('POST', `${request()}/notes`, busy, { body: ' ' });
  expect((await ask(busy, START, { id, body: 'By GraphQL' })).data.createDiscussion.errors).toEqual([]);
  expect((await call('POST', `${request()}/discussions`, busy, { body: 'By REST' })).status).toBe(201);
  const refused = await call('POST', `${request()}/discussions`, busy, { body: 'One more' });
  expect([refused.status, refused.headers['ratelimit-name']]).toEqual([429, 'notes_create']);
  const late = await ask(busy, START, { id, body: 'One more' });
  expect(JSON.stringify(late)).toContain('too many times');
  const page = `/${project.full_path}/-/notes`;
  const payload = { target_type: 'merge_request', target_id: row.id, note: { note: 'One more' } };
  expect((await server.inject({ method: 'POST', url: page, headers: busy.headers, payload })).statusCode).toBe(429);
  expect((await call('POST', `${request()}/notes`, await createUser(app), { body: 'Another person' })).status).toBe(
    201,
  );
  // What an administrator sets counts at once, for who was refused too.
  await limitTo(5);
  expect((await call('POST', `${request()}/notes`, busy, { body: 'The fifth' })).status).toBe(201);
  expect((await call('POST', `${request()}/notes`, busy, { body: 'The fifth' })).status).toBe(429);
  await limitTo(0);
  const free = await call('POST', `${request()}/notes`, busy, { body: 'As many as one likes' });
  expect([free.status, free.headers['ratelimit-name']]).toEqual([201, 'throttle_authenticated_api']);
  expect((await ask(busy, START, { id, body: 'By GraphQL' })).data.createDiscussion.errors).toEqual([]);
  expect((await limitTo(-1)).status).toBe(400);
  await limitTo(300);
});
