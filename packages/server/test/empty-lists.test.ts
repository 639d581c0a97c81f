import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { type BuiltProject, createProject } from '../src/projects/testing.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let project: BuiltProject;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, stranger] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'one\n' } });
});
afterAll(() => app.close());

test('what does not exist here yet is an empty list of something that exists', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const request = `/projects/${project.id}/merge_requests/${row.iid}`;
  const statuses = (sha: string) => `/projects/${project.id}/repository/commits/${sha}/statuses`;
  const lists = ['pipelines', 'closes_issues', 'related_issues'].map((name) => `${request}/${name}`);
  for (const path of [...lists, statuses(row.head_sha ?? ''), `${statuses('main')}?ref=main&all=true`]) {
    const { status, body, headers } = await call('GET', path, owner);
    expect([path, status, body, headers['x-total']]).toEqual([path, 200, [], '0']);
    expect((await call('GET', path, stranger)).status).toBe(404);
  }
  expect((await call('GET', statuses('0'.repeat(40)), owner)).status).toBe(404);
  expect((await call('GET', `/projects/${project.id}/merge_requests/99/pipelines`, owner)).status).toBe(404);
});
