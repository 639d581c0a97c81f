import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../accounts/testing.ts';
import { createMergeRequest } from '../merge-requests/testing.ts';
import { type BuiltProject, createProject } from '../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let root: TestUser;
let project: BuiltProject;
let page: string;
let notes: string;

const call = restCaller(() => app);
const set = (value: unknown) => call('PUT', '/application/settings', root, { polling_interval_multiplier: value });

beforeAll(async () => {
  app = await createTestApp();
  [owner, root] = [await createUser(app), await rootUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  const row = await createMergeRequest(app, { project, author: owner });
  page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  notes = `/${project.full_path}/-/noteable/merge_request/${row.id}/notes`;
});
beforeEach(async () => {
  await set(1);
});
afterAll(() => app.close());

async function get(url: string, headers: Record<string, string> = {}) {
  const server = await app.server();
  const answer = await server.inject({ url, headers: { ...owner.headers, ...headers } });
  return {
    status: answer.statusCode,
    every: answer.headers['poll-interval'],
    etag: answer.headers.etag,
    body: answer.body,
  };
}

/** From far ahead nothing is new, and the answer is always the same. */
const AHEAD = { 'x-last-fetched-at': '9000000000000000' };

test('pages ask at the usual time, longer apart, or never: at each address that says when', async () => {
  const intervals = async () => [
    (await get(`${page}/widget.json`)).every,
    (await get(`${page}.json?serializer=basic`)).every,
    (await get(notes, AHEAD)).every,
  ];
  expect(await intervals()).toEqual(['10000', '10000', '6000']);
  expect((await set('2.5')).body.polling_interval_multiplier).toBe('2.5');
  expect(await intervals()).toEqual(['25000', '25000', '15000']);
  await set(0);
  expect(await intervals()).toEqual(['-1', '-1', '-1']);
  expect((await call('GET', '/application/settings', root)).body.polling_interval_multiplier).toBe('0.0');
});

test('so does the page of a repository that is being made', async () => {
  await set(2.5);
  const made = (await call('POST', `/projects/${project.id}/fork`, owner, { path: 'again', name: 'Again' })).body;
  const pause = async () => JSON.parse((await get(`/-/page/${made.path_with_namespace}`)).body).data.repository.pollMs;
  expect(await pause()).toBe(5_000);
  await set(0);
  expect(await pause()).toBe(-1);
});

test('who asks all the same hears news, and is turned away where there are none', async () => {
  const first = await get(notes, AHEAD);
  expect(first.status).toBe(200);
  const again = () => get(notes, { ...AHEAD, 'if-none-match': String(first.etag) });
  expect(await again()).toMatchObject({ status: 304, every: '6000', body: '' });
  await set(0);
  expect(await again()).toMatchObject({ status: 429, every: '-1', body: '' });
  expect((await get(notes, { 'x-last-fetched-at': '0' })).status).toBe(200);
});

test('what is no such factor is refused, and so is everyone but an administrator', async () => {
  for (const value of [-1, 0.01, 101, 'often', Number.MAX_VALUE]) {
    expect((await set(value)).status, String(value)).toBe(400);
  }
  const wish = { polling_interval_multiplier: 0 };
  expect((await call('PUT', '/application/settings', owner, wish)).status).toBe(403);
  expect((await get(notes, AHEAD)).every).toBe('6000');
});
