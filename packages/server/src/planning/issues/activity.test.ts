import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let address: string;

const call = restCaller(() => app);
const page = pageCaller(() => app);

type Note = {
  description_version_id?: number;
  description_diff_path?: string;
  can_delete_description_version?: boolean;
  delete_description_version_path?: string;
  restore_description_version_path?: string;
  description_version_deleted?: boolean;
  has_description_before?: boolean;
};

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  reporter = await createUser(app, { username: 'reporter' });
  stranger = await createUser(app, { username: 'stranger' });
  project = await createProject(app, { owner: owner.user, path: 'app' });
  await addMember(app, { user: reporter.user, project, level: 20 });
  const base = `/projects/${project.id}/issues`;
  await call('POST', base, owner, { title: 'Texts', description: 'One two' });
  for (const description of ['One two three', 'One SECRET three', 'One two four']) {
    await call('PUT', `${base}/1`, owner, { description });
  }
  await call('POST', `${base}/1/notes`, owner, { body: 'A comment' });
  address = `/${project.full_path}/-/issues/1`;
});
afterAll(() => app.close());

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, as: TestUser, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: as.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

async function changes(as: TestUser, of = address): Promise<Note[]> {
  const answer = await send('GET', `${of}/discussions.json?notes_filter=2&persist_filter=false`, as);
  return answer.body
    .flatMap((discussion: { notes: Note[] }) => discussion.notes)
    .filter((note: Note) => note.description_version_id !== undefined);
}

const text = (diff: { kind: string; text: string }[], not: string) =>
  diff.flatMap((part) => (part.kind === not ? [] : part.text)).join('');

test('each change of the description can be compared with what was there before, or with the begin of a run', async () => {
  const [first, second, third] = await changes(stranger);
  const one = await send('GET', first?.description_diff_path ?? '', stranger);
  expect([text(one.body, 'added'), text(one.body, 'removed')]).toEqual(['One two', 'One two three']);
  const all = await send(
    'GET',
    `${third?.description_diff_path}?start_version_id=${first?.description_version_id}`,
    stranger,
  );
  expect([text(all.body, 'added'), text(all.body, 'removed')]).toEqual(['One two', 'One two four']);
  expect(second?.can_delete_description_version).toBe(false);
  expect(second?.restore_description_version_path).toBeUndefined();
});

test('maintainers take a text out of the history; others cannot', async () => {
  const [, secret] = await changes(owner);
  expect(secret?.can_delete_description_version).toBe(true);
  const path = secret?.delete_description_version_path ?? '';
  expect((await send('DELETE', path, reporter)).status).toBe(403);
  expect((await send('DELETE', path, stranger)).status).toBe(403);
  expect((await send('DELETE', path, owner)).status).toBe(200);
  const [, gone, next] = await changes(stranger);
  expect(gone?.description_version_deleted).toBe(true);
  expect((await send('GET', gone?.description_diff_path ?? '', owner)).status).toBe(404);
  const diff = await send('GET', next?.description_diff_path ?? '', stranger);
  expect(JSON.stringify(diff.body)).not.toContain('SECRET');
});

test('who may change the description brings an earlier one back', async () => {
  const [first] = await changes(reporter);
  const path = first?.restore_description_version_path ?? '';
  expect((await send('POST', path.replace('/1/', '/98765/'), reporter)).status).toBe(404);
  expect((await send('POST', path, stranger)).status).toBe(403);
  expect((await send('POST', path, reporter)).status).toBe(200);
  const issue = await call('GET', `/projects/${project.id}/issues/1`, owner);
  expect(issue.body.description).toBe('One two three');
});

/** An issue with this description, then changed to each of the others. */
async function described(title: string, ...texts: string[]) {
  const base = `/projects/${project.id}/issues`;
  const [description, ...later] = texts;
  const { body } = await call('POST', base, owner, { title, description });
  for (const each of later) await call('PUT', `${base}/${body.iid}`, owner, { description: each });
  const now = async () => (await call('GET', `${base}/${body.iid}`, owner)).body.description;
  return { address: `/${project.full_path}/-/issues/${body.iid}`, now, base: `${base}/${body.iid}` };
}

test('what the description began with comes back too, of one change or of a run', async () => {
  const issue = await described('Begun', 'The original', 'A mistake', 'Another mistake');
  const [first, second] = await changes(reporter, issue.address);
  expect([first?.has_description_before, second?.has_description_before]).toEqual([true, true]);
  const restore = (note: Note | undefined, more: object, as = reporter) =>
    send('POST', note?.restore_description_version_path ?? '', as, { side: 'before', ...more });
  expect((await restore(first, {}, stranger)).status).toBe(403);
  expect((await restore(first, { side: 'left' })).status).toBe(400);
  expect(await issue.now()).toBe('Another mistake');
  expect((await restore(second, {})).status).toBe(200);
  expect(await issue.now()).toBe('A mistake');
  expect((await restore(second, { start_version_id: first?.description_version_id })).status).toBe(200);
  expect(await issue.now()).toBe('The original');
  const [, , , last] = await changes(reporter, issue.address);
  expect((await send('POST', last?.restore_description_version_path ?? '', reporter)).status).toBe(200);
  expect(await issue.now()).toBe('The original');
});

test('deleting the first change deletes what the description began with, and no more', async () => {
  const issue = await described('Told', 'A SECRET', 'No more', 'Nothing', 'At all');
  const [first] = await changes(owner, issue.address);
  expect((await send('DELETE', first?.delete_description_version_path ?? '', owner)).status).toBe(200);
  const [gone, second, third] = await changes(owner, issue.address);
  expect(gone?.description_version_deleted).toBe(true);
  expect([gone, second, third].map((note) => note?.has_description_before)).toEqual([false, false, true]);
  const diff = await send('GET', second?.description_diff_path ?? '', stranger);
  expect(diff.body).toEqual([{ kind: 'added', text: 'Nothing' }]);
  const back = await send('POST', second?.restore_description_version_path ?? '', owner, { side: 'before' });
  expect(back.status).toBe(404);
  expect(await issue.now()).toBe('At all');
  const after = await send('GET', third?.description_diff_path ?? '', stranger);
  expect(text(after.body, 'added')).toBe('Nothing');
});

test('boxes ticked between two changes are part of what was there before, and are deleted with their text', async () => {
  const issue = await described('Boxes', 'Begin', 'KEY\n\n- [ ] one');
  await call('PUT', issue.base, owner, { description: 'KEY\n\n- [x] one' });
  await call('PUT', issue.base, owner, { description: 'Done' });
  const [begin, done] = await changes(owner, issue.address);
  const diff = await send('GET', done?.description_diff_path ?? '', stranger);
  expect(text(diff.body, 'added')).toBe('KEY\n\n- [x] one');
  await send('POST', done?.restore_description_version_path ?? '', owner, { side: 'before' });
  expect(await issue.now()).toBe('KEY\n\n- [x] one');
  await call('PUT', issue.base, owner, { description: 'Done' });
  await send('DELETE', begin?.delete_description_version_path ?? '', owner);
  const [, next] = await changes(owner, issue.address);
  expect((await send('GET', next?.description_diff_path ?? '', stranger)).body).toEqual([
    { kind: 'added', text: 'Done' },
  ]);
});

test('a text that was deleted while it still stood there does not come back with the next change', async () => {
  const issue = await described('Standing', 'Fine', 'A SECRET');
  const [change] = await changes(owner, issue.address);
  await send('DELETE', change?.delete_description_version_path ?? '', owner);
  await call('PUT', issue.base, owner, { description: 'Fine again' });
  const [, next] = await changes(owner, issue.address);
  expect(next?.has_description_before).toBe(false);
  expect((await send('GET', next?.description_diff_path ?? '', owner)).body).toEqual([
    { kind: 'added', text: 'Fine again' },
  ]);
});

test('the chosen part of the activity is remembered for the user, unless they say no', async () => {
  const filterOf = async (as: TestUser) => (await page(address, as)).body.data.notes.notesFilter;
  const count = async (query: string) =>
    (await send('GET', `${address}/discussions.json?per_page=100${query}`, reporter)).body.length;
  expect(await filterOf(reporter)).toBe(0);
  const everything = await count('');
  expect(await count('&notes_filter=1&persist_filter=false')).toBe(1);
  expect(await count('')).toBe(everything);
  expect(await count('&notes_filter=1')).toBe(1);
  expect(await count('')).toBe(1);
  expect(await filterOf(reporter)).toBe(1);
  expect(await filterOf(owner)).toBe(0);
});
