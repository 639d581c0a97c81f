import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { type BuiltProject, createProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** A lock stops talk: an author from outside may still withdraw what they opened, and nobody opens it again. */
let app: TestApp;
let owner: TestUser;
let author: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  [owner, author] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'README.md': '#\n' } });
});
afterAll(() => app.close());

async function call(method: 'GET' | 'POST' | 'PUT', url: string, who: TestUser, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

async function openedIssue() {
  const made = await call('POST', `/api/v4/projects/${project.id}/issues`, author, { title: 'From outside' });
  return { api: `/api/v4/projects/${project.id}/issues/${made.body.iid}`, kind: 'issue', iid: made.body.iid };
}

async function openedRequest() {
  const row = await createMergeRequest(app, { project, author: owner });
  await app.platform.db
    .updateTable('merge_requests')
    .set({ author_id: author.user.id })
    .where('id', '=', row.id)
    .execute();
  return { api: `/api/v4/projects/${project.id}/merge_requests/${row.iid}`, kind: 'merge_request', iid: row.iid };
}

test.each([
  ['issue', openedIssue],
  ['merge request', openedRequest],
])('the author of a locked %s from outside closes it, and does nothing else', async (_name, open) => {
  const { api, kind, iid } = await open();
  expect((await call('PUT', api, owner, { discussion_locked: true })).status).toBe(200);
  expect((await call('POST', `${api}/discussions`, author, { body: 'More' })).status).toBe(403);
  expect((await call('PUT', api, author, { title: 'Other words' })).status).toBe(403);
  const page = `/${project.full_path}/-/${kind}s/${iid}`;
  const shown = (await call('GET', `/-/page${page}`, author)).body;
  expect(shown.data.can).toMatchObject({ close: true, update: false });
  const closed = await call('PUT', `${page}?${kind}[state_event]=close`, author);
  expect([closed.status, (await call('GET', api, author)).body.state]).toEqual([200, 'closed']);
  for (const who of [author, owner]) {
    expect((await call('PUT', api, who, { state_event: 'reopen' })).status).toBe(403);
  }
  expect((await call('PUT', api, await createUser(app), { state_event: 'close' })).status).toBe(403);
});
