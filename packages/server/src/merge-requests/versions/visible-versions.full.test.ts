import type { DiffsBatch, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { fetchFrom } from '@tributary/git';
import { tinyPng } from '@tributary/git/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest, tipOf } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
let reader: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  reader = await createUser(app);
});
afterAll(() => app.close());

async function statusOf(url: string, who = owner): Promise<number> {
  const server = await app.server();
  return (await server.inject({ url, headers: who.headers })).statusCode;
}

test('files of older versions are read after a force push; other stored commits are not', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'logo.png': tinyPng([1, 1, 1]) } });
  const { repository } = project;
  const main = await tipOf(project, 'main');
  const files = { 'logo.png': tinyPng([2, 2, 2]) };
  const row = await createMergeRequest(app, { project, author: owner, branch: 'logo', files });
  const middle = row.head_sha ?? '';
  const first = await pushCommit(app, {
    project,
    branch: 'logo',
    by: owner,
    files: { 'logo.png': tinyPng([3, 3, 3]) },
  });
  // Begins again, on what has no history with what was proposed before.
  await repository.git('update-ref', 'refs/heads/logo', main);
  await pushCommit(app, { project, branch: 'logo', by: owner, files: { 'logo.png': tinyPng([4, 4, 4]) } });
  await app.runJobs();
  const server = await app.server();
  const pictureOf = async (query: string): Promise<PageDiffFile | undefined> => {
    const url = `/${project.full_path}/-/merge_requests/${row.iid}/diffs_batch.json?${query}`;
    return (await server.inject({ url, headers: owner.headers })).json<DiffsBatch>().diff_files[0];
  };
  expect((await reloadMergeRequest(app, row.id)).head_sha).not.toBe(first);

  const raw = (sha: string, { full_path: path } = project) => `/${path}/-/raw/${sha}/logo.png`;
  const since = await pictureOf(`start_sha=${first}`);
  expect(since).toMatchObject({ old_raw_path: raw(first) });
  const one = await pictureOf(`commit_id=${first}`);
  expect(one).toMatchObject({ old_raw_path: raw(middle), new_raw_path: raw(first) });
  const picture = await server.inject({ url: raw(first), headers: reader.headers });
  expect([picture.statusCode, picture.rawPayload.equals(tinyPng([3, 3, 3]))]).toEqual([200, true]);
  for (const path of [since?.old_raw_path, since?.new_raw_path, since?.replaced_view_path, one?.old_raw_path])
    expect([path, await statusOf(path ?? '')]).toEqual([path, 200]);
  expect(await statusOf(`/-/page${since?.replaced_view_path}`)).toBe(200);

  // Stored and kept, but never proposed.
  const other = await repository.commit({ branch: 'other', parents: [first], files: { 'logo.png': 'secret' } });
  await repository.git('update-ref', '-d', 'refs/heads/other');
  await repository.git('update-ref', `refs/keep-around/${other}`, other);
  expect(await statusOf(raw(other))).toBe(404);
  // A version of this project opens nothing in another that has the same commit.
  const copy = await createProject(app, { owner: owner.user, files: { a: 'a\n' } });
  await fetchFrom(copy.repository.dir, repository.dir, [first]);
  expect(await statusOf(raw(first, copy))).toBe(404);
  // As its merge requests are: for members alone.
  const change = { merge_requests_access_level: 'private' } as const;
  await app.platform.db.updateTable('projects').set(change).where('id', '=', project.id).execute();
  expect([await statusOf(raw(first)), await statusOf(raw(first), reader)]).toEqual([200, 404]);
  expect(await statusOf(raw(main), reader)).toBe(200);
});
