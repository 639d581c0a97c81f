import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { sql } from '../platform/db/database.ts';
import { addJob } from '../platform/jobs.ts';
import { verifyEverything } from '../platform/verification.ts';
import { type BuiltProject, createProject } from '../projects/testing.ts';
import { makeMergeObjects } from '../merging/testing.ts';
import { mergeMergeRequest } from '../merging/index.ts';
import { reconcileArrivedJob } from '../merge-requests/index.ts';
import { createMergeRequest, reloadMergeRequest, tipOf } from '../merge-requests/testing.ts';

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

test('a squash whose request is open, as after the restore of a backup, is named and reconciled', async () => {
  const squashed = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  const landed = await tipOf(project, 'main');
  const author = { name: 'Ada', email: 'ada@example.test' };
  const objects = await makeMergeObjects({
    repo: project.repository.dir,
    method: 'merge',
    targetSha: landed,
    headSha: squashed.head_sha ?? '',
    rebases: false,
    mergeMessage: 'Merge',
    squash: { message: 'All in one', author },
    actor: author,
    branches: { source: squashed.source_branch, target: 'main' },
  });
  const { newTargetSha: merge, squashCommitSha: squash } = objects;
  await project.repository.git('update-ref', 'refs/heads/main', merge);
  expect(await problems()).toEqual([
    expect.stringContaining(`!${squashed.iid}: its squash commit ${squash} is in main at ${merge}, but it is open`),
  ]);
  await addJob(app.system, reconcileArrivedJob, {});
  await app.runJobs();
  expect(await problems()).toEqual([]);
  expect(await reloadMergeRequest(app, squashed.id)).toMatchObject({
    state: 'merged',
    merged_commit_sha: merge,
    merged_target_from_sha: landed,
    squash_commit_sha: squash,
  });
});

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
    expect.stringContaining(
      `!${open.iid}, version 1: its commit ${open.head_sha} is not protected from garbage collection`,
    ),
    expect.stringContaining(`the stored object ${index.pack_name}`),
    expect.stringContaining(`!${merged.iid}: its head does not match its latest version`),
    expect.stringContaining('its merge request counter is lower'),
  ]);

  // Of another format: an upgrade. None at all: something took it.
  await sql`update diff_indexes set format_version = 1 where id = ${index.id}`.execute(db);
  expect(await problems()).not.toContainEqual(expect.stringContaining('diff index'));
  await db.deleteFrom('diff_indexes').where('id', '=', index.id).execute();
  expect(await problems()).toContainEqual(
    expect.stringContaining(`!${open.iid}, version 1: its diff index is missing`),
  );
});
