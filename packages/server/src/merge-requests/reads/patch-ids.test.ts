import { readPatchId } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
