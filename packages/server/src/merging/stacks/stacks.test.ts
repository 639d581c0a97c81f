import { restStack } from '@tributary/contract/merge-requests/stack.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest } from '../../merge-requests/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { registeredJobs } from '../../platform/jobs.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { mergeStackJob } from './jobs/merge-next.ts';
import { findStackMergeOf, updateRunning } from './store/stack-merges.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let approver: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, approver] = [await createUser(app), await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  // Developers may merge into the other branches, and so not a whole stack.
  await call('POST', `/projects/${project.id}/protected_branches`, owner, { name: 'main', merge_access_level: 40 });
  for (const { user } of [developer, approver]) await addMember(app, { user, level: 30, project });
});
afterAll(() => app.close());

let count = 0;

/** Three requests of which each builds on the one before. */
async function stacked(): Promise<MergeRequestRow[]> {
  count += 1;
  const rows: MergeRequestRow[] = [];
  for (const [index, target] of ['main', `s${count}-1`, `s${count}-2`].entries()) {
    const branch = `s${count}-${index + 1}`;
    const files = { [`${branch}.txt`]: `${branch}\n` };
    rows.push(await createMergeRequest(app, { project, author: developer, branch, target, files }));
  }
  await app.runJobs();
  return rows;
}

const of = (row: MergeRequestRow | undefined, rest = '') => `/projects/${project.id}/merge_requests/${row?.iid}${rest}`;

/** Runs its steps, without the pauses between them. */
async function run(row: MergeRequestRow | undefined): Promise<string | undefined> {
  for (let round = 0; round < 12; round += 1) {
    const stack = await findStackMergeOf(app.system.db, row?.id ?? 0);
    if (stack?.state !== 'running') return stack?.state;
    await mergeStackJob.run(app.system, { stackMergeId: stack.id });
    await app.runJobs();
  }
  return undefined;
}

test('a stack is seen from each of its requests, and merged from the bottom', { timeout: 120_000 }, async () => {
  const [one, two, three] = await stacked();
  const middle = restStack.parse((await call('GET', of(two, '/stack'), developer)).body).stack;
  expect(middle?.items.map((item) => [item.iid, item.depth, item.is_current])).toEqual([
    [one?.iid, 0, false],
    [two?.iid, 1, true],
    [three?.iid, 2, false],
  ]);
  expect(middle).toMatchObject({ merged_with: 1, can_merge: false });
  expect((await call('POST', of(three, '/stack/merge'), developer)).status).toBe(401);
  expect((await call('POST', of(one, '/stack/merge'), owner)).status).toBe(400);
  await call('POST', of(three, '/approve'), approver);
  const stale = await call('POST', of(three, '/stack/merge'), owner, { sha: 'a'.repeat(40) });
  expect(stale.status).toBe(409);
  expect((await call('POST', of(three, '/stack/merge'), owner, { sha: three?.head_sha })).status).toBe(202);
  expect((await call('POST', of(three, '/stack/merge'), owner)).status).toBe(409);
  expect(await run(three)).toBe('done');
  for (const row of [one, two, three]) {
    expect(await reloadMergeRequest(app, row?.id ?? 0)).toMatchObject({ state: 'merged', target_branch: 'main' });
  }
  // What was approved is what was merged: nothing of it changed on the way.
  expect((await call('GET', of(three, '/approvals'), owner)).body.approved_by).toMatchObject([
    { user: { id: approver.user.id } },
  ]);
  expect(await project.repository.git('ls-tree', '--name-only', 'main')).toContain('s1-3.txt');
});

test('it stops at what cannot be merged and says why', { timeout: 120_000 }, async () => {
  const [one, two, three] = await stacked();
  await call('PUT', of(one), developer, { title: 'Draft: not yet' });
  const early = await call('POST', of(three, '/stack/merge'), owner);
  expect([early.status, early.body.message]).toEqual([
    405,
    expect.stringContaining(`!${one?.iid} cannot be merged yet`),
  ]);
  await call('PUT', of(one), developer, { title: 'Ready' });
  await call('PUT', of(two), developer, { title: 'Draft: not yet' });
  await app.runJobs();
  expect((await call('POST', of(three, '/stack/merge'), owner)).status).toBe(202);
  expect(await run(three)).toBe('stopped');
  const { stack } = restStack.parse((await call('GET', of(three, '/stack'), owner)).body);
  expect(stack?.merge).toMatchObject({
    state: 'stopped',
    merged_count: 1,
    reason: expect.stringContaining(`!${two?.iid} could not be merged`),
  });
  const states = [one, two, three].map(async (row) => (await reloadMergeRequest(app, row?.id ?? 0)).state);
  expect(await Promise.all(states)).toEqual(['merged', 'opened', 'opened']);
  // It went on as far as its target: new commits stop it as well, and what runs can be canceled.
  await call('PUT', of(two), developer, { title: 'Ready too' });
  await app.runJobs();
  expect((await call('POST', of(three, '/stack/merge'), owner)).status).toBe(202);
  await pushCommit(app, { project, branch: two?.source_branch ?? '', files: { 'new.txt': 'new\n' }, by: developer });
  expect(await run(three)).toBe('stopped');
  expect((await call('DELETE', of(three, '/stack/merge'), owner)).status).toBe(409);
});

test.runIf(IS_FULL)(
  'a stack that waits has one job, makes no commits, and goes on once',
  { timeout: 120_000 },
  async () => {
    const [one, two] = await stacked();
    await call('POST', `/projects/${project.id}/statuses/${two?.head_sha}`, developer, { state: 'pending', name: 'x' });
    await app.runJobs();
    expect((await call('POST', of(two, '/stack/merge'), owner)).status).toBe(202);
    const id = (await findStackMergeOf(app.system.db, two?.id ?? 0))?.id ?? 0;
    await vi.waitFor(async () => {
      await mergeStackJob.run(app.system, { stackMergeId: id });
      expect((await reloadMergeRequest(app, one?.id ?? 0)).state).toBe('merged');
    });
    const waits = async () => {
      for (let round = 0; round < 3; round += 1) await mergeStackJob.run(app.system, { stackMergeId: id });
      await registeredJobs().get('continue-stack-merges')?.run(app.system, {});
      const { rows } = await sql`select 1 from graphile_worker.jobs where task_identifier = 'merge-stack'`.execute(
        app.system.db,
      );
      return rows.length;
    };
    expect(await waits()).toBe(1);
    const objects = () => project.repository.git('count-objects');
    const before = await objects();
    app.clock.advance(1_000);
    expect([await waits(), await objects()]).toEqual([1, before]);
    const stale = { id, position: 0 };
    expect(await updateRunning(app.system.db, stale, { state: 'stopped' })).toBe(false);
    expect((await call('DELETE', of(two, '/stack/merge'), owner)).status).toBe(204);
  },
);

test.runIf(IS_FULL)(
  'where a project has merge trains, a stack goes through the train',
  { timeout: 120_000 },
  async () => {
    const settings = { merge_pipelines_enabled: true, merge_trains_enabled: true };
    expect((await call('PUT', `/projects/${project.id}`, owner, settings)).status).toBe(200);
    const [one, two, three] = await stacked();
    expect((await call('POST', of(two, '/stack/merge'), owner)).status).toBe(202);
    expect(await run(two)).toBe('done');
    for (const row of [one, two]) {
      const { status, body } = await call(
        'GET',
        `/projects/${project.id}/merge_trains/merge_requests/${row?.iid}`,
        owner,
      );
      expect([status, body.status]).toEqual([200, 'merged']);
    }
    expect(await reloadMergeRequest(app, three?.id ?? 0)).toMatchObject({ state: 'opened' });
  },
);
