import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { getProjectAccess } from '../projects/index.ts';
import { type BuiltProject, createProject } from '../projects/testing.ts';
import { createPipeline, type PipelineRequest } from './creation/create-pipeline.ts';
import { cancelJob, playJob, retryJob } from './operations/change-job.ts';
import { finishJob, type JobResult } from './processing/finish-job.ts';
import { startDelayedJob } from './processing/due-jobs.ts';
import { findJob, updateJob } from './store/job-store.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

/** A pipeline of this configuration, on a branch of its own. */
async function run(config: string, request: Partial<PipelineRequest> = {}, message = 'Change it') {
  project = await createProject(app, { owner: owner.user, files: { '.gitlab-ci.yml': config, 'a.txt': 'a\n' } });
  const head = (await project.repository.git('rev-parse', 'main')).trim();
  const sha = await project.repository.commit({ branch: 'main', parents: [head], files: { 'b.txt': 'b\n' }, message });
  const ctx = contextOf(app, owner);
  const access = await getProjectAccess(ctx, project.id);
  const outcome = await createPipeline(ctx, {
    access,
    ref: 'main',
    isTag: false,
    sha,
    beforeSha: head,
    source: 'push',
    savesErrors: true,
    heedsSkip: true,
    ...request,
  });
  return outcome.kind === 'created' ? outcome.pipeline : outcome;
}

async function pipelineId(): Promise<number> {
  const { id } = await app.system.db
    .selectFrom('ci_pipelines')
    .select('id')
    .where('project_id', '=', project.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

const jobRows = async () =>
  app.system.db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('pipeline_id', '=', await pipelineId())
    .where('is_retried', '=', false)
    .orderBy('id')
    .execute();

/** Statuses by name, and of the pipeline. */
async function statuses(): Promise<Record<string, string>> {
  const jobs = await jobRows();
  const { status } = await app.system.db
    .selectFrom('ci_pipelines')
    .select('status')
    .where('id', '=', await pipelineId())
    .executeTakeFirstOrThrow();
  return { ...Object.fromEntries(jobs.map((job) => [job.name, job.status])), pipeline: status };
}

async function jobNamed(name: string) {
  const job = (await jobRows()).find((each) => each.name === name);
  if (!job) throw new Error(`no job ${name}`);
  return job;
}

/** A runner takes the job and ends it. */
async function end(name: string, result: JobResult = { status: 'success' }): Promise<void> {
  const job = await jobNamed(name);
  await updateJob(app.system.db, job, { status: 'running', started_at: new Date() });
  await finishJob(app.system, job.id, result);
}

const THREE = `
stages: [build, test, deploy]
compile: { stage: build, script: make }
unit: { stage: test, script: make test }
lint: { stage: test, script: make lint, allow_failure: true }
ship: { stage: deploy, script: make ship, when: manual }
clean: { stage: deploy, script: make clean, when: always }
`;

test('stages run one after another; a job that may fail only warns; a manual one waits', async () => {
  await run(THREE);
  expect(await statuses()).toEqual({
    compile: 'pending',
    unit: 'created',
    lint: 'created',
    ship: 'created',
    clean: 'created',
    pipeline: 'pending',
  });
  await end('compile');
  expect(await statuses()).toMatchObject({ compile: 'success', unit: 'pending', lint: 'pending', pipeline: 'running' });
  await end('lint', { status: 'failed', failureReason: 'script_failure' });
  await end('unit');
  // A manual job without rules may be left alone.
  expect(await statuses()).toMatchObject({ ship: 'manual', clean: 'pending' });
  await end('clean');
  expect(await statuses()).toMatchObject({ ship: 'manual', pipeline: 'success' });
  const ship = await jobNamed('ship');
  await playJob(contextOf(app, owner), { projectId: project.id, jobId: ship.id });
  expect(await statuses()).toMatchObject({ ship: 'pending', pipeline: 'running' });
});

test('a failure skips what follows, and a retry brings it back', async () => {
  await run(THREE);
  await end('compile', { status: 'failed', failureReason: 'script_failure', exitCode: 2 });
  expect(await statuses()).toMatchObject({ compile: 'failed', unit: 'skipped', ship: 'skipped', clean: 'pending' });
  await end('clean');
  expect(await statuses()).toMatchObject({ pipeline: 'failed' });
  const failed = await jobNamed('compile');
  const added = await retryJob(contextOf(app, owner), { projectId: project.id, jobId: failed.id });
  expect(added.id).not.toBe(failed.id);
  expect(await statuses()).toMatchObject({ compile: 'pending', unit: 'created', ship: 'created', pipeline: 'running' });
  await end('compile');
  expect(await statuses()).toMatchObject({ unit: 'pending' });
  // A second result of the job that was replaced changes nothing.
  expect(await finishJob(app.system, failed.id, { status: 'success' })).toBeUndefined();
});

test('needs start a job before its stage, and a skipped need skips it', async () => {
  await run(`
stages: [build, test]
a: { stage: build, script: a }
b: { stage: build, script: b }
after-a: { stage: test, script: x, needs: [a] }
after-b: { stage: test, script: x, needs: [b] }
free: { stage: test, script: x, needs: [] }
last: { stage: test, script: x, needs: [after-b] }
`);
  expect(await statuses()).toMatchObject({ a: 'pending', free: 'pending', 'after-a': 'created' });
  await end('a');
  await end('b', { status: 'failed', failureReason: 'script_failure' });
  expect(await statuses()).toMatchObject({ 'after-a': 'pending', 'after-b': 'skipped', last: 'skipped' });
});

test('retries of the configuration, allowed exit codes and delays', async () => {
  await run(`
flaky: { script: x, retry: { max: 1, when: runner_system_failure } }
code: { script: x, allow_failure: { exit_codes: [3] } }
late: { script: x, when: delayed, start_in: 1 minute }
`);
  await end('flaky', { status: 'failed', failureReason: 'runner_system_failure' });
  expect(await statuses()).toMatchObject({ flaky: 'pending', late: 'scheduled' });
  await end('flaky', { status: 'failed', failureReason: 'runner_system_failure' });
  expect(await statuses()).toMatchObject({ flaky: 'failed' });
  await end('code', { status: 'failed', failureReason: 'script_failure', exitCode: 3 });
  expect((await jobNamed('code')).allow_failure).toBe(true);
  await app.system.db
    .updateTable('ci_jobs')
    .set({ scheduled_at: new Date(0) })
    .where('name', '=', 'late')
    .execute();
  await startDelayedJob.run(app.system, {});
  expect(await statuses()).toMatchObject({ late: 'pending' });
});

test('one job of a resource group runs at a time', async () => {
  await run(`
one: { script: x, resource_group: production }
two: { script: x, resource_group: production }
`);
  expect(await statuses()).toMatchObject({ one: 'pending', two: 'waiting_for_resource' });
  const upcoming = `/api/v4/projects/${project.id}/resource_groups/production/upcoming_jobs`;
  const waiting = await (await app.server()).inject({ url: upcoming, headers: owner.headers });
  expect(waiting.json()).toMatchObject([{ name: 'two', status: 'waiting_for_resource' }]);
  await end('one');
  expect(await statuses()).toMatchObject({ one: 'success', two: 'pending' });

  // Which of the pipelines that wait is next is set by the API.
  const server = await app.server();
  const at = `/api/v4/projects/${project.id}/resource_groups`;
  const change = (payload: object, headers = owner.headers) =>
    server.inject({ method: 'PUT', url: `${at}/production`, headers, payload });
  expect((await change({ process_mode: 'newest_first' })).json()).toMatchObject({
    key: 'production',
    process_mode: 'newest_first',
  });
  expect((await change({ process_mode: 'random' })).statusCode).toBe(400);
  expect((await change({}, (await createUser(app)).headers)).statusCode).toBe(403);
  const [older, newer] = [await another(), await another()];
  await finishWaiting(older.first);
  const ends = app.system.db.selectFrom('ci_jobs').select('status').where('resource_group', '=', 'production');
  expect(await ends.where('pipeline_id', '=', newer.id).where('status', '=', 'pending').execute()).toHaveLength(1);
  expect(await ends.where('pipeline_id', '=', older.id).where('status', '=', 'pending').execute()).toHaveLength(0);
  const listed = await server.inject({ url: at, headers: owner.headers });
  expect(listed.json()).toMatchObject([{ key: 'production', process_mode: 'newest_first' }]);
});

/** Another pipeline of the same commit; with the job that holds its resource group. */
async function another() {
  const holder = app.system.db.selectFrom('ci_jobs').select('id').where('project_id', '=', project.id);
  const { id: first } = await holder.where('status', '=', 'pending').executeTakeFirstOrThrow();
  const ctx = contextOf(app, owner);
  const sha = (await project.repository.git('rev-parse', 'main')).trim();
  const access = await getProjectAccess(ctx, project.id);
  const request = { access, ref: 'main', isTag: false, sha, source: 'schedule' as const };
  const outcome = await createPipeline(ctx, { ...request, savesErrors: false, heedsSkip: false });
  if (outcome.kind !== 'created') throw new Error(`no pipeline was created: ${outcome.kind}`);
  return { id: outcome.pipeline.id, first };
}

async function finishWaiting(id: number): Promise<void> {
  const job = await findJob(app.system.db, id);
  if (job) await updateJob(app.system.db, job, { status: 'running' });
  await finishJob(app.system, id, { status: 'success' });
}

test('mistakes, [skip ci], workflow rules and a missing file', async () => {
  expect(await run('a: { script: x, scrip: x }')).toMatchObject({
    status: 'failed',
    yaml_errors: expect.stringContaining('unknown keys: scrip'),
  });
  expect(await run('a: { script: x, scrip: x }', { savesErrors: false })).toMatchObject({ kind: 'invalid' });
  expect(await run('a: { script: x }', {}, 'Change it [skip ci]')).toMatchObject({ status: 'skipped' });
  expect(await run('workflow: { rules: [{ when: never }] }\na: { script: x }')).toMatchObject({ kind: 'none' });
  const rules = 'a: { script: x, rules: [{ changes: [b.txt] }] }\nb: { script: x, rules: [{ changes: [c.txt] }] }';
  await run(rules);
  expect(Object.keys(await statuses())).toEqual(['a', 'pipeline']);
});

test('includes and comparisons take branches by name, and no commit that nobody may see', async () => {
  const config = 'a: { script: x }';
  const library = await createProject(app, { owner: owner.user, files: { 'ci.yml': config } });
  const { repository, full_path: path } = library;
  await repository.git('branch', 'stable', 'main');
  const hidden = await repository.commit({ branch: 'gone', files: { 'ci.yml': 'secret: { script: x }' } });
  await repository.git('update-ref', '-d', 'refs/heads/gone');
  const include = (ref: string) => `include: [{ project: ${path}, ref: ${ref}, file: ci.yml }]`;
  const unchanged = 'b: { script: x, rules: [{ changes: { paths: [b.txt], compare_to: main } }] }';
  await run(`${include('stable')}\n${unchanged}`);
  expect(Object.keys(await statuses())).toEqual(['a', 'pipeline']);
  expect(await run(include(hidden))).toMatchObject({ status: 'failed' });
});

test('a newer commit cancels what has not started, and canceling waits for the runner', async () => {
  await run('a: { script: x }');
  const first = await pipelineId();
  const ctx = contextOf(app, owner);
  const access = await getProjectAccess(ctx, project.id);
  const head = (await project.repository.git('rev-parse', 'main')).trim();
  const sha = await project.repository.commit({ branch: 'main', parents: [head], files: { 'c.txt': 'c\n' } });
  const request = { access, ref: 'main', isTag: false, sha, beforeSha: head, source: 'push' } as const;
  await createPipeline(ctx, { ...request, savesErrors: true, heedsSkip: true });
  const rows = await app.system.db
    .selectFrom('ci_pipelines')
    .select(['id', 'status'])
    .where('project_id', '=', project.id)
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([{ id: first, status: 'canceled' }, { status: 'pending' }]);
  const job = await jobNamed('a');
  await updateJob(app.system.db, job, { status: 'running', started_at: new Date() });
  await cancelJob(ctx, { projectId: project.id, jobId: job.id });
  expect(await statuses()).toEqual({ a: 'canceling', pipeline: 'canceling' });
  await finishJob(app.system, job.id, { status: 'failed', failureReason: 'job_canceled' });
  expect(await statuses()).toEqual({ a: 'canceled', pipeline: 'canceled' });
});
