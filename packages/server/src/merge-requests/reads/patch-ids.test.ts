import { readPatchId } from '@tributary/git';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { listVersions } from '../store/versions.ts';
import { createMergeRequest } from '../testing.ts';
import { patchIdsOf } from './patch-ids.ts';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

test('REST names what a version changes: the same for the same change of another request', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\n' } });
  const files = { 'a.txt': 'two\n' };
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic', files });
  const other = await createMergeRequest(app, { project, author: owner, branch: 'other', files });
  await app.runJobs();
  const [version] = await listVersions(app.system.db, row.id);
  const ends = { from: version?.base_sha ?? '', to: version?.head_sha ?? '' };
  const name = await readPatchId(app.system.repositories.directory(project.id), ends);
  expect(name).toMatch(/^[0-9a-f]{40}$/);
  // A push pays nothing for it.
  expect(version?.patch_id).toBeNull();
  const server = await app.server();
  const get = async (path: string) => {
    const url = `/api/v4/projects/${project.id}/merge_requests${path}`;
    return (await server.inject({ url, headers: owner.headers })).json();
  };
  expect(await get(`/${row.iid}/versions`)).toMatchObject([{ id: version?.id, patch_id_sha: name }]);
  expect(await get(`/${row.iid}/versions/${version?.id}`)).toMatchObject({ patch_id_sha: name });
  expect(await get(`/${other.iid}/versions`)).toMatchObject([{ patch_id_sha: name }]);
  expect((await listVersions(app.system.db, row.id))[0]?.patch_id).toBe(name);
});

test('what takes too long is left out and there for the next question', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\n' } });
  const row = await createMergeRequest(app, { project, author: owner, files: { 'a.txt': 'two\n' } });
  const versions = await listVersions(app.system.db, row.id);
  expect((await patchIdsOf(app.system, row, versions, 0)).size).toBe(0);
  expect((await patchIdsOf(app.system, row, versions)).get(versions[0]?.id ?? 0)).toMatch(/^[0-9a-f]{40}$/);
});

test('a version that cannot be named is left out, and not tried again for an hour', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\n' } });
  const row = await createMergeRequest(app, { project, author: owner, files: { 'a.txt': 'two\n' } });
  const versions = await listVersions(app.system.db, row.id);
  const lost = versions.map((version) => ({ ...version, head_sha: '1'.repeat(40) }));
  expect((await patchIdsOf(app.system, row, lost)).size).toBe(0);
  expect((await patchIdsOf(app.system, row, versions)).size).toBe(0);
  app.clock.advance(3_600_000);
  expect((await patchIdsOf(app.system, row, versions)).size).toBe(1);
});

test('only so many wait, and nothing that goes wrong fails the question', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\n' } });
  const row = await createMergeRequest(app, { project, author: owner, files: { 'a.txt': 'two\n' } });
  const [version] = await listVersions(app.system.db, row.id);
  if (!version) throw new Error('no version');
  const directory = vi.spyOn(app.system.repositories, 'directory').mockImplementation(() => {
    throw new Error('write EPIPE');
  });
  const many = Array.from({ length: 300 }, (_unused, at) => ({ ...version, id: 1_000_000 + at }));
  expect((await patchIdsOf(app.system, row, many)).size).toBe(0);
  // Two at work and those that may wait.
  expect(directory).toHaveBeenCalledTimes(202);
  directory.mockRestore();
});
