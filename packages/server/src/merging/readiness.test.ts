import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitSpawnCount } from '@tributary/git';
import { restCaller } from '../../testing/call-rest.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { reportCommitStatus } from '../ci/testing.ts';
import { computeReadiness, createMergeRequest, tipOf, watchReadiness } from '../merge-requests/testing.ts';
import { type MergeRequestRow, readinessChanged } from '../merge-requests/index.ts';
import { sql } from '../platform/db/database.ts';
import { transact } from '../platform/context.ts';
import { getProjectAccess } from '../projects/index.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { afterRefsMoved } from '../repositories/index.ts';
import { evaluatePipeline } from './pipeline-check.ts';
import { IS_FULL, sampled } from '../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
const rest = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  reviewer = await createUser(app);
});
afterAll(() => app.close());

type Scene = { project: BuiltProject; row: MergeRequestRow; path: string };

async function ready(columns: object = {}): Promise<Scene> {
  const project = await createProject(app, { owner: owner.user, files: { a: 'a' }, columns });
  await addMember(app, { user: reviewer.user, level: 30, project });
  const row = await createMergeRequest(app, { project, author: owner, reviewerIds: [reviewer.user.id] });
  const [file = ''] = (await project.repository.git('diff', '--name-only', 'main', row.source_branch))
    .trim()
    .split('\n');
  const parents = [await tipOf(project, 'main')];
  await project.repository.commit({ branch: 'conflicting', parents, files: { [file]: 'x' }, message: 'Conflict' });
  await app.runJobs();
  return { project, row, path: `/projects/${project.id}/merge_requests/${row.iid}` };
}

const stored = ({ id }: MergeRequestRow) =>
  app.platform.db
    .selectFrom('merge_request_readiness')
    .selectAll()
    .where('merge_request_id', '=', id)
    .executeTakeFirst();

/** What was announced of a request since the last time, as `from > to`. */
async function changesOf({ id }: MergeRequestRow): Promise<string[]> {
  const events = await app.platform.db
    .selectFrom('outbox_events')
    .select('data')
    .where('type', '=', 'merge_request.readiness_changed')
    .orderBy('id')
    .execute();
  const all = events.map(({ data }) => data as { mergeRequestId: number; from: string | null; to: string });
  return all.filter((each) => each.mergeRequestId === id).map(({ from, to }) => `${from} > ${to}`);
}

test('the answers are stored with the heads, the time and the cause', async () => {
  const { project, row } = await ready();
  const before = await stored(row);
  expect(before).toMatchObject({
    status: 'mergeable',
    head_sha: row.head_sha,
    target_sha: await tipOf(project, 'main'),
    deadline_at: null,
    cause: 'created',
  });
  expect(before?.computed).toBe(before?.wanted);
  expect(before?.results.find((check) => check.id === 'conflict')).toMatchObject({ state: 'passed', cause: 'created' });
  expect(await changesOf(row)).toEqual(['null > mergeable']);

  // What changes nothing is not announced.
  await transact(app.system, (ctx) => readinessChanged(ctx, { projectId: project.id }, 'settings'));
  expect((await stored(row))?.wanted).toBe((before?.wanted ?? 0) + 1);
  await app.runJobs();
  const after = await stored(row);
  expect(after).toMatchObject({ cause: 'settings', computed: after?.wanted, results: before?.results });
  expect(await changesOf(row)).toHaveLength(1);
});

test.runIf(IS_FULL)('what is not answered by its deadline is evaluated again', async () => {
  const { row } = await ready();
  // A change whose job got lost.
  await app.platform.db
    .updateTable('merge_request_readiness')
    .set({ computed: 0, status: 'checking', deadline_at: new Date(app.platform.clock.now().getTime() - 1_000) })
    .where('merge_request_id', '=', row.id)
    .execute();
  await watchReadiness.run(app.system, {});
  await app.runJobs();
  expect(await stored(row)).toMatchObject({ status: 'mergeable', deadline_at: null });
  expect(await changesOf(row)).toContain('checking > mergeable');
});

const TITLES = { merge_request_title_regex: '^fix: ', merge_request_title_regex_description: 'fix: what' };
const TWO = { name: 'Any', rule_type: 'any_approver', approvals_required: 2 };

const settings = (change: Record<string, unknown>) => (scene: Scene) =>
  rest('PUT', `/projects/${scene.project.id}`, owner, change);
const report = (state: 'running' | 'failed') => (scene: Scene) =>
  reportCommitStatus(app, {
    project: scene.project,
    commit: scene.row.head_sha ?? '',
    by: owner,
    state,
    name: 'build',
  });

/** Fast-forward only, after a commit to the target. */
async function behind(scene: Scene): Promise<void> {
  const parents = [await tipOf(scene.project, 'main')];
  const files = { more: 'more' };
  await pushed(scene, 'main', await scene.project.repository.commit({ branch: 'm', parents, files, message: 'More' }));
  await app.runJobs();
  await settings({ merge_method: 'ff' })(scene);
}

/** A branch that moved by a push, with what follows. */
async function pushed({ project }: Scene, branch: string, newSha: string): Promise<void> {
  const ctx = contextOf(app, owner);
  const oldSha = await tipOf(project, branch);
  const zero = '0'.repeat(40);
  if (newSha === zero) await project.repository.git('update-ref', '-d', `refs/heads/${branch}`);
  else await project.repository.git('update-ref', `refs/heads/${branch}`, newSha);
  const moves = [{ ref: `refs/heads/${branch}`, oldSha, newSha }];
  await afterRefsMoved(ctx, await getProjectAccess(ctx, project.id), moves, { pushKey: randomUUID() });
}

async function conflicting(scene: Scene): Promise<void> {
  const { project, row } = scene;
  const [file = ''] = (await project.repository.git('diff', '--name-only', 'main', row.source_branch))
    .trim()
    .split('\n');
  const parents = [await tipOf(project, 'main')];
  const files = { [file]: 'other' };
  await pushed(scene, 'main', await project.repository.commit({ branch: 'aside', parents, files, message: 'Other' }));
}

/** What was done, what the request is then, and for which cause. */
const CAUSES: [string, (scene: Scene) => Promise<unknown>, string, string][] = [
  ['a draft', ({ path }) => rest('PUT', path, owner, { draft: true }), 'draft_status', 'updated'],
  [
    'requested changes',
    ({ path }) => rest('POST', `${path}/notes`, reviewer, { body: '/submit_review requested_changes' }),
    'requested_changes',
    'reviewed',
  ],
  [
    'a new thread',
    ({ path }) => rest('POST', `${path}/discussions`, reviewer, { body: 'Why?' }),
    'discussions_not_resolved',
    'threads',
  ],
  ['the merge method', behind, 'need_rebase', 'settings'],
  ['a title pattern', settings(TITLES), 'title_regex', 'settings'],
  ['pipelines must succeed', settings({ only_allow_merge_if_pipeline_succeeds: true }), 'ci_must_pass', 'settings'],
  [
    'an approval rule of the project',
    ({ project }) => rest('POST', `/projects/${project.id}/approval_rules`, owner, TWO),
    'not_approved',
    'approval_rules',
  ],
  [
    'an approval rule of the request',
    ({ path }) => rest('POST', `${path}/approval_rules`, owner, { name: 'One', approvals_required: 1 }),
    'not_approved',
    'approval_rules',
  ],
  ['a push to the target', conflicting, 'conflict', 'target_moved'],
  [
    'the source branch is deleted',
    (scene) => pushed(scene, scene.row.source_branch, '0'.repeat(40)),
    'commits_status',
    'source_deleted',
  ],
  [
    'another target',
    ({ path }) => rest('PUT', path, owner, { target_branch: 'conflicting' }),
    'conflict',
    'retargeted',
  ],
];

test.each(sampled(CAUSES, ([, , , cause]) => cause))(
  '%s changes the stored answers, once',
  async (_name, change, to, cause) => {
    const scene = await ready({ only_allow_merge_if_all_discussions_are_resolved: true });
    await change(scene);
    await app.runJobs();
    const after = await stored(scene.row);
    expect(after).toMatchObject({ status: to, computed: after?.wanted });
    expect(await changesOf(scene.row)).toEqual(['null > mergeable', `mergeable > ${to}`]);
    expect(after?.results.find((check) => check.state === 'failed')).toMatchObject({ cause });
  },
);

test.each([
  ['success', 'passed', 'passed'],
  ['skipped', 'failed', 'passed'],
  ['manual', 'failed', 'failed'],
  ['failed', 'failed', 'failed'],
  ['canceled', 'failed', 'failed'],
  ['canceling', 'failed', 'failed'],
  ['created', 'waiting', 'waiting'],
  ['waiting_for_resource', 'waiting', 'waiting'],
  ['pending', 'waiting', 'waiting'],
  ['running', 'waiting', 'waiting'],
  ['scheduled', 'waiting', 'waiting'],
  [null, 'failed', 'failed'],
] as const)('the pipeline %s: %s, and %s where skipped ones count', (pipeline, strict, lenient) => {
  const state = (isRequired: boolean, isLenient: boolean) =>
    evaluatePipeline({
      project: { only_allow_merge_if_pipeline_succeeds: isRequired, allow_merge_on_skipped_pipeline: isLenient },
      pipeline,
    }).state;
  expect([state(true, false), state(true, true), state(false, false)]).toEqual([strict, lenient, 'off']);
});

test('a pipeline is followed by what waits for it, also where it need not succeed', async () => {
  const scene = await ready();
  await report('running')(scene);
  await app.runJobs();
  expect((await stored(scene.row))?.results.find(({ id }) => id === 'ci_must_pass')).toMatchObject({ code: 'running' });
  await settings({ only_allow_merge_if_pipeline_succeeds: true })(scene);
  await app.runJobs();
  expect(await stored(scene.row)).toMatchObject({ status: 'ci_still_running' });
  await report('failed')(scene);
  await app.runJobs();
  expect(await changesOf(scene.row)).toEqual([
    'null > mergeable',
    'mergeable > mergeable',
    'mergeable > ci_still_running',
    'ci_still_running > ci_must_pass',
  ]);
});

test('who loses their role takes their approval along', async () => {
  const scene = await ready();
  await rest('POST', `/projects/${scene.project.id}/approval_rules`, owner, { ...TWO, approvals_required: 1 });
  await rest('POST', `${scene.path}/approve`, reviewer);
  await app.runJobs();
  expect(await stored(scene.row)).toMatchObject({ status: 'mergeable' });
  await rest('DELETE', `/projects/${scene.project.id}/members/${reviewer.user.id}`, owner);
  await app.runJobs();
  expect((await changesOf(scene.row)).at(-1)).toBe('mergeable > not_approved');
});

test('lists and pages read what is stored while it is valid; a merge evaluates everything and keeps what it saw', async () => {
  const { path, row, project } = await ready();
  await app.platform.db
    .updateTable('merge_request_readiness')
    .set({ results: sql<string>`jsonb_set(results, '{1,state}', '"failed"')`, status: 'draft_status' })
    .where('merge_request_id', '=', row.id)
    .execute();
  const readers = [
    async () => (await rest('GET', `/projects/${project.id}/merge_requests`, owner)).body[0],
    async () => (await rest('GET', path, owner)).body,
    async () =>
      (
        await (
          await app.server()
        ).inject({ url: `/${project.full_path}/-/merge_requests/${row.iid}/widget.json`, headers: owner.headers })
      ).json(),
  ];
  for (const read of readers) expect(await read()).toMatchObject({ detailed_merge_status: 'draft_status' });
  // What changed and is not evaluated yet is evaluated by its reader.
  await transact(app.system, (ctx) => readinessChanged(ctx, [row.id], 'updated'));
  for (const read of readers) expect(await read()).toMatchObject({ detailed_merge_status: 'mergeable' });

  expect((await rest('PUT', `${path}/merge`, owner, {})).status).toBe(200);
  const record = await app.platform.db
    .selectFrom('merge_records')
    .selectAll()
    .where('merge_request_id', '=', row.id)
    .executeTakeFirstOrThrow();
  expect(record).toMatchObject({ actor_id: owner.user.id, head_sha: row.head_sha });
  expect(record.readiness.find((check) => check.id === 'draft_status')).toMatchObject({ state: 'passed' });
  expect(record.readiness.every(({ state }) => state === 'passed' || state === 'off')).toBe(true);
});

test('a request that is not open has no answers stored', async () => {
  const { path, row } = await ready();
  await rest('PUT', path, owner, { state_event: 'close' });
  await app.runJobs();
  expect(await stored(row)).toBeUndefined();
  await rest('PUT', path, owner, { state_event: 'reopen' });
  await app.runJobs();
  expect(await stored(row)).toMatchObject({ status: 'mergeable' });
});

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];

test.runIf(IS_FULL)(
  'a push to the target of many requests takes few processes and statements, and announces what differs alone',
  async () => {
    const { project, row } = await ready();
    const git = (...args: string[]) => project.repository.git(...args);
    const count = 200;
    const base = await tipOf(project, 'main');
    const tree = (await git('rev-parse', `${row.source_branch}^{tree}`)).trim();
    const shas: string[] = [];
    for (let n = 1; n <= count; n += 1) {
      shas.push(
        (
          await git(...IDENTITY, 'commit-tree', n === 7 ? tree : `${base}^{tree}`, '-p', base, '-m', `Change ${n}`)
        ).trim(),
      );
    }
    await app.platform.db.transaction().execute((tx) =>
      sql`insert into merge_requests (iid, target_project_id, source_project_id, source_branch, target_branch, author_id,
          title, head_sha, latest_version_id, commits_count)
        select 1000 + each.n, target_project_id, source_project_id, source_branch || '-' || each.n, target_branch,
          author_id, title, each.sha, latest_version_id, 1
        from merge_requests, unnest(${shas}::text[]) with ordinality as each (sha, n) where id = ${row.id}`.execute(tx),
    );
    for (const [index, sha] of shas.entries())
      await writeFile(join(project.repository.dir, 'refs/heads', `${row.source_branch}-${index + 1}`), `${sha}\n`);
    await transact(app.system, (ctx) => readinessChanged(ctx, { projectId: project.id }, 'settings'));
    await app.runJobs();

    const [file = ''] = (await git('diff', '--name-only', 'main', row.source_branch)).trim().split('\n');
    const parents = [base];
    const moved = await project.repository.commit({ branch: 'x', parents, files: { [file]: 'x' }, message: 'Move' });
    await git('update-ref', 'refs/heads/main', moved);
    await transact(app.system, (ctx) =>
      readinessChanged(ctx, { projectId: project.id, targetBranch: 'main' }, 'target_moved'),
    );
    const before = gitSpawnCount();
    const statements = await countStatements(() => computeReadiness(app.system, project.id));
    expect(gitSpawnCount() - before).toBeLessThanOrEqual(8);
    expect(statements).toBeLessThan(100);

    const events = await app.platform.db
      .selectFrom('outbox_events')
      .select('data')
      .where('type', '=', 'merge_request.readiness_changed')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    // The first request and the one with its tree conflict now.
    expect(events.map(({ data }) => (data as { to: string }).to)).toEqual(['conflict', 'conflict', 'mergeable']);
    const behind = await app.platform.db
      .selectFrom('merge_requests')
      .select('diverged_commits_count')
      .distinct()
      .where('target_project_id', '=', project.id)
      .execute();
    expect(behind).toEqual([{ diverged_commits_count: 1 }]);
  },
);

test('two transactions that concern the same requests in opposite order never wait for each other', async () => {
  const { project, row } = await ready();
  const other = await createMergeRequest(app, { project, author: owner });
  const wanted = async () => [(await stored(row))?.wanted ?? 0, (await stored(other))?.wanted ?? 0];
  const before = await wanted();
  const bothBegan = Promise.withResolvers<void>();
  let begun = 0;
  const mark = (...rows: MergeRequestRow[]) =>
    transact(app.system, async (ctx) => {
      const [first, ...rest] = rows.map(({ id }) => id);
      await readinessChanged(ctx, [first ?? 0], 'pipeline');
      if (++begun === 2) bothBegan.resolve();
      await bothBegan.promise;
      for (const id of rest) await readinessChanged(ctx, [id], 'updated');
    });
  await Promise.all([mark(row, other), mark(other, row)]);
  expect(await wanted()).toEqual(before.map((each) => each + 2));
});
