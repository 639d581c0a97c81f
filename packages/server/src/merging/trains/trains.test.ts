import { restTrainCar } from '@tributary/contract/merge-requests/train-rest.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { IS_FULL } from '../../../testing/sampled.ts';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { endJob } from '../../ci/testing.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest, tipOf } from '../../merge-requests/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { armFailpoints } from '../../platform/failpoints.ts';
import { registeredJobs } from '../../platform/jobs.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { recoverPushIntents } from '../../repositories/index.ts';
import { recoverMergeIntents } from '../recover-merge-intents.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [owner, developer] = [await createUser(app), await createUser(app)];
});
afterAll(() => app.close());
vi.setConfig({ testTimeout: 120_000 });

const graphql = graphqlCaller(() => app);

const CONFIG = `
unit:
  script: make test
  rules:
    - if: $CI_MERGE_REQUEST_EVENT_TYPE == "merge_train"
`;

async function call(method: 'GET' | 'POST' | 'PUT', url: string, by: TestUser, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({
    method,
    url: `/api/v4${url}`,
    headers: by.headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

async function newProject(files: Record<string, string>, settings: object = {}): Promise<BuiltProject> {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n', ...files } });
  await addMember(app, { user: developer.user, level: 30, project });
  await call('POST', `/projects/${project.id}/protected_branches`, owner, { name: 'main', merge_access_level: 30 });
  await call('PUT', `/projects/${project.id}`, owner, {
    merge_pipelines_enabled: true,
    merge_trains_enabled: true,
    only_allow_merge_if_all_discussions_are_resolved: true,
    ...settings,
  });
  return project;
}

/** Its head has been there for a while: no pipeline is awaited for it any more. */
async function open(project: BuiltProject, name: string, files: Record<string, string>): Promise<MergeRequestRow> {
  const row = await createMergeRequest(app, { project, author: developer, branch: name, files });
  await age(row);
  return row;
}

const age = (row: MergeRequestRow) =>
  app.system.db
    .updateTable('merge_request_versions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('merge_request_id', '=', row.id)
    .execute();

const carOf = async (project: BuiltProject, row: MergeRequestRow) => {
  const { body } = await call('GET', `/projects/${project.id}/merge_trains/merge_requests/${row.iid}`, developer);
  return restTrainCar.parse(body);
};

const jobsOf = (project: BuiltProject) =>
  app.system.db
    .selectFrom('ci_jobs as job')
    .innerJoin('ci_pipelines as pipeline', 'pipeline.id', 'job.pipeline_id')
    .select(['job.id', 'job.status', 'pipeline.id as pipelineId', 'pipeline.sha', 'pipeline.subject_id as requestId'])
    .where('job.project_id', '=', project.id)
    .where('pipeline.event_type', '=', 'merge_train')
    .orderBy('job.id')
    .execute();

/** Ends the job of the car's newest pipeline. */
async function endTrainJob(project: BuiltProject, row: MergeRequestRow, status: 'success' | 'failed') {
  const job = (await jobsOf(project)).findLast(({ requestId }) => requestId === row.id);
  if (!job) throw new Error(`no job for !${row.iid}`);
  await endJob(app, job.id, { status });
  await app.runJobs();
  return job;
}

test('five cars of which one fails: those ahead land as tested, those behind are built again without it', async () => {
  const project = await newProject({ '.gitlab-ci.yml': CONFIG });
  const rows: MergeRequestRow[] = [];
  for (const name of ['one', 'two', 'three', 'four', 'five']) rows.push(await open(project, name, { [name]: name }));
  await app.runJobs();
  const [one, two, three, four, five] = rows as [MergeRequestRow, ...MergeRequestRow[]] & MergeRequestRow[];
  if (!two || !three || !four || !five) throw new Error('five requests');
  const add = (row: MergeRequestRow) =>
    call('POST', `/projects/${project.id}/merge_trains/merge_requests/${row.iid}`, developer, { sha: row.head_sha });
  for (const row of rows) expect((await add(row)).status).toBe(201);
  expect((await add(one)).status).toBe(409);
  await app.runJobs();
  const jobs = await jobsOf(project);
  expect(jobs.map(({ requestId }) => requestId)).toEqual(rows.map(({ id }) => id));
  // The last one was built on everything ahead of it.
  const files = await project.repository.git('ls-tree', '--name-only', jobs[4]?.sha ?? '');
  expect(files.trim().split('\n')).toEqual(['.gitlab-ci.yml', 'a.txt', 'five', 'four', 'one', 'three', 'two']);
  const ref = await project.repository.git('rev-parse', `refs/merge-requests/${five.iid}/train`);
  expect(ref.trim()).toBe(jobs[4]?.sha);
  // A later failure waits for the verdicts ahead of it; so does a success.
  await endTrainJob(project, two, 'failed');
  expect(await carOf(project, two)).toMatchObject({ status: 'fresh', removal_reason: null });
  await endTrainJob(project, one, 'success');
  expect(await carOf(project, one)).toMatchObject({ status: 'merged', target_branch: 'main' });
  expect(await reloadMergeRequest(app, one.id)).toMatchObject({ state: 'merged', merged_commit_sha: jobs[0]?.sha });
  const removed = await carOf(project, two);
  expect(removed).toMatchObject({
    status: 'removed',
    merged_at: null,
    removal_reason: { code: 'pipeline_failed', message: expect.stringContaining('unit') },
  });
  expect((await reloadMergeRequest(app, two.id)).state).toBe('opened');
  const server = await app.server();
  const at = `/${project.full_path}/-/merge_requests/${two.iid}/widget.json`;
  const widget = (await server.inject({ url: at, headers: developer.headers })).json();
  expect(widget).toMatchObject({
    merge_train_index: null,
    merge_train_removal_reason: expect.stringContaining('unit'),
  });
  const { body: todos } = await call('GET', '/todos?action=merge_train_removed', developer);
  expect(todos).toMatchObject([{ target: { iid: two.iid } }]);
  const { body: notes } = await call('GET', `/projects/${project.id}/merge_requests/${two.iid}/notes`, developer);
  expect(JSON.stringify(notes)).toContain('removed this merge request from the merge train because');
  // Without the second one; then both pass in the wrong order.
  await endTrainJob(project, four, 'success');
  expect((await reloadMergeRequest(app, four.id)).state).toBe('opened');
  // Canceled is not failed: it runs again.
  const job = (await jobsOf(project)).findLast(({ requestId }) => requestId === three.id);
  await call('POST', `/projects/${project.id}/pipelines/${job?.pipelineId}/cancel`, owner);
  await app.runJobs();
  await endTrainJob(project, three, 'success');
  expect((await reloadMergeRequest(app, four.id)).state).toBe('merged');
  await endTrainJob(project, five, 'success');
  const log = await project.repository.git('log', '--first-parent', '--format=%s', '-4', 'main');
  expect(
    log
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 22)),
  ).toEqual(["Merge branch 'five' in", "Merge branch 'four' in", "Merge branch 'three' i", "Merge branch 'one' int"]);
  const landed = await project.repository.git('ls-tree', '--name-only', 'main');
  expect(landed).not.toContain('two');
});

test('a new thread takes a car out at once, a developer does not merge past the train, and its author removes it', async () => {
  const project = await newProject({ '.gitlab-ci.yml': CONFIG });
  const [one, two] = [await open(project, 'one', { one: '1' }), await open(project, 'two', { two: '2' })];
  await app.runJobs();
  const at = (row: MergeRequestRow) => `/projects/${project.id}/merge_requests/${row.iid}`;
  expect(await call('PUT', `${at(one)}/merge`, developer)).toMatchObject({
    status: 405,
    body: { message: expect.stringContaining('merge trains') },
  });
  for (const row of [one, two]) {
    expect(await call('PUT', `${at(row)}/merge`, developer, { auto_merge: true })).toMatchObject({
      status: 200,
      body: { state: 'opened', merge_when_pipeline_succeeds: true },
    });
  }
  await app.runJobs();
  await call('POST', `${at(one)}/discussions`, owner, { body: 'Why?' });
  await app.runJobs();
  expect(await carOf(project, one)).toMatchObject({ status: 'removed', removal_reason: { code: 'check_failed' } });
  expect((await call('PUT', `${at(one)}/merge`, developer, { auto_merge: true })).body).toMatchObject({
    merge_when_pipeline_succeeds: true,
  });
  expect(await carOf(project, one)).toMatchObject({ status: 'removed' });
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${two.iid}/widget.json`;
  expect((await server.inject({ url, headers: developer.headers })).json()).toMatchObject({
    auto_merge_enabled: true,
    auto_merge_strategy: 'merge_train',
    merge_trains_count: 1,
    merge_train_index: 0,
  });
  const query = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeTrains { nodes { targetBranch
    cars { count nodes { id index status mergeRequest { iid } } } } } mergeRequest(iid: $iid) {
    mergeTrainCar { index status } } } }`;
  const asked = await graphql(developer, query, { path: project.full_path, iid: String(two.iid) });
  const [train] = asked.data.project.mergeTrains.nodes;
  expect(train).toMatchObject({
    targetBranch: 'main',
    cars: { count: 1, nodes: [{ index: 0, status: 'FRESH', mergeRequest: { iid: String(two.iid) } }] },
  });
  expect(asked.data.project.mergeRequest.mergeTrainCar).toEqual({ index: 0, status: 'FRESH' });
  const trainPage = async (rest = '') => {
    const url = `/-/page/${project.full_path}/-/merge_trains${rest}`;
    return (await server.inject({ url, headers: developer.headers })).json().data;
  };
  expect(await trainPage()).toMatchObject({
    cars: [{ mergeRequest: { iid: two.iid }, summary: 'Is tested. If it passes, it is merged.' }],
    history: [{ mergeRequest: { iid: one.iid }, summary: expect.stringContaining('threads') }],
    historyPages: 1,
  });
  // Every one that left stays on a page of the history.
  const db = app.system.db;
  const left = db.selectFrom('train_cars').selectAll().where('merge_request_id', '=', one.id);
  const { id: leftId, ...values } = await left.executeTakeFirstOrThrow();
  const copies = Array.from({ length: 30 }, () => ({ ...values, created_at: new Date(0), ended_at: new Date(0) }));
  await db.insertInto('train_cars').values(copies).execute();
  expect((await trainPage()).history).toHaveLength(30);
  expect(await trainPage('?page=2')).toMatchObject({ historyPage: 2, historyPages: 2, history: [{ log: [] }] });
  await db.deleteFrom('train_cars').where('merge_request_id', '=', one.id).where('id', '!=', leftId).execute();
  const remove = 'mutation ($id: MergeTrainsCarID!) { mergeTrainsDeleteCar(input: { carId: $id }) { errors } }';
  const deleted = await graphql(developer, remove, { id: train.cars.nodes[0].id });
  expect(deleted.data.mergeTrainsDeleteCar).toEqual({ errors: [] });
  expect(await carOf(project, two)).toMatchObject({ removal_reason: { code: 'removed_by_user' } });
  await app.runJobs();
  expect((await jobsOf(project)).map(({ status }) => status)).not.toContain('pending');
  // A maintainer merges at once; the change of the train that was added again is tested on top of it.
  await call('POST', `/projects/${project.id}/merge_trains/merge_requests/${two.iid}`, developer);
  await app.runJobs();
  const three = await open(project, 'three', { three: '3' });
  await app.runJobs();
  expect((await call('PUT', `${at(three)}/merge`, owner)).status).toBe(200);
  await app.runJobs();
  await endTrainJob(project, two, 'success');
  expect((await reloadMergeRequest(app, two.id)).state).toBe('merged');
  const all = await call('GET', `/projects/${project.id}/merge_trains?scope=complete`, developer);
  expect(all.body).toMatchObject([{ merge_request: { iid: two.iid }, status: 'merged' }]);
  expect((await call('GET', `/projects/${project.id}/merge_trains/main?scope=active`, developer)).body).toEqual([]);
});

test.runIf(IS_FULL)('without a configuration the statuses of the head are awaited for the result', async () => {
  const project = await newProject({});
  const [tested, plain] = [await open(project, 'tested', { one: '1' }), await open(project, 'plain', { two: '2' })];
  await app.runJobs();
  const report = (sha: string, state: string) =>
    call('POST', `/projects/${project.id}/statuses/${sha}`, developer, { state, name: 'external' });
  expect((await report(tested.head_sha ?? '', 'success')).status).toBe(201);
  await app.runJobs();
  for (const row of [tested, plain]) {
    const at = `/projects/${project.id}/merge_trains/merge_requests/${row.iid}`;
    expect(await call('POST', at, developer)).toMatchObject({ status: 201 });
  }
  await app.runJobs();
  expect((await reloadMergeRequest(app, plain.id)).state).toBe('opened');
  const sha = (await project.repository.git('rev-parse', `refs/merge-requests/${tested.iid}/train`)).trim();
  expect((await report(sha, 'success')).status).toBe(201);
  await app.runJobs();
  expect(await reloadMergeRequest(app, tested.id)).toMatchObject({ state: 'merged', merged_commit_sha: sha });
  // Where nothing is reported there is nothing to wait for.
  expect((await reloadMergeRequest(app, plain.id)).state).toBe('merged');
});

const cancel = (project: BuiltProject, row: MergeRequestRow) =>
  call('POST', `/projects/${project.id}/merge_requests/${row.iid}/cancel_merge_when_pipeline_succeeds`, developer);

test.runIf(IS_FULL)('a test counts again for a day, and only for the same head and target', async () => {
  const project = await newProject({ '.gitlab-ci.yml': CONFIG });
  const [one, two] = [await open(project, 'one', { one: '1' }), await open(project, 'two', { two: '2' })];
  // With the same content as the train of the default branch behind its first car.
  await project.repository.git('update-ref', 'refs/heads/stable', one.head_sha ?? '');
  await app.runJobs();
  const add = async (row: MergeRequestRow) => {
    const at = `/projects/${project.id}/merge_trains/merge_requests/${row.iid}`;
    expect((await call('POST', at, developer)).status).toBe(201);
    await app.runJobs();
    return (await jobsOf(project)).length;
  };
  const again = async () => {
    expect((await cancel(project, two)).status).toBe(201);
    return add(two);
  };
  expect([await add(one), await add(two)]).toEqual([1, 2]);
  await endTrainJob(project, two, 'success');
  expect(await again()).toBe(2);
  app.clock.advance(25 * 3_600_000);
  expect(await again()).toBe(3);
  await endTrainJob(project, two, 'success');
  expect((await cancel(project, two)).status).toBe(201);
  const changed = { target_branch: 'stable' };
  expect((await call('PUT', `/projects/${project.id}/merge_requests/${two.iid}`, developer, changed)).status).toBe(200);
  await app.runJobs();
  expect(await add(two)).toBe(4);
  // What is merged is what was tested, whatever the database says.
  await app.system.db
    .updateTable('train_cars')
    .set({ tree_sha: '0'.repeat(40) })
    .where('merge_request_id', '=', two.id)
    .where('ended_at', 'is', null)
    .execute();
  await endTrainJob(project, two, 'success');
  expect(await carOf(project, two)).toMatchObject({ status: 'removed', removal_reason: { code: 'not_tested' } });
  const refused = app.system.db.selectFrom('audit_events').where('action', '=', 'merge_train.untested_refused');
  expect(await refused.select('target_id').execute()).toEqual([{ target_id: String(project.id) }]);
});

test.runIf(IS_FULL)('a train waits an hour for a manual job, and says which one', async () => {
  const ship = CONFIG.replace('unit:', 'ship:').replace('== "merge_train"', '== "merge_train"\n      when: manual');
  const project = await newProject({ '.gitlab-ci.yml': CONFIG + ship });
  const [one, two] = [await open(project, 'one', { one: '1' }), await open(project, 'two', { two: '2' })];
  await app.runJobs();
  for (const row of [one, two]) {
    await call('POST', `/projects/${project.id}/merge_trains/merge_requests/${row.iid}`, developer);
  }
  await app.runJobs();
  for (const job of (await jobsOf(project)).filter(({ status }) => status === 'pending')) await endJob(app, job.id);
  await app.runJobs();
  const server = await app.server();
  const page = await server.inject({ url: `/-/page/${project.full_path}/-/merge_trains`, headers: developer.headers });
  expect(page.json().data.cars[0].summary).toMatch(/^The pipeline waits for a user to start ship\./);
  app.clock.advance(3_660_000);
  await registeredJobs().get('advance-merge-trains')?.run(app.system, {});
  await app.runJobs();
  expect(await carOf(project, one)).toMatchObject({
    status: 'removed',
    removal_reason: { message: expect.stringMatching(/^Nobody started the manual job.*ship/) },
  });
  // Those behind are not kept: they are tested again, without those that left.
  expect((await jobsOf(project)).filter(({ requestId }) => requestId === two.id)).toHaveLength(4);
});

const add = (project: BuiltProject, row: MergeRequestRow) =>
  call('POST', `/projects/${project.id}/merge_trains/merge_requests/${row.iid}`, developer);

const LINEAR = [
  { method: 'ff', squash: false, merges: 0, commits: 4 },
  { method: 'rebase_merge', squash: true, merges: 3, commits: 6 },
  { method: 'ff', squash: true, merges: 0, commits: 3 },
  { method: 'rebase_merge', squash: false, merges: 3, commits: 7 },
];

test.each(LINEAR.slice(0, IS_FULL ? 4 : 1))(
  'a project that merges by $method (squash: $squash) has trains with that history',
  async (kind) => {
    const settings = { merge_method: kind.method, squash_option: kind.squash ? 'always' : 'never' };
    const project = await newProject({ '.gitlab-ci.yml': CONFIG }, settings);
    const one = await open(project, 'one', { one: '1' });
    await pushCommit(app, { project, branch: 'one', files: { more: 'more' }, by: developer });
    await age(one);
    const [two, three] = [await open(project, 'two', { two: '2' }), await open(project, 'three', { three: '3' })];
    const again = await open(project, 'again', { two: '2' });
    await app.runJobs();
    const rows = [await reloadMergeRequest(app, one.id), two, three];
    for (const row of [...rows, again]) expect(await add(project, row)).toMatchObject({ status: 201 });
    const start = await tipOf(project, 'main');
    await app.runJobs();
    // Behind those ahead of it, it has nothing of its own.
    if (!kind.squash) expect((await carOf(project, again)).status).toBe('stale');
    const tested = await jobsOf(project);
    for (const row of rows) await endTrainJob(project, row, 'success');
    if (kind.squash) {
      // New commits take it out at once.
      await pushCommit(app, { project, branch: 'again', files: { again: 'again' }, by: developer });
      await app.runJobs();
      expect(await carOf(project, again)).toMatchObject({ removal_reason: { code: 'source_changed' } });
    } else expect(await carOf(project, again)).toMatchObject({ removal_reason: { code: 'nothing_left' } });
    for (const [at, row] of rows.entries()) {
      expect(await reloadMergeRequest(app, row.id)).toMatchObject({
        state: 'merged',
        head_sha: row.head_sha,
        merged_commit_sha: tested[at]?.sha,
      });
    }
    const log = async (...args: string[]) => (await project.repository.git('log', '--format=%H', ...args)).trim();
    const list = async (...args: string[]) => (await log(`${start}..main`, ...args)).split('\n').filter(Boolean);
    expect((await list('--merges')).length).toBe(kind.merges);
    expect((await list()).length).toBe(kind.commits);
    // One line, or a line of merges whose second parent begins at the first.
    const parents = await project.repository.git('log', '--format=%P', '--first-parent', `${start}..main`);
    for (const line of parents.trim().split('\n')) {
      const [first, second] = line.split(' ');
      if (second) expect((await project.repository.git('merge-base', first ?? '', second)).trim()).toBe(first);
    }
    const files = await project.repository.git('ls-tree', '--name-only', 'main');
    expect(files.trim().split('\n')).toEqual(['.gitlab-ci.yml', 'a.txt', 'more', 'one', 'three', 'two']);
    // Past the train there is no fast-forward any more.
    const late = await call('PUT', `/projects/${project.id}/merge_requests/${again.iid}/merge`, owner);
    expect(late).toMatchObject({ status: 405, body: { message: expect.stringContaining('Rebase the source branch') } });
  },
);

test.runIf(IS_FULL)('what was made by other settings is made again before it is merged', async () => {
  const project = await newProject({ '.gitlab-ci.yml': CONFIG });
  const row = await open(project, 'one', { one: '1' });
  await app.runJobs();
  await add(project, row);
  await app.runJobs();
  expect((await carOf(project, row)).status).toBe('fresh');
  // The train goes on before it hears of the change.
  const change = { merge_method: 'ff', squash_option: 'always' } as const;
  await app.system.db.updateTable('projects').set(change).where('id', '=', project.id).execute();
  await endTrainJob(project, row, 'success');
  const { merge_commit_sha: merge, squash_commit_sha: squash, ...merged } = await reloadMergeRequest(app, row.id);
  expect([merged.state, merge, squash]).toEqual(['merged', null, await tipOf(project, 'main')]);
});

const STOPS = ['merge.moved', 'push.intent', 'merge.intent', 'merge.db_commit', 'merge.outbox', 'push.moved'];

test.each(STOPS.slice(0, IS_FULL ? 6 : 1))('a train that stops at %s goes on: each is merged once', async (point) => {
  const project = await newProject({}, { merge_method: 'rebase_merge' });
  const rows: MergeRequestRow[] = [];
  for (const name of ['one', 'two', 'three']) rows.push(await open(project, name, { [name]: name }));
  await app.runJobs();
  for (const row of rows) await add(project, row);
  armFailpoints(`${point}:2:throw`);
  const stopped = app.runJobs();
  // What fails when the branch has moved already is finished at once.
  if (point === 'push.moved') await stopped;
  else await expect(stopped).rejects.toThrow('failpoint');
  armFailpoints(undefined);
  await recoverPushIntents(app.system, { atStart: true });
  await recoverMergeIntents(app.system, { atStart: true });
  await registeredJobs().get('advance-merge-trains')?.run(app.system, {});
  await app.runJobs();
  for (const row of rows) {
    expect((await reloadMergeRequest(app, row.id)).state).toBe('merged');
    expect((await carOf(project, row)).status).toBe('merged');
  }
  const merges = await project.repository.git('log', '--merges', '--format=%s', 'main');
  expect(merges.trim().split('\n')).toHaveLength(3);
});
