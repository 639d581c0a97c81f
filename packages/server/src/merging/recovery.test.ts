import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { IS_FULL } from '../../testing/sampled.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { armFailpoints, reachedFailpoints } from '../platform/failpoints.ts';
import { type BuiltProject, createProject } from '../projects/testing.ts';
import { findMergeIntentOf } from '../merge-requests/index.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest } from '../merge-requests/testing.ts';
import { recoverPushIntents } from '../repositories/index.ts';
import { mergeMergeRequest } from './merge.ts';
import { recoverMergeIntents } from './recover-merge-intents.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());
afterEach(() => armFailpoints(undefined));

const POINTS = ['lock', 'objects', 'gate', 'intent', 'prepared', 'moved', 'db_commit', 'outbox', 'branch_delete'];
const PUSH_POINTS = ['push.intent', 'push.moved', 'push.post_receive', 'push.outbox'];
const METHODS = ['merge', 'ff', 'rebase_merge'] as const;

async function eventsOf(mergeRequestId: number): Promise<number> {
  const rows = await app.platform.db
    .selectFrom('outbox_events')
    .selectAll()
    .where('type', '=', 'merge_request.merged')
    .execute();
  return rows.filter((row) => (row.data as { mergeRequestId: number }).mergeRequestId === mergeRequestId).length;
}

/** After recovery exactly one holds: nothing happened; or the target has it, the row says so, and it was told once. */
async function expectWhole(project: BuiltProject, id: number): Promise<boolean> {
  const row = await reloadMergeRequest(app, id);
  const log = await project.repository.git('log', '--format=%H', 'main');
  expect(await findMergeIntentOf(app.platform.db, id)).toBeUndefined();
  const isMerged = row.state === 'merged';
  expect(log.includes(row.head_sha ?? '?') || log.includes(row.squash_commit_sha ?? '?')).toBe(isMerged);
  if (isMerged) expect(log).toContain(row.merged_commit_sha);
  expect(await eventsOf(id)).toBe(isMerged ? 1 : 0);
  return isMerged;
}

/** An ordinary run stops each kind of merge at three points, other ones for each kind. */
const ALL_POINTS = [...POINTS.map((point) => `merge.${point}`), ...PUSH_POINTS];
const pointsOf = (way: number) => (IS_FULL ? ALL_POINTS : ALL_POINTS.filter((_, at) => at % 4 === way));
const WAYS = [...METHODS.map((method) => ({ method, squash: false })), { method: 'merge' as const, squash: true }];

describe.each(WAYS.map((each, way) => ({ ...each, points: pointsOf(way) })))(
  'P-04: a merge by $method (squash: $squash) that breaks',
  ({ method, squash, points }) => {
    test.each(points)('at %s is wholly there or not at all', async (point) => {
      const files = { 'a.txt': 'a\n' };
      const project = await createProject(app, { owner: owner.user, files, columns: { merge_method: method } });
      const row = await createMergeRequest(app, { project, author: owner, removeSourceBranch: true, squash });
      armFailpoints(`${point}:1:throw`);
      const outcome = await mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id }).then(
        () => 'done',
        () => 'failed',
      );
      // The branch goes after the answer, by a job that is tried again.
      if (point === 'merge.branch_delete') await app.runJobs();
      expect(reachedFailpoints().has(point)).toBe(true);
      armFailpoints(undefined);
      await recoverPushIntents(app.system, { atStart: true });
      await recoverMergeIntents(app.system, { atStart: true });
      await app.runJobs();
      const isMerged = await expectWhole(project, row.id);
      if (outcome === 'done') expect(isMerged).toBe(true);
      if (isMerged) return;
      await mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id });
      expect(await expectWhole(project, row.id)).toBe(true);
    });
  },
);

test('recovery leaves a merge that is under way alone, and may run twice', async () => {
  const project = await createProject(app, { owner: owner.user, files: { a: 'a' } });
  const row = await createMergeRequest(app, { project, author: owner });
  armFailpoints('merge.moved:1:throw');
  await expect(mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id })).rejects.toThrow('failpoint');
  armFailpoints(undefined);
  expect(await recoverMergeIntents(app.system)).toEqual({ finished: 0, undone: 0 });
  expect(await recoverMergeIntents(app.system, { atStart: true })).toEqual({ finished: 1, undone: 0 });
  expect(await recoverMergeIntents(app.system, { atStart: true })).toEqual({ finished: 0, undone: 0 });
  expect((await reloadMergeRequest(app, row.id)).merged_by_id).toBe(owner.user.id);
});

test('P-06: a push during a merge does not change what is merged; if the merge comes to nothing the head follows', async () => {
  const project = await createProject(app, { owner: owner.user, files: { a: 'a' } });
  const row = await createMergeRequest(app, { project, author: owner });
  armFailpoints('merge.prepared:1:throw');
  await expect(mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id })).rejects.toThrow('failpoint');
  armFailpoints(undefined);
  const pushed = await pushCommit(app, { project, branch: row.source_branch, files: { b: 'b' }, by: owner });
  expect((await reloadMergeRequest(app, row.id)).head_sha).toBe(row.head_sha);
  expect(await recoverMergeIntents(app.system, { atStart: true })).toEqual({ finished: 0, undone: 1 });
  expect(await reloadMergeRequest(app, row.id)).toMatchObject({ state: 'opened', head_sha: pushed });

  armFailpoints('merge.moved:1:throw');
  await expect(mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id })).rejects.toThrow('failpoint');
  armFailpoints(undefined);
  await pushCommit(app, { project, branch: row.source_branch, files: { c: 'c' }, by: owner });
  expect(await recoverMergeIntents(app.system, { atStart: true })).toEqual({ finished: 1, undone: 0 });
  expect(await reloadMergeRequest(app, row.id)).toMatchObject({ state: 'merged', head_sha: pushed });
});
