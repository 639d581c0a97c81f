import type { DiffPosition, PageNote } from '@tributary/contract/discussions/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
let other: TestUser;
let project: BuiltProject;
let rest: string;
let pin: DiffPosition;
let line: DiffPosition;

const call = restCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, reviewer, other] = (await Promise.all([1, 2, 3].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  project = await createProject(app, { owner: owner.user, files: { 'base.txt': 'base\n' } });
  await addMember(app, { project, user: reviewer.user, level: 30 });
  await addMember(app, { project, user: other.user, level: 30 });
  const files = { 's.txt': 'one\ntwo\n', 'p.png': '\u0089PNG\u0000binary', 'q.png': '\u0089PNG\u0000other' };
  const row = await createMergeRequest(app, { project, author: owner, files });
  rest = `/projects/${project.id}/merge_requests/${row.iid}`;
  const refs = (await call('GET', rest, owner)).body.diff_refs;
  const shape = { ...refs, old_path: 'p.png', new_path: 'p.png' };
  pin = { ...shape, position_type: 'image', x: 10, y: 20, width: 100, height: 50 };
  line = { ...refs, old_path: 's.txt', new_path: 's.txt', position_type: 'text', old_line: null, new_line: 2 };
});
afterAll(() => app.close());

async function begin(position: DiffPosition): Promise<number> {
  return (await call('POST', `${rest}/discussions`, reviewer, { body: 'Here', position })).body.notes[0].id;
}

async function put(id: number, note: object, as = reviewer, more: object = {}) {
  const server = await app.server();
  const url = `/${project.full_path}/-/notes/${id}`;
  const answer = await server.inject({ method: 'PUT', url, headers: as.headers, payload: { note, ...more } });
  return { status: answer.statusCode, body: answer.json<PageNote & { errors?: string }>() };
}

const placeOf = async (id: number) => (await call('GET', `${rest}/notes/${id}`, owner)).body.position;

test('the point of an image moves with its text or alone, as JSON text too', async () => {
  const id = await begin(pin);
  const to = { ...pin, x: 30.5, y: 5, width: 200, height: 100 };
  const moved = await put(id, { note: 'There', position: JSON.stringify(to) });
  expect([moved.status, moved.body.note, moved.body.position]).toEqual([200, 'There', to]);
  expect((await put(id, { position: pin })).body).toMatchObject({ note: 'There', position: pin });
  await put(id, { position: to });
  const query = `query ($path: ID!) { project(fullPath: $path) { mergeRequest(iid: "1") {
    notes { nodes { id position { x y width height } } } } } }`;
  const { nodes } = (await ask(owner, query, { path: project.full_path })).data.project.mergeRequest.notes;
  expect(nodes.find((each: { id: string }) => each.id === `gid://gitlab/DiffNote/${id}`).position).toEqual({
    x: 31,
    y: 5,
    width: 200,
    height: 100,
  });
});

test('a point outside of the image, on another one, or by someone else is refused, and the text stays too', async () => {
  const id = await begin(pin);
  const refused = async (position: object, as = reviewer) => (await put(id, { note: 'Other', position }, as)).status;
  expect(await refused({ ...pin, x: 101 })).toBe(422);
  expect(await refused({ ...pin, new_path: 'q.png', old_path: 'q.png' })).toBe(422);
  expect(await refused(line)).toBe(422);
  expect(await refused({ ...pin, x: 11 }, other)).toBe(403);
  expect((await put(id, { position: { ...pin, x: 11 } }, other)).status).toBe(403);
  expect(await refused({ ...pin, x: 'left' })).toBe(400);
  expect((await put(id, {})).status).toBe(400);
  expect(await placeOf(id)).toMatchObject({ x: 10, y: 20 });
  expect((await call('GET', `${rest}/notes/${id}`, owner)).body.body).toBe('Here');
});

test('lines stay: their own place is no change, any other is refused', async () => {
  const id = await begin(line);
  const same = await put(id, { note: 'Better said', position: JSON.stringify(line) });
  expect([same.status, same.body.note, same.body.position]).toEqual([
    200,
    'Better said',
    expect.objectContaining(line),
  ]);
  for (const position of [
    { ...line, new_line: 1 },
    { ...line, new_line: 2000 },
    { ...line, head_sha: 'f'.repeat(40) },
  ]) {
    const refused = await put(id, { note: 'Moved', position: JSON.stringify(position) });
    expect([refused.status, refused.body.errors]).toEqual([422, expect.stringContaining('cannot be moved')]);
  }
  expect(await placeOf(id)).toMatchObject(line);
  expect((await put(id, { position: line }, other)).status).toBe(403);
  const alone = (await call('POST', `${rest}/notes`, reviewer, { body: 'Nowhere' })).body.id;
  expect((await put(alone, { note: 'On a line', position: line })).status).toBe(422);
});

test('the text of a reply is kept whatever place comes with it, and its writer moves nothing', async () => {
  const id = await begin(pin);
  const threads: { id: string; notes: { id: number }[] }[] = (await call('GET', `${rest}/discussions`, owner)).body;
  const thread = threads.find(({ notes }) => notes[0]?.id === id)?.id;
  const reply = (await call('POST', `${rest}/discussions/${thread}/notes`, other, { body: 'A reply' })).body.id;
  for (const [text, position] of [
    ['Same place', pin],
    ['Older point', { ...pin, x: 77 }],
  ] as const) {
    const saved = await put(reply, { note: text, position: JSON.stringify(position) }, other);
    expect([saved.status, saved.body.note]).toEqual([200, text]);
  }
  expect((await put(reply, { position: { ...pin, x: 77 } }, other)).status).toBe(403);
  expect(await placeOf(id)).toMatchObject({ x: 10, y: 20 });
});

test('a point moves through a reply again and again, by who may edit what began the thread', async () => {
  const id = await begin(pin);
  const threads: { id: string; notes: { id: number }[] }[] = (await call('GET', `${rest}/discussions`, owner)).body;
  const thread = threads.find(({ notes }) => notes[0]?.id === id)?.id;
  const reply = (await call('POST', `${rest}/discussions/${thread}/notes`, reviewer, { body: 'A reply' })).body;
  for (const x of [30, 31]) {
    const seen = (await call('GET', `${rest}/notes/${reply.id}`, reviewer)).body.updated_at;
    const moved = await put(reply.id, { position: { ...pin, x } }, reviewer, { last_known_updated_at: seen });
    expect([moved.status, (await placeOf(id)).x]).toEqual([200, x]);
  }
});

test('a text that was begun before the thread went elsewhere is kept, and the thread stays where it is now', async () => {
  const files = { 'early.txt': 'one\ntwo\n', 'early.png': '\u0089PNG\u0000binary' };
  const row = await createMergeRequest(app, { project, author: owner, branch: 'early', files });
  const base = `/projects/${project.id}/merge_requests/${row.iid}`;
  const refsNow = async () => (await call('GET', base, owner)).body.diff_refs;
  const made = { old_path: 'early.txt', new_path: 'early.txt', position_type: 'text', old_line: null, new_line: 2 };
  const picture = {
    old_path: 'early.png',
    new_path: 'early.png',
    position_type: 'image',
    x: 1,
    y: 2,
    width: 9,
    height: 9,
  };
  const start = async (place: object) =>
    (await call('POST', `${base}/discussions`, reviewer, { body: 'x', position: { ...(await refsNow()), ...place } }))
      .body.notes[0];
  const [onLine, onPicture] = [await start(made), await start(picture)];
  const push = async (text: string) => {
    await pushCommit(app, { project, branch: 'early', files: { 'early.txt': text }, by: owner });
    await app.runJobs();
  };
  await push('zero\none\ntwo\n');
  const shown = [onLine, onPicture].map(({ id }) => call('GET', `${base}/notes/${id}`, owner));
  const [lineThen, pictureThen] = (await Promise.all(shown)).map(({ body }) => body.position);
  expect(lineThen).toMatchObject({ new_line: 3 });
  await push('minus\nzero\none\ntwo\n');
  const nowOf = async (id: number) => (await call('GET', `${base}/notes/${id}`, owner)).body.position;
  for (const [text, position] of [
    ['from the first version', { ...onLine.position }],
    ['from the second', lineThen],
  ]) {
    const saved = await put(onLine.id, { note: text, position: JSON.stringify(position) });
    expect([saved.status, saved.body.note]).toEqual([200, text]);
  }
  expect(await nowOf(onLine.id)).toMatchObject({ new_line: 4 });
  // The point was moved by another window since this one was shown.
  const seenAt = (await call('GET', `${base}/notes/${onPicture.id}`, owner)).body.updated_at;
  expect((await put(onPicture.id, { position: { ...pictureThen, x: 5 } })).status).toBe(200);
  const late = await put(onPicture.id, { note: 'Late', position: pictureThen }, reviewer, {
    last_known_updated_at: seenAt,
  });
  expect([late.status, late.body.note]).toEqual([200, 'Late']);
  expect(await nowOf(onPicture.id)).toMatchObject({ x: 5 });
});

test('a point is moved back unknowingly by nobody, and moved by who saw it, whatever else happened to the note', async () => {
  const id = await begin(pin);
  const seen = async () => ({ last_known_updated_at: (await put(id, { position: pin })).body.updated_at });
  const early = await seen();
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  await pause();
  // A reaction touches the note and not its point.
  expect((await call('POST', `${rest}/notes/${id}/award_emoji`, other, { name: 'tada' })).status).toBe(201);
  const to = { ...pin, x: 40 };
  expect((await put(id, { note: 'Moved it', position: to }, reviewer, early)).body).toMatchObject({ position: to });
  const late = { last_known_updated_at: (await put(id, { position: to })).body.updated_at };
  await pause();
  // Someone with an older page: the point of theirs is not meant, and alone it is refused.
  const stale = await put(id, { position: { ...pin, x: 10 } }, reviewer, early);
  expect([stale.status, (await placeOf(id)).x]).toEqual([409, 40]);
  const again = { ...to, y: 33 };
  expect((await put(id, { position: again }, reviewer, late)).status).toBe(200);
  await put(id, { note: 'Said with an old point', position: pin }, reviewer, late);
  expect((await call('GET', `${rest}/notes/${id}`, owner)).body).toMatchObject({
    body: 'Said with an old point',
    position: { x: 40, y: 33 },
  });
});
