import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, rootUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../src/projects/testing.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let owner: TestUser;
let root: TestUser;
let project: BuiltProject;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  root = await rootUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\n' } });
});
afterAll(() => app.close());

const since = (date: string, as: TestUser = owner) => ({ headers: { ...as.headers, 'if-unmodified-since': date } });

/** The address of something that was just made. */
const things: [string, () => Promise<string>, boolean?][] = [
  ['a note', async () => `${await request()}/notes/${(await note()).id}`],
  ['a note of a thread', async () => threadNote()],
  ['a merge request', () => request()],
  ['a label', async () => `${at()}/labels/${(await call('POST', `${at()}/labels`, owner, label)).body.id}`],
  ['a milestone', async () => `${at()}/milestones/${(await call('POST', `${at()}/milestones`, owner, one)).body.id}`],
  ['a webhook', async () => `${at()}/hooks/${(await call('POST', `${at()}/hooks`, owner, hook)).body.id}`],
  ['a branch', () => branch()],
  ['a tag', () => tag()],
  ['a member', () => member()],
  ['a group', async () => `/groups/${(await createGroup(app, { owner: owner.user })).id}`],
  ['a project', async () => `/projects/${(await createProject(app, { owner: owner.user })).id}`],
  ['a person', async () => `/users/${(await createUser(app)).user.id}`, true],
];

const label = { name: 'bug', color: '#fff' };
const one = { title: 'One' };
const hook = { url: 'https://hooks.example.test/x', push_events: true };
const at = () => `/projects/${project.id}`;
let last = '';

async function request(): Promise<string> {
  const row = await createMergeRequest(app, { project, author: owner });
  return (last = `${at()}/merge_requests/${row.iid}`);
}

async function note(): Promise<{ id: number }> {
  return (await call('POST', `${last}/notes`, owner, { body: 'Hello' })).body;
}

async function threadNote(): Promise<string> {
  const { body } = await call('POST', `${await request()}/discussions`, owner, { body: 'Hello' });
  return `${last}/discussions/${body.id}/notes/${body.notes[0].id}`;
}

async function branch(): Promise<string> {
  await call('POST', `${at()}/repository/branches`, owner, { branch: 'short', ref: 'main' });
  return `${at()}/repository/branches/short`;
}

async function tag(): Promise<string> {
  await call('POST', `${at()}/repository/tags`, owner, { tag_name: 'v1', ref: 'main' });
  return `${at()}/repository/tags/v1`;
}

async function member(): Promise<string> {
  const person = await createUser(app);
  await addMember(app, { project, user: person.user, level: 30 });
  return `${at()}/members/${person.user.id}`;
}

test.each(things)('%s that changed later is not removed', async (_name, make, isForRoot) => {
  const address = await make();
  const as = isForRoot ? root : owner;
  const refused = await call('DELETE', address, since('Sat, 01 Jan 2000 00:00:00 GMT', as));
  expect([refused.status, refused.body]).toEqual([412, { message: '412 Precondition Failed' }]);
  expect((await call('GET', address, as)).status).toBe(200);
  const removed = await call('DELETE', address, since('Fri, 31 Dec 2100 00:00:00 GMT', as));
  expect([202, 204]).toContain(removed.status);
});

test('what is no date is ignored, and who may not remove learns no date', async () => {
  const stranger = await createUser(app);
  const address = await request();
  expect((await call('DELETE', address, since('Sat, 01 Jan 2000 00:00:00 GMT', stranger))).status).toBe(403);
  expect((await call('DELETE', address, since('yesterday-ish'))).status).toBe(204);
});
