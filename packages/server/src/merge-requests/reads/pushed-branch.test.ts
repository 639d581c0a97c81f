import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { mergeMergeRequest } from '../../merging/index.ts';
import { createMergeRequest } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\n' } });
});
afterAll(() => app.close());

async function push(path: string, payload: object): Promise<void> {
  const server = await app.server();
  const url = `/api/v4/projects/${project.id}/repository/${path}`;
  const answer = await server.inject({ method: 'POST', url, headers: owner.headers, payload });
  expect(answer.statusCode).toBe(201);
  await app.runJobs();
}

async function offered(): Promise<string | undefined> {
  const server = await app.server();
  const url = `/-/page/${project.full_path}/-/merge_requests`;
  const answer = await server.inject({ url, headers: owner.headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: { pushedBranch: { name: string } | null } }>().data.pushedBranch?.name;
}

test('a branch pushed lately is offered only if it has something that the default branch lacks', async () => {
  expect(await offered()).toBeUndefined();
  const actions = [{ action: 'create', file_path: 'b.txt', content: 'two' }];
  await push('commits', { branch: 'something', start_branch: 'main', commit_message: 'Add two', actions });
  expect(await offered()).toBe('something');
  await push('branches', { branch: 'nothing', ref: 'main' });
  expect(await offered()).toBe('something');
});

test('Branches and Compare lead to the request that is open, and lists name who merged it', async () => {
  const page = pageCaller(() => app);
  const row = await createMergeRequest(app, { project, author: owner, branch: 'proposed', title: 'Draft: Propose' });
  await app.runJobs();
  const at = `/${project.full_path}/-`;
  const found = async () => {
    const { sections } = (await page(`${at}/branches/all`, owner)).body.data;
    type Branch = { name: string; mergeRequest: unknown };
    const branch = sections[0].branches.find((each: Branch) => each.name === 'proposed');
    const compared = (await page(`${at}/compare/main...proposed`, owner)).body.data;
    const other = (await page(`${at}/compare/nothing...proposed`, owner)).body.data;
    return [branch.mergeRequest, compared.mergeRequest, other.mergeRequest];
  };
  const href = `${at}/merge_requests/${row.iid}`;
  const shown = { reference: `!${row.iid}`, title: row.title, href, draft: row.is_draft };
  expect(await found()).toEqual([shown, shown, null]);
  const { headers } = await createUser(app);
  const api = await app.server();
  const url = `/api/v4/projects/${project.id}`;
  const payload = { merge_requests_access_level: 'private' };
  await api.inject({ method: 'PUT', url, headers: owner.headers, payload });
  const hidden = (await page(`${at}/compare/main...proposed`, { headers })).body.data;
  expect(hidden.mergeRequest).toBeNull();
  await api.inject({
    method: 'PUT',
    url: `${url}/merge_requests/${row.iid}`,
    headers: owner.headers,
    payload: { title: 'Propose' },
  });
  await mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id });
  expect(await found()).toEqual([null, null, null]);
  const { items } = (await page(`${at}/merge_requests?state=merged`, owner)).body.data;
  expect(items[0].mergedBy.username).toBe(owner.user.username);
});
