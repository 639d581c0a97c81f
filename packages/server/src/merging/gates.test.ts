import type { CheckState } from '@tributary/contract/merge-requests/readiness.ts';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { IS_FULL } from '../../testing/sampled.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { createNote } from '../discussions/index.ts';
import { type Context, transact } from '../platform/context.ts';
import { sql } from '../platform/db/database.ts';
import { armFailpoints } from '../platform/failpoints.ts';
import { setBusyAttempts } from '../platform/retry-while-busy.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { computeReadiness, createMergeRequest, reloadMergeRequest, tipOf } from '../merge-requests/testing.ts';
import {
  CHECK_ORDER,
  defineFact,
  defineMergeCheck,
  updateMergeRequest,
  findMergeRequestAccess,
  noteableOf,
  lockMergeRequest,
  requestMergeCheck,
  type MergeRequestRow,
} from '../merge-requests/index.ts';
import { recoverMergeIntents } from './recover-merge-intents.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
const rest = restCaller(() => app);

/** The merges of this file end when the test says so: what waits for them is refused after some attempts. */
const FEW_ATTEMPTS = 3;
const USUAL_ATTEMPTS = 40;

beforeAll(async () => {
  setBusyAttempts(FEW_ATTEMPTS);
  app = await createTestApp();
  owner = await createUser(app);
  reviewer = await createUser(app);
});
afterAll(() => {
  setBusyAttempts(USUAL_ATTEMPTS);
  return app.close();
});
afterEach(async () => {
  armFailpoints(undefined);
  await recoverMergeIntents(app.system, { atStart: true });
});

type Scene = { project: BuiltProject; row: MergeRequestRow; path: string; threadId: string };

/** Ready to be merged; its one thread is resolved, and threads must be. */
async function ready(): Promise<Scene> {
  const columns = { only_allow_merge_if_all_discussions_are_resolved: true };
  const project = await createProject(app, { owner: owner.user, files: { a: 'a' }, columns });
  const parents = [await tipOf(project, 'main')];
  await project.repository.commit({ branch: 'release', parents, files: { r: 'r' }, message: 'Release' });
  await addMember(app, { user: reviewer.user, level: 30, project });
  const row = await createMergeRequest(app, { project, author: owner, reviewerIds: [reviewer.user.id] });
  const path = `/projects/${project.id}/merge_requests/${row.iid}`;
  const thread = await rest('POST', `${path}/discussions`, reviewer, { body: 'Is that so?' });
  await rest('PUT', `${path}/discussions/${thread.body.id}`, reviewer, { resolved: true });
  return { project, row, path, threadId: thread.body.id };
}

async function waitingForLocks(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database or l.database is null
    where not l.granted and d.datname = current_database()`.execute(app.platform.db);
  return rows[0]?.count;
}

const merge = ({ path }: Scene) => rest('PUT', `${path}/merge`, owner, {});

/** What closes a gate. An ordinary run takes one interface for each gate. */
type Gate = [string, (scene: Scene) => ReturnType<typeof rest>];
const GATES: Gate[] = [
  ['a draft', ({ path }) => rest('PUT', path, owner, { draft: true })],
  ['/close', ({ path }) => rest('POST', `${path}/notes`, owner, { body: '/close' })],
  ['another target', ({ path }) => rest('PUT', path, owner, { target_branch: 'release' })],
  ['a new thread', ({ path }) => rest('POST', `${path}/discussions`, reviewer, { body: 'Wait' })],
];
const OTHER_WAYS: Gate[] = [
  ['a title that says draft', ({ path }) => rest('PUT', path, owner, { title: 'Draft: not yet' })],
  ['/draft', ({ path }) => rest('POST', `${path}/notes`, owner, { body: '/draft' })],
  ['closing', ({ path }) => rest('PUT', path, owner, { state_event: 'close' })],
  [
    'a thread opened again',
    ({ path, threadId }) => rest('PUT', `${path}/discussions/${threadId}`, reviewer, { resolved: false }),
  ],
];
const CASES = IS_FULL ? [...GATES, ...OTHER_WAYS] : GATES;

describe('P-07: gates hold at the moment the branch moves', () => {
  test.each(CASES)('%s comes after the last look: it waits for the merge', async (name, close) => {
    const scene = await ready();
    const before = await reloadMergeRequest(app, scene.row.id);
    armFailpoints('merge.prepared:1:throw');
    expect((await merge(scene)).status).toBe(500);
    armFailpoints(undefined);
    // Every gate was looked at, and the branch may move at any moment from here.
    const refused = await close(scene);
    // A command that could not be applied is 422 for clients, as any other.
    expect(refused.status).toBe(name.startsWith('/') ? 422 : 409);
    expect(JSON.stringify(refused.body)).toContain('already being merged');
    expect(await reloadMergeRequest(app, scene.row.id)).toEqual({ ...before, merging_intent_id: expect.any(Number) });

    expect(await recoverMergeIntents(app.system, { atStart: true })).toEqual({ finished: 0, undone: 1 });
    expect((await close(scene)).status).toBeLessThan(300);
    const after = await reloadMergeRequest(app, scene.row.id);
    if (after.target_branch === 'main') expect((await merge(scene)).status).toBe(405);
  });

  /** What closes a gate of every request of a project. */
  const ofProject: [string, (scene: Scene) => ReturnType<typeof rest>][] = [
    ['the merge method', ({ project }) => rest('PUT', `/projects/${project.id}`, owner, { merge_method: 'ff' })],
    [
      'protection of the branch',
      ({ project }) =>
        rest('POST', `/projects/${project.id}/protected_branches`, owner, { name: 'main', merge_access_level: 0 }),
    ],
  ];
  test.each(ofProject)('%s changes after the last look: it waits for the merge', async (_name, change) => {
    const scene = await ready();
    armFailpoints('merge.prepared:1:throw');
    expect((await merge(scene)).status).toBe(500);
    armFailpoints(undefined);
    const refused = await change(scene);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('being merged')]);
    // A name is nothing that a merge depends on.
    expect((await rest('PUT', `/projects/${scene.project.id}`, owner, { description: 'Else' })).status).toBe(200);
    expect(await recoverMergeIntents(app.system, { atStart: true })).toEqual({ finished: 0, undone: 1 });
    expect((await change(scene)).status).toBeLessThan(300);
  });

  const heldBack: [string, (ctx: Context, scene: Scene) => Promise<unknown>][] = [
    ['a draft', (ctx, { row }) => updateMergeRequest(ctx, { mergeRequestId: row.id, isDraft: true })],
    [
      'a new thread',
      async (ctx, { row }) => {
        const found = await findMergeRequestAccess(ctx, row.id);
        if (found) await createNote(ctx, { noteable: noteableOf(found), body: 'Wait', kind: 'thread' });
      },
    ],
  ];
  test.each(heldBack)('%s is on its way: the merge waits for it, and is refused', async (_name, close) => {
    const scene = await ready();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const closing = transact(contextOf(app, owner), async (ctx) => {
      await close(ctx, scene);
      begun.resolve();
      await held;
    });
    await begun.promise;
    const merging = merge(scene);
    await expect.poll(waitingForLocks).toBeGreaterThan(0);
    release();
    await closing;
    expect((await merging).status).toBe(405);
    expect((await reloadMergeRequest(app, scene.row.id)).state).toBe('opened');
  });
});

/** What one more check answers, as a slice to the right may add one; it is gone after the test. */
const extra: { now: CheckState } = { now: 'off' };
const extraFact = defineFact<boolean>({
  key: 'of_gates_test',
  load: (_ctx, rows) => new Map(rows.map(({ id }) => [id, true])),
});

test('only a check that passed or is off lets a merge through, however it is asked for', async () => {
  const remove = defineMergeCheck({
    id: 'of_gates_test',
    status: 'status_checks_must_pass',
    order: CHECK_ORDER.external,
    needs: { fact: extraFact },
    evaluate: () => ({ state: extra.now }),
    message: () => 'Merge blocked: wait for the other check.',
  })();
  onTestFinished(remove);
  const scene = await ready();
  for (const state of ['waiting', 'unknown', 'failed'] as const) {
    extra.now = state;
    expect((await merge(scene)).status, state).toBe(405);
    const sent = await rest('POST', `${scene.path}/notes`, owner, { body: '/merge' });
    expect(JSON.stringify(sent.body), state).not.toContain('Merged');
    expect((await reloadMergeRequest(app, scene.row.id)).state, state).toBe('opened');
  }
  extra.now = 'passed';
  await rest('POST', `${scene.path}/cancel_merge_when_pipeline_succeeds`, owner, {});
  expect((await merge(scene)).status).toBe(200);
});

/** The answers of readiness change with the target in `readiness.test.ts`; here the answer comes late. */
test.runIf(IS_FULL)(
  'a slow answer about an older tip of the target is not taken, and is looked for again',
  async () => {
    const { project, row } = await ready();
    await app.runJobs();
    await transact(app.system, (ctx) => requestMergeCheck(ctx, row.id, 'asked'));
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = transact(app.system, async (ctx) => {
      await lockMergeRequest(ctx.db, row.id);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    // It has asked git, and waits to write the answer.
    const checking = computeReadiness(app.system, project.id);
    await expect.poll(waitingForLocks).toBeGreaterThan(0);
    const [file] = (await project.repository.git('diff', '--name-only', 'main', row.source_branch)).trim().split('\n');
    await project.repository.commit({
      branch: 'main',
      parents: [await tipOf(project, 'main')],
      files: { a: 'a', [file ?? '']: 'conflicting' },
      message: 'Move on',
    });
    held.resolve();
    await Promise.all([holding, checking]);
    expect(await reloadMergeRequest(app, row.id)).toMatchObject({
      merge_status: 'cannot_be_merged',
      merge_checked_target_sha: await tipOf(project, 'main'),
    });
  },
);
