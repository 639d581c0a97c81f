import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { verifyEverything } from '../platform/verification.ts';
import { type BuiltProject, createProject } from '../projects/testing.ts';
import { mergeMergeRequest } from './merging/merge.ts';
import { createMergeRequest, tipOf } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { a: 'a' } });
});
afterAll(() => app.close());

async function problems(): Promise<string[]> {
  const results = await verifyEverything(app.system);
  return results.flatMap((result) => result.problems.map(({ what, problem }) => `${what}: ${problem}`));
}

test('what work leaves behind agrees, and what is broken is named', async () => {
  const merged = await createMergeRequest(app, { project, author: owner });
  const open = await createMergeRequest(app, { project, author: owner });
  const before = await tipOf(project, 'main');
  await app.runJobs();
  await mergeMergeRequest(contextOf(app, owner), { mergeRequestId: merged.id });
  await app.runJobs();
  expect(await problems()).toEqual([]);

  const landed = await tipOf(project, 'main');
  await project.repository.git('update-ref', 'refs/heads/main', before);
  expect(await problems()).toEqual([
    expect.stringContaining(`!${merged.iid}: its merged commit ${landed} is not in main`),
  ]);
  await project.repository.git('update-ref', 'refs/heads/main', landed);

  // As when a backup holds a branch that was merged into after its database was copied.
  await project.repository.git('update-ref', 'refs/heads/main', open.head_sha ?? '', landed);
  expect(await problems()).toContainEqual(
    expect.stringContaining(`!${open.iid}: its commits are in main at ${open.head_sha}, but it is open`),
  );
  await project.repository.git('update-ref', 'refs/heads/main', landed);

  const { db } = app.platform;
  const index = await db
    .selectFrom('diff_indexes')
    .selectAll()
    .where('head_sha', '=', open.head_sha ?? '')
    .executeTakeFirstOrThrow();
  await app.platform.storage.delete(index.pack_name);
  await project.repository.git('update-ref', '-d', `refs/keep-around/${open.head_sha}`);
  await db.updateTable('merge_requests').set({ head_sha: before }).where('id', '=', merged.id).execute();
  await db.updateTable('merge_request_counters').set({ last_iid: 0 }).execute();
  expect(await problems()).toEqual([
    expect.stringContaining(`!${open.iid}, version 1: nothing keeps its commit ${open.head_sha} from upkeep`),
    expect.stringContaining(`the stored object ${index.pack_name}`),
    expect.stringContaining(`!${merged.iid}: its head is not that of its newest version`),
    expect.stringContaining('its counter of merge requests is behind'),
  ]);
});
