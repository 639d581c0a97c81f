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

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, as: TestUser) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: as.headers });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

async function changes(as: TestUser): Promise<Note[]> {
  const answer = await send('GET', `${address}/discussions.json?notes_filter=2&persist_filter=false`, as);
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

test('the chosen part of the activity is remembered for the person, unless they say no', async () => {
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
