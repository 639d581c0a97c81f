import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit, tipOf } from '../testing.ts';
import { pruneVersions } from './prune-versions.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

async function ask(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, who = owner) {
  const server = await app.server();
  return server.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
}

test('past the limit the oldest versions go that without comments, looked at or approved; the newest stays', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'f.txt': 'a\nb\nc\n' } });
  const other = await createUser(app);
  await addMember(app, { project, user: other.user, level: 30 });
  const row = await createMergeRequest(app, {
    project,
    author: owner,
    branch: 'own',
    files: { 'f.txt': 'a\nB1\nc\n' },
  });
  const page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const api = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
  const metadata = async (query = '') =>
    (await ask('GET', `${page}/diffs_metadata.json${query}`)).json<DiffsMetadata>();
  const push = async (number: number) => {
    await pushCommit(app, { project, branch: 'own', by: owner, files: { 'f.txt': `a\nB${number}\nc\n` } });
  };
  await push(2);
  // Version 2 is spoken about, version 4 is seen, version 6 approved.
  const position = { ...(await metadata()).diff_refs, position_type: 'text', old_path: 'f.txt', new_path: 'f.txt' };
  const made = await ask('POST', `${api}/discussions`, { body: 'Here', position: { ...position, new_line: 2 } });
  expect(made.statusCode, made.body).toBe(201);
  for (const number of [3, 4, 5, 6, 7, 8]) {
    await push(number);
    if (number === 4) {
      const { merge_request_diff: seen } = await metadata();
      expect((await ask('PUT', `${page}/last_look.json`, { diff_id: seen?.id })).statusCode).toBe(204);
    }
    if (number === 6) expect((await ask('POST', `${api}/approve`, undefined, other)).statusCode).toBe(201);
  }
  await app.runJobs();
  const before = await metadata();
  expect(before.merge_request_diffs).toHaveLength(8);
  await pruneVersions(app.system, row, 8);
  expect((await metadata()).merge_request_diffs).toHaveLength(8);
  await pruneVersions(app.system, row, 5);
  await push(9);
  await app.runJobs();
  const after = await metadata();
  expect(after.merge_request_diffs.map((each) => each.version_index)).toEqual([9, 8, 7, 6, 4, 2]);
  expect(after.diff_refs.head_sha).toBe(await tipOf(project, 'own'));
  const gone = await ask('GET', `${page}/diffs_metadata.json?diff_id=${before.merge_request_diffs.at(-1)?.id}`);
  expect([gone.statusCode, gone.body]).toEqual([404, expect.stringContaining('without comments')]);
  const thread = (await ask('GET', `${page}/discussions.json`))
    .json<PageDiscussion[]>()
    .find((each) => each.diff_discussion);
  expect((await ask('GET', `${page}/diffs_metadata.json?${thread?.compare_path?.split('?')[1]}`)).statusCode).toBe(200);
  // Where everything is held, more than the limit stay.
  await pruneVersions(app.system, row, 1);
  expect((await metadata()).merge_request_diffs.map((each) => each.version_index)).toEqual([9, 8, 6, 4, 2]);
});

test('versions stay that a thread leads to, by the commit that was looked at and by what took its lines away', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'f.txt': 'a\n' } });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'led', files: { 'f.txt': 'a\nB1\n' } });
  const api = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
  const say = async (wish: object) => {
    const made = await ask('POST', `${api}/discussions`, { body: 'Said', ...wish });
    expect(made.statusCode, made.body).toBe(201);
  };
  await app.runJobs();
  const { diff_refs: refs } = (await ask('GET', api)).json();
  await say({ position: { ...refs, position_type: 'text', old_path: 'f.txt', new_path: 'f.txt', new_line: 2 } });
  for (const number of [2, 3, 4, 5, 6]) {
    await pushCommit(app, { project, branch: 'led', by: owner, files: { 'f.txt': `a\nB${number}\n` } });
    await app.runJobs();
    if (number === 3) await say({ commit_id: await tipOf(project, 'led') });
  }
  await pruneVersions(app.system, row, 1);
  const page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const { merge_request_diffs: left } = (await ask('GET', `${page}/diffs_metadata.json`)).json<DiffsMetadata>();
  expect(left.map((each) => each.version_index)).toEqual([6, 5, 3, 2, 1]);
});
