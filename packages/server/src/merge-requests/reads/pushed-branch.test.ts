import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';

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
