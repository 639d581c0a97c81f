import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { restMergeRequestBasic } from '@tributary/contract/merge-requests/rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit } from '../testing.ts';

let app: TestApp;
let author: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  author = await createUser(app, { username: 'ada' });
});
afterAll(() => app.close());

test('a commit names the merge requests that hold it, also in an older version, and no others', async () => {
  const project = await createProject(app, { owner: author.user, visibility: 'private', files: { 'a.txt': '1\n' } });
  const request = await createMergeRequest(app, { project, author });
  await createMergeRequest(app, { project, author });
  const first = request.head_sha ?? '';
  await pushCommit(app, { project, branch: request.source_branch, files: { 'b.txt': '2\n' }, by: author });
  const server = await app.server();
  const ask = async (query: string, token: string) => {
    const url = `/api/v4/projects/${project.id}/repository/commits/${first}/merge_requests${query}`;
    return server.inject({ url, headers: { 'private-token': token } });
  };
  const found = await ask('', author.token);
  expect(found.statusCode).toBe(200);
  expect(
    z
      .array(restMergeRequestBasic)
      .parse(found.json())
      .map((each) => each.iid),
  ).toEqual([request.iid]);
  expect((await ask('?state=merged', author.token)).json()).toEqual([]);
  expect((await ask('?state=opened', author.token)).json()).toHaveLength(1);
  expect((await ask('?state=nonsense', author.token)).statusCode).toBe(400);
  const stranger = await createUser(app, { username: 'mallory' });
  expect((await ask('', stranger.token)).statusCode).toBe(404);
});
