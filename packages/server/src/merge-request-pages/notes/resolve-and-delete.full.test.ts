import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let outsider: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

const ask = graphqlCaller(() => app);
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, reporter, outsider] = (await Promise.all([1, 2, 3, 4].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'base.txt': 'base\n' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addMember(app, { project, user: reporter.user, level: 20 });
  row = await createMergeRequest(app, { project, author: owner, files: { 'p.png': '\u0089PNG\u0000binary' } });
});
afterAll(() => app.close());

const base = () => `/projects/${project.id}/merge_requests/${row.iid}`;

type Thread = { id: string; notes: { id: number; body: string; resolved?: boolean; resolved_by?: unknown }[] };

async function begin(as: TestUser, body = 'Why?'): Promise<Thread> {
  return (await call('POST', `${base()}/discussions`, as, { body })).body;
}

const read = async ({ id }: Thread): Promise<Thread> => (await call('GET', `${base()}/discussions/${id}`, owner)).body;

const RESOLVE = `mutation ($id: ID!, $resolve: Boolean!) { discussionToggleResolve(input: { id: $id, resolve: $resolve }) {
  discussion { resolved resolvedBy { username } } errors } }`;
const DESTROY = 'mutation ($id: ID!) { destroyNote(input: { id: $id }) { note { id } errors } }';

const resolve = (as: TestUser | null, thread: Thread, isResolved = true) =>
  ask(as, RESOLVE, { id: `gid://gitlab/Discussion/${thread.id}`, resolve: isResolved });
const destroy = (as: TestUser | null, { notes }: Thread) =>
  ask(as, DESTROY, { id: `gid://gitlab/Note/${notes[0]?.id}` });

test('threads are resolved by GraphQL by those who may by the button', async () => {
  const thread = await begin(owner);
  expect((await resolve(developer, thread)).data.discussionToggleResolve).toEqual({
    discussion: { resolved: true, resolvedBy: { username: developer.user.username } },
    errors: [],
  });
  expect((await resolve(owner, thread, false)).data.discussionToggleResolve).toEqual({
    discussion: { resolved: false, resolvedBy: null },
    errors: [],
  });
  expect((await resolve(reporter, thread)).data.discussionToggleResolve).toEqual({
    discussion: null,
    errors: [expect.any(String)],
  });
  for (const nobody of [outsider, null]) {
    const { data, errors } = await resolve(nobody, thread);
    expect(data?.discussionToggleResolve ?? null).toBeNull();
    expect(errors).toHaveLength(1);
  }
  expect((await read(thread)).notes[0]?.resolved).toBe(false);
});

test('a thread that ten users settle at once is settled once', async () => {
  const thread = await begin(owner);
  const path = `${base()}/discussions/${thread.id}`;
  const people = Array.from({ length: 10 }, (_unused, at) => (at % 2 === 0 ? owner : developer));
  const resolved = await Promise.all(people.map((person) => call('PUT', path, person, { resolved: true })));
  expect(resolved.map(({ status }) => status)).toEqual(people.map(() => 200));
  const { notes } = await read(thread);
  expect(notes[0]).toMatchObject({ resolved: true, resolved_by: { id: expect.any(Number) } });
  const wishes = people.map((person, at) => call('PUT', path, person, { resolved: at % 3 === 0 }));
  for (const { status } of await Promise.all(wishes)) expect(status).toBe(200);
  const after = (await read(thread)).notes[0];
  // Whoever was last: the state and who is said to have brought it about agree.
  expect(after?.resolved_by === null || after?.resolved_by === undefined).toBe(after?.resolved === false);
});

test('notes are deleted by GraphQL by their writers and those who may delete them for others', async () => {
  const own = await begin(developer, 'Mine');
  expect((await destroy(developer, own)).data.destroyNote.errors).toEqual([]);
  const others = await begin(owner, 'Not yours');
  expect((await destroy(developer, others)).data.destroyNote).toEqual({ note: null, errors: [expect.any(String)] });
  for (const nobody of [outsider, null]) {
    const { data, errors } = await destroy(nobody, others);
    expect(data?.destroyNote ?? null).toBeNull();
    expect(errors).toHaveLength(1);
  }
  expect((await read(others)).notes[0]?.body).toBe('Not yours');
  const foreign = await begin(developer, 'For the owner to delete');
  expect((await destroy(owner, foreign)).data.destroyNote.errors).toEqual([]);
  for (const { id } of [own, foreign]) {
    expect((await call('GET', `${base()}/discussions/${id}`, owner)).status).toBe(404);
  }
});

test('a thread begins at a point of an image', async () => {
  const { diff_refs: refs } = (await call('GET', base(), owner)).body;
  const CREATE = `mutation ($input: CreateImageDiffNoteInput!) { createImageDiffNote(input: $input) {
    note { body position { positionType newPath x y width height } } errors } }`;
  const place = { baseSha: refs.base_sha, startSha: refs.start_sha, headSha: refs.head_sha };
  const position = { ...place, paths: { newPath: 'p.png' }, x: 3, y: 4, width: 20, height: 10 };
  const input = { noteableId: `gid://gitlab/MergeRequest/${row.id}`, body: 'Here', position };
  expect((await ask(developer, CREATE, { input })).data.createImageDiffNote).toEqual({
    note: {
      body: 'Here',
      position: { positionType: 'image', newPath: 'p.png', x: 3, y: 4, width: 20, height: 10 },
    },
    errors: [],
  });
  const outside = await ask(developer, CREATE, { input: { ...input, position: { ...position, x: 21 } } });
  expect(outside.data.createImageDiffNote).toEqual({ note: null, errors: [expect.stringContaining('outside')] });
  const hidden = await ask(outsider, CREATE, { input });
  expect(hidden.data?.createImageDiffNote ?? null).toBeNull();
  expect(hidden.errors).toHaveLength(1);
});

test('a to-do is done by GraphQL by whose it is', async () => {
  expect((await call('POST', `${base()}/todo`, developer)).status).toBe(201);
  const [todo] = (await call('GET', '/todos', developer)).body;
  const DONE = 'mutation ($id: ID!) { todoMarkDone(input: { id: $id }) { todo { state } errors } }';
  const id = `gid://gitlab/Todo/${todo.id}`;
  const foreign = await ask(owner, DONE, { id });
  expect(foreign.data?.todoMarkDone?.todo ?? null).toBeNull();
  expect((await call('GET', '/todos', developer)).body).toHaveLength(1);
  expect((await ask(developer, DONE, { id })).data.todoMarkDone).toEqual({ todo: { state: 'done' }, errors: [] });
  expect((await call('GET', '/todos', developer)).body).toEqual([]);
});

test('T-071: nobody who is not signed in has texts rendered, wherever that is offered', async () => {
  const open = await createProject(app, { owner: owner.user, visibility: 'public' });
  const server = await app.server();
  const statusOf = async (url: string, as: TestUser | null) =>
    (await server.inject({ method: 'POST', url, headers: as?.headers ?? {}, payload: { text: 'Hello' } })).statusCode;
  const preview = `/${open.full_path}/-/preview_markdown?target_type=issue`;
  expect(await statusOf(preview, null)).toBe(401);
  expect(await statusOf(preview, owner)).toBe(200);
});
