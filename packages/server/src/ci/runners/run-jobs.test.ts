import type { FastifyInstance } from 'fastify';
import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { verifyEverything } from '../../platform/verification.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { endOverdueJobs } from '../processing/due-jobs.ts';
import { deleteOldPipelines } from '../processing/delete-old-pipelines.ts';
import { listOldPipelines } from '../store/pipeline-store.ts';
import { removeObjects } from '../traces/jobs/seal-traces.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

const run = promisify(execFile);
let app: TestApp;
let server: FastifyInstance;
let origin: string;
let owner: TestUser;
let outsider: TestUser;
let runner: string;

const payloadShape = z.looseObject({
  id: z.number(),
  token: z.string(),
  job_info: z.looseObject({ name: z.string(), project_id: z.number() }),
  git_info: z.looseObject({ repo_url: z.string(), sha: z.string(), refspecs: z.array(z.string()) }),
  variables: z.array(z.looseObject({ key: z.string(), value: z.string(), masked: z.boolean(), file: z.boolean() })),
  steps: z.array(z.looseObject({ name: z.string(), script: z.array(z.string()) })),
  cache: z.array(z.looseObject({ key: z.string() })),
  artifacts: z.array(z.looseObject({ artifact_type: z.string(), artifact_format: z.string() })),
  dependencies: z.array(z.looseObject({ id: z.number(), token: z.string() })),
});
type Payload = z.output<typeof payloadShape>;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  origin = await app.listen();
  [owner, outsider] = [await createUser(app), await createUser(app)];
  runner = await newRunner(await rootUser(app), { runner_type: 'instance_type' });
});
afterAll(() => app.close());

const api = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, by: TestUser | null, payload?: object) =>
  server.inject({ method, url: `/api/v4${url}`, ...(by && { headers: by.headers }), ...(payload && { payload }) });

async function newRunner(by: TestUser, fields: object): Promise<string> {
  return z.object({ token: z.string() }).parse((await api('POST', '/user/runners', by, fields)).json()).token;
}

/** A project whose push of this configuration has made a pipeline. */
async function pushed(config: string): Promise<BuiltProject> {
  const project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'a\n' } });
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: config }];
  const commit = { branch: 'main', commit_message: 'Build it', actions };
  const answer = await api('POST', `/projects/${project.id}/repository/commits`, owner, commit);
  expect(answer.statusCode, answer.body).toBe(201);
  await app.runJobs();
  return project;
}

async function request(token = runner, more: object = {}): Promise<Payload | undefined> {
  const answer = await api('POST', '/jobs/request', null, { token, system_id: 's_1', ...more });
  if (answer.statusCode === 204) return undefined;
  expect(answer.statusCode, answer.body).toBe(201);
  return payloadShape.parse(answer.json());
}

async function take(token = runner): Promise<Payload> {
  const job = await request(token);
  if (!job) throw new Error('there was no job');
  return job;
}

const append = (job: Pick<Payload, 'id' | 'token'>, text: string | Buffer, range: string) =>
  server.inject({
    method: 'PATCH',
    url: `/api/v4/jobs/${job.id}/trace`,
    headers: { 'job-token': job.token, 'content-range': range, 'content-type': 'text/plain' },
    payload: text,
  });

const update = (job: Pick<Payload, 'id' | 'token'>, fields: object) =>
  api('PUT', `/jobs/${job.id}`, null, { token: job.token, ...fields });

const finish = (job: Payload, state: 'success' | 'failed' = 'success') => update(job, { state });

async function logOf(project: BuiltProject, jobId: number, by = owner) {
  return api('GET', `/projects/${project.id}/jobs/${jobId}/trace`, by);
}

const CONFIG = `
variables: { GREETING: hello }
stages: [build, test]
compile:
  stage: build
  image: busybox:1
  before_script: [echo start]
  script: [make, make check]
  after_script: [echo end]
  coverage: '/Total: (\\d+\\.\\d+)%/'
  cache: { key: { files: [a.txt] }, paths: [node_modules/] }
  artifacts:
    paths: [out/]
    expire_in: 1 day
    reports: { junit: report.xml }
unit: { stage: test, script: make test }
`;

test('a push runs jobs: payload, clone, log, result, and the next stage', async () => {
  const project = await pushed(CONFIG);
  await api('POST', `/projects/${project.id}/variables`, owner, {
    key: 'PASSWORD',
    value: 'hunter2-and-more',
    masked: true,
  });
  const job = await take();
  expect(job).toMatchObject({
    job_info: { name: 'compile', stage: 'build', project_id: project.id, project_full_path: project.full_path },
    git_info: { ref: 'main', ref_type: 'branch', depth: 20, protected: expect.any(Boolean) },
    runner_info: { timeout: 3_600 },
    image: { name: 'busybox:1' },
    steps: [
      { name: 'script', script: ['echo start', 'make', 'make check'], when: 'on_success' },
      { name: 'after_script', script: ['echo end'], when: 'always', allow_failure: true },
    ],
    artifacts: [
      { artifact_type: 'archive', artifact_format: 'zip', paths: ['out/'], expire_in: '1 day' },
      { artifact_type: 'junit', artifact_format: 'gzip', when: 'always' },
    ],
    dependencies: [],
  });
  expect(job.cache[0]?.key).toMatch(/^[0-9a-f]{40}-/);
  const values = new Map(job.variables.map((variable) => [variable.key, variable]));
  expect(values.get('CI_JOB_ID')?.value).toBe(String(job.id));
  expect(values.get('GREETING')?.value).toBe('hello');
  expect(values.get('PASSWORD')).toMatchObject({ value: 'hunter2-and-more', masked: true, public: false });
  expect(values.get('CI_JOB_TOKEN')).toMatchObject({ value: job.token, masked: true });
  expect(values.get('CI_COMMIT_SHA')?.value).toBe(job.git_info.sha);
  expect(values.get('CI_JOB_IMAGE')?.value).toBe('busybox:1');
  expect(values.get('CI_DEFAULT_BRANCH_SLUG')?.value).toBe('main');
  expect(values.has('CI_PIPELINE_TRIGGERED')).toBe(false);

  // The token clones the project, pushes nothing, and reads no other project.
  const folder = path.join(app.dataDir, `clone-${job.id}`);
  const url = job.git_info.repo_url;
  expect(new URL(url).username).toBe('gitlab-ci-token');
  await run('git', ['init', '-q', folder]);
  await run('git', ['-C', folder, 'fetch', '-q', '--depth', '20', url, ...job.git_info.refspecs]);
  expect((await run('git', ['-C', folder, 'rev-parse', 'FETCH_HEAD'])).stdout.trim()).toBe(job.git_info.sha);
  await expect(run('git', ['-C', folder, 'push', url, 'FETCH_HEAD:refs/heads/x'])).rejects.toThrow(
    /403|denied|not allowed/i,
  );
  const other = await createProject(app, { owner: owner.user, visibility: 'private', files: { b: '1' } });
  await expect(run('git', ['ls-remote', url.replace(project.full_path, other.full_path)])).rejects.toThrow(
    /not found|403/i,
  );
  // Until the other project allows it: by name, by a group, or all; what everyone may see needs no permission.
  const otherUrl = url.replace(project.full_path, other.full_path);
  const reach = () =>
    run('git', ['ls-remote', otherUrl]).then(
      () => true,
      () => false,
    );
  const scope = `/projects/${other.id}/job_token_scope`;
  const target = { target_project_id: project.id };
  expect((await api('POST', `${scope}/allowlist`, outsider, target)).statusCode).toBe(404);
  expect((await api('POST', `${scope}/allowlist`, owner, target)).json()).toEqual({
    source_project_id: other.id,
    ...target,
  });
  expect((await api('POST', `${scope}/allowlist`, owner, target)).statusCode).toBe(400);
  expect((await api('GET', `${scope}/allowlist`, owner)).json()).toMatchObject([{ id: other.id }, { id: project.id }]);
  expect(await reach()).toBe(true);
  expect((await api('DELETE', `${scope}/allowlist/${project.id}`, owner)).statusCode).toBe(204);
  expect(await reach()).toBe(false);
  expect((await api('PATCH', scope, owner, { enabled: false })).statusCode).toBe(204);
  expect((await api('GET', scope, owner)).json()).toEqual({ inbound_enabled: false, outbound_enabled: false });
  expect(await reach()).toBe(true);
  const trigger = () => api('POST', `/projects/${other.id}/trigger/pipeline`, null, { token: job.token, ref: 'main' });
  // Allowed, but it has no configuration.
  expect((await trigger()).statusCode).toBe(400);
  expect((await api('PATCH', scope, owner, { enabled: true })).statusCode).toBe(204);
  expect((await trigger()).statusCode).toBe(404);
  const group = await createGroup(app, { owner: owner.user });
  expect((await api('POST', `${scope}/groups_allowlist`, owner, { target_group_id: group.id })).statusCode).toBe(201);
  expect((await api('GET', `${scope}/groups_allowlist`, owner)).json()).toMatchObject([{ id: group.id }]);
  expect(await reach()).toBe(false);
  expect((await api('PUT', `/projects/${project.id}/transfer`, owner, { namespace: group.id })).statusCode).toBe(200);
  expect(await reach()).toBe(true);
  expect((await api('DELETE', `${scope}/groups_allowlist/${group.id}`, owner)).statusCode).toBe(204);
  expect(await reach()).toBe(false);
  const open = await createProject(app, { owner: owner.user, visibility: 'public', files: { b: '1' } });
  await run('git', ['ls-remote', url.replace(project.full_path, open.full_path)]);
  const headers = { 'job-token': job.token };
  const own = await server.inject({ url: '/api/v4/job', headers });
  expect([own.statusCode, own.json()]).toEqual([200, expect.objectContaining({ id: job.id, status: 'running' })]);
  expect((await api('GET', '/job', owner)).statusCode).toBe(403);
  for (const path_ of ['/user', `/projects/${project.id}`, `/projects/${project.id}/jobs`]) {
    expect((await server.inject({ url: `/api/v4${path_}`, headers })).statusCode, path_).toBe(403);
  }

  const text = 'Total: 12.5%\npassword hunter2-and-more\nTotal: 81.25%\n';
  const [first, second] = [text.slice(0, 30), text.slice(30)];
  const started = await append(job, first, `0-${first.length - 1}`);
  expect(started.statusCode, started.body).toBe(202);
  expect(started.headers).toMatchObject({ 'job-status': 'running', range: `0-${first.length}` });
  // The beginning of a secret is not there before it is known what follows.
  expect((await logOf(project, job.id)).body).toBe('Total: 12.5%\npassword ');
  expect((await append(job, second, `${first.length}-${text.length - 1}`)).statusCode).toBe(202);
  const again = await append(job, second, `${first.length}-${text.length - 1}`);
  expect([again.statusCode, again.headers['range']]).toEqual([416, `0-${text.length}`]);
  expect((await append(job, 'x', `${text.length + 5}-${text.length + 5}`)).statusCode).toBe(416);
  expect((await append(job, 'x', '')).statusCode).toBe(400);
  expect((await append({ ...job, token: `${job.token}x` }, 'x', `${text.length}-${text.length}`)).statusCode).toBe(403);
  const masked = text.replace('hunter2-and-more', '*'.repeat(16));
  expect((await logOf(project, job.id)).body).toBe(masked);
  expect((await logOf(project, job.id, outsider)).statusCode).toBe(404);

  expect((await update(job, { state: 'running' })).statusCode).toBe(200);
  const output = (bytesize: number) => ({ output: { checksum: `crc32:${crc32(text).toString(16)}`, bytesize } });
  expect((await update(job, { state: 'success', ...output(text.length + 1) })).statusCode).toBe(412);
  const done = await update(job, { state: 'success', ...output(text.length) });
  expect([done.statusCode, done.headers['job-status']]).toEqual([200, 'success']);
  // Its token is dead, and a second result changes nothing.
  expect((await update(job, { state: 'failed' })).statusCode).toBe(403);
  // A runner that missed the answers gets them again.
  expect((await update(job, { state: 'success', ...output(text.length) })).statusCode).toBe(200);
  expect((await append(job, second, `${first.length}-${text.length - 1}`)).statusCode).toBe(202);
  expect((await append(job, 'x', `${text.length}-${text.length}`)).statusCode).toBe(403);
  await expect(run('git', ['ls-remote', url])).rejects.toThrow(/denied|Authentication/i);
  await app.runJobs();
  expect((await logOf(project, job.id)).body).toBe(masked);
  expect(
    (await api('GET', `/projects/${project.id}/jobs/${job.id}/trace?byte_offset=7&byte_limit=4`, owner)).body,
  ).toBe('12.5');
  const shown = (await api('GET', `/projects/${project.id}/jobs/${job.id}`, owner)).json();
  expect(shown).toMatchObject({ status: 'success', coverage: 81.25 });

  const next = await take();
  expect(next.job_info.name).toBe('unit');
  await update(next, { state: 'failed', failure_reason: 'script_failure', exit_code: 3 });
  const [pipeline] = (await api('GET', `/projects/${project.id}/pipelines`, owner)).json();
  expect(pipeline.status).toBe('failed');
  expect((await api('POST', `/projects/${project.id}/jobs/${job.id}/erase`, owner)).statusCode).toBe(201);
  expect((await logOf(project, job.id)).body).toBe('');
});

test('of many runners that ask at once each job has one', async () => {
  await pushed(`a: { script: x, parallel: 5 }`);
  const taken = await Promise.all(Array.from({ length: 50 }, () => request()));
  const ids = taken.flatMap((job) => job?.id ?? []);
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(5);
  // The runner of one is silent, another one takes longer than it may; runners are told once they come again.
  const [silent, long] = taken.flatMap((job) => job ?? []);
  if (!silent || !long) throw new Error('no job was taken');
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const jobs = app.system.db.updateTable('ci_jobs');
  await jobs
    .set({ updated_at: ago(31) })
    .where('id', '=', silent.id)
    .execute();
  await jobs
    .set({ started_at: ago(62) })
    .where('id', '=', long.id)
    .execute();
  await endOverdueJobs.run(app.system, {});
  const reasonOf = async ({ id, job_info: { project_id: projectId } }: Payload) =>
    (await api('GET', `/projects/${projectId}/jobs/${id}`, owner)).json().failure_reason;
  expect([await reasonOf(silent), await reasonOf(long)]).toEqual(['stuck_or_timeout_failure', 'job_execution_timeout']);
  expect((await append(silent, 'x', '0-0')).statusCode).toBe(403);
  for (const job of taken) if (job && job !== silent && job !== long) await finish(job);
});

test('tags, protection, pause, scope and fairness decide who gets a job', async () => {
  const project = await pushed(`
tagged: { script: x, tags: [gpu], cache: { key: deps-protected, fallback_keys: [old-protected], paths: [x] } }
plain: { script: x, cache: [{ key: deps, paths: [x] }, { key: deps, unprotect: true, fallback_keys: [old], paths: [x] }] }
`);
  await app.system.db.updateTable('ci_jobs').set({ is_protected: false }).where('name', '=', 'tagged').execute();
  const own = { runner_type: 'project_type', project_id: project.id };
  const elsewhere = await createProject(app, { owner: owner.user });
  const foreign = await newRunner(owner, { runner_type: 'project_type', project_id: elsewhere.id });
  const gpu = await newRunner(owner, { ...own, tag_list: 'gpu,fast', run_untagged: false });
  const paused = await newRunner(owner, { ...own, paused: true });
  const careful = await newRunner(owner, { ...own, access_level: 'ref_protected', maximum_timeout: 600 });
  expect(await request(foreign)).toBeUndefined();
  expect(await request(paused)).toBeUndefined();
  const tagged = await take(gpu);
  // No key that an unprotected job chooses is that of a protected one.
  expect(tagged).toMatchObject({
    job_info: { name: 'tagged' },
    cache: [{ key: 'deps-protected-non_protected', fallback_keys: ['old-protected-non_protected'] }],
  });
  expect(await request(gpu)).toBeUndefined();
  await app.system.db.updateTable('ci_jobs').set({ is_protected: false }).where('status', '=', 'pending').execute();
  expect(await request(careful)).toBeUndefined();
  await app.system.db.updateTable('ci_jobs').set({ is_protected: true }).where('status', '=', 'pending').execute();
  const plain = await take(careful);
  expect(plain).toMatchObject({ job_info: { name: 'plain' }, runner_info: { timeout: 600 } });
  expect(plain.cache).toMatchObject([
    { key: 'deps-protected' },
    { key: 'deps-non_protected', fallback_keys: ['old-non_protected'] },
  ]);
  await Promise.all([finish(tagged), finish(plain)]);

  // A project that keeps runners of the instance busy waits for one that does not.
  const busy = await pushed(`a: { script: x, parallel: 3 }`);
  const calm = await pushed(`b: { script: x }`);
  const order = [await take(), await take(), await take()];
  expect(order.map((job) => job.job_info.project_id)).toEqual([busy.id, calm.id, busy.id]);
  for (const job of [...order, await take()]) await finish(job);
  expect((await api('POST', '/jobs/request', null, { token: 'glrt-wrong' })).statusCode).toBe(403);
});

test('a runner that waits is woken by a job, and is told when it is canceled', async () => {
  const first = await api('POST', '/jobs/request', null, { token: runner, system_id: 's_1' });
  expect(first.statusCode).toBe(204);
  const cursor = String(first.headers['x-gitlab-last-update']);
  const waiting = fetch(`${origin}/api/v4/jobs/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: runner, system_id: 's_1', last_update: cursor }),
  });
  const project = await pushed(`slow: { script: sleep 60 }`);
  const answer = await waiting;
  expect(answer.status).toBe(201);
  const job = payloadShape.parse(await answer.json());
  expect((await api('POST', `/projects/${project.id}/jobs/${job.id}/cancel`, owner)).statusCode).toBe(201);
  const told = await append(job, 'a', '0-0');
  expect([told.statusCode, told.headers['job-status']]).toEqual([202, 'canceling']);
  const ended = await update(job, { state: 'failed', failure_reason: 'script_failure' });
  expect([ended.statusCode, ended.headers['job-status']]).toEqual([200, 'canceled']);
  await app.runJobs();
  const sealed = app.system.db.selectFrom('ci_job_traces').select('object_name').where('job_id', '=', job.id);
  expect((await sealed.executeTakeFirst())?.object_name).toMatch(/-[0-9a-f]{24}\.log$/);
});

test.runIf(IS_FULL)('a runner gets the next of several waiting jobs at once', async () => {
  const ask = (cursor: unknown) =>
    api('POST', '/jobs/request', null, { token: runner, system_id: 's_1', last_update: cursor });
  const idle = await api('POST', '/jobs/request', null, { token: runner, system_id: 's_1' });
  await pushed('a: { script: x }\nb: { script: x }');
  const first = await ask(idle.headers['x-gitlab-last-update']);
  expect([first.statusCode, first.headers['x-gitlab-last-update']]).toEqual([201, undefined]);
  // Runners go on with the last cursor that they were given, or with none.
  const second = await ask(idle.headers['x-gitlab-last-update']);
  expect(second.statusCode).toBe(201);
  for (const answer of [first, second]) await finish(payloadShape.parse(answer.json()));
});

test('a runner that gets another token, or is removed, while it waits is refused at once', async () => {
  const project = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: '1' } });
  const created = await api('POST', '/user/runners', owner, { runner_type: 'project_type', project_id: project.id });
  const { id, token } = z.object({ id: z.number(), token: z.string() }).parse(created.json());
  const waitWith = async (by: string) => {
    let cursor: unknown;
    // The second time it is known, and waits without being read.
    for (let round = 0; round < 2; round++) {
      const idle = await api('POST', '/jobs/request', null, { token: by });
      cursor = idle.headers['x-gitlab-last-update'];
    }
    const waiting = fetch(`${origin}/api/v4/jobs/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: by, last_update: cursor }),
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return waiting;
  };
  const first = waitWith(token);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const reset = await api('POST', `/runners/${id}/reset_authentication_token`, owner);
  expect((await first).status).toBe(403);
  expect((await api('POST', '/jobs/request', null, { token, last_update: 'x' })).statusCode).toBe(403);
  const second = waitWith(z.object({ token: z.string() }).parse(reset.json()).token);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await api('DELETE', `/runners/${id}`, owner)).statusCode).toBe(204);
  expect((await second).status).toBe(403);
});

test('a job ends with the account of its user, and a runner that is gone does not uncover its secrets', async () => {
  const user = await createUser(app);
  const project = await pushed('a: { script: x }\nb: { script: x }');
  const secret = { key: 'PASSWORD', value: 'hunter2-and-more', masked: true };
  await api('POST', `/projects/${project.id}/variables`, owner, secret);
  const [first, second] = [await take(), await take()];
  const jobs = app.system.db.updateTable('ci_jobs');
  await jobs.set({ runner_id: null }).where('id', '=', first.id).execute();
  const text = `login ${secret.value} and ${secret.value}${secret.value}\nhunter2-\n`;
  for (let at = 0; at < text.length; at += 13) {
    const piece = text.slice(at, at + 13);
    // Sent twice at once, it is appended once.
    const twice = [
      append(first, piece, `${at}-${at + piece.length - 1}`),
      append(first, piece, `${at}-${at + piece.length - 1}`),
    ];
    const statuses = (await Promise.all(twice)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 416]);
    const seen = (await logOf(project, first.id)).body;
    expect(seen.replace('\nhunter2-\n', '')).not.toContain('hun');
  }
  const masked = text.replaceAll(secret.value, '*'.repeat(16));
  expect((await logOf(project, first.id)).body).toBe(masked);
  const problems = async () => (await verifyEverything(app.system)).flatMap((result) => result.problems);
  expect(await problems()).toEqual([]);
  await app.system.db.updateTable('ci_job_traces').set({ stored_bytes: 7 }).where('job_id', '=', first.id).execute();
  expect(await problems()).toMatchObject([
    { what: `job ${first.id}`, problem: `its log has ${text.length} of 7 bytes` },
  ]);
  await finish(first);
  await jobs.set({ user_id: user.user.id }).where('id', '=', second.id).execute();
  await app.system.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', user.user.id).execute();
  expect((await append(second, 'x', '0-0')).statusCode).toBe(403);
  const shown = (await api('GET', `/projects/${project.id}/jobs/${second.id}`, owner)).json();
  expect(shown).toMatchObject({ status: 'failed', failure_reason: 'user_blocked' });
});

test('a job proves what it is with ID tokens that others verify', async () => {
  const project = await pushed(
    'a: { script: x, id_tokens: { VAULT: { aud: "https://vault.example.org/$CI_PROJECT_ID" } } }',
  );
  const job = await take();
  const token = job.variables.find(({ key }) => key === 'VAULT');
  expect(token).toMatchObject({ masked: true, public: false });
  const [head = '', body = '', signature = ''] = (token?.value ?? '').split('.');
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  const found = await fetch(`${origin}/.well-known/openid-configuration`);
  const { issuer, jwks_uri: address } = z
    .object({ issuer: z.string(), jwks_uri: z.string() })
    .parse(await found.json());
  expect(address).toBe(`${issuer}/oauth/discovery/keys`);
  const listed = z.object({ keys: z.array(z.record(z.string(), z.string())) });
  const { keys } = listed.parse(await (await fetch(`${origin}/oauth/discovery/keys`)).json());
  const key = keys.find(({ kid }) => kid === decode(head)['kid']);
  expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256' });
  expect(key).not.toHaveProperty('d');
  const publicKey = createPublicKey({ key: key ?? {}, format: 'jwk' });
  const isSigned = verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'));
  expect(isSigned).toBe(true);
  expect(decode(body)).toMatchObject({
    iss: issuer,
    aud: `https://vault.example.org/${project.id}`,
    sub: `project_path:${project.full_path}:ref_type:branch:ref:main`,
    project_id: String(project.id),
    job_id: String(job.id),
    ref_path: 'refs/heads/main',
    user_login: owner.user.username,
    user_access_level: 'owner',
    pipeline_source: 'push',
  });
  await finish(job);
});

test('the settings of a project decide where its configuration is, how its jobs run and who sees their logs', async () => {
  const project = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
  const path = `/projects/${project.id}`;
  const settings = {
    ci_config_path: 'ci/main.yml',
    build_timeout: 1_200,
    build_git_strategy: 'clone',
    ci_default_git_depth: 0,
    ci_separated_caches: false,
    ci_delete_pipelines_in_seconds: 86_400,
    auto_cancel_pending_pipelines: 'disabled',
    public_builds: false,
    shared_runners_enabled: false,
  };
  for (const wrong of ['/ci.yml', '../ci.yml', 'ci.txt', 'https://example.com/ci.yml']) {
    expect((await api('PUT', path, owner, { ci_config_path: wrong })).statusCode, wrong).toBe(400);
  }
  expect((await api('PUT', path, owner, { build_timeout: 10 })).statusCode).toBe(400);
  const { public_builds: isPublic, ...same } = settings;
  expect((await api('PUT', path, owner, settings)).json()).toMatchObject({ ...same, public_jobs: isPublic });
  const content = 'unit: { script: make, interruptible: true, cache: { key: all, paths: [x] } }\n';
  const push = async (action: string) => {
    const actions = [{ action, file_path: 'ci/main.yml', content: `${content}# ${action}\n` }];
    const commit = { branch: 'main', commit_message: 'Build', actions };
    expect((await api('POST', `${path}/repository/commits`, owner, commit)).statusCode).toBe(201);
    await app.runJobs();
  };
  await push('create');
  await push('update');
  const statuses = (await api('GET', `${path}/pipelines`, owner)).json().map((row: { status: string }) => row.status);
  expect(statuses).toEqual(['pending', 'pending']);
  expect(await request()).toBeUndefined();
  await api('PUT', path, owner, { shared_runners_enabled: true });
  const clear = (by: TestUser) =>
    server.inject({ method: 'POST', url: `/${project.full_path}/-/settings/ci_cd/reset_cache`, headers: by.headers });
  expect((await clear(outsider)).statusCode).toBe(403);
  expect((await clear(owner)).statusCode).toBeLessThan(300);
  const job = await take();
  expect(job).toMatchObject({
    allow_git_fetch: false,
    git_info: { depth: 0 },
    runner_info: { timeout: 1_200 },
    cache: [{ key: 'all-1' }],
  });
  await append(job, 'secret plans', '0-11');
  await finish(job);
  const guest = await createUser(app);
  expect((await logOf(project, job.id, guest)).statusCode).toBe(404);
  expect((await logOf(project, job.id)).body).toBe('secret plans');
  await api('PUT', path, owner, { public_jobs: true });
  expect((await logOf(project, job.id, guest)).body).toBe('secret plans');

  // What has ended and is older than a day goes, with its log.
  await app.runJobs();
  const logs = app.system.db.selectFrom('ci_job_traces').select('object_name').where('job_id', '=', job.id);
  const { object_name: name } = await logs.executeTakeFirstOrThrow();
  expect(await app.platform.storage.get(name ?? '')).toBeDefined();
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const pipelines = app.system.db.updateTable('ci_pipelines').where('project_id', '=', project.id);
  const another = await api('POST', `${path}/pipeline`, owner, { ref: 'main' });
  await pipelines.set({ status: 'canceled' }).where('id', '=', another.json().id).execute();
  await pipelines.set({ created_at: days(2) }).execute();
  const listed = await listOldPipelines(app.system.db, new Date(), { limit: 500 });
  const ended = app.system.db.updateTable('ci_pipelines').where('id', 'in', listed);
  // One that runs again is kept, also when it was listed before.
  await ended.set({ status: 'running' }).execute();
  expect(await listOldPipelines(app.system.db, new Date(), { limit: 1, only: listed[0] ?? 0 })).toEqual([]);
  await ended.set({ status: 'success' }).execute();
  const deleteOld = async () => {
    await addJob(app.system, deleteOldPipelines, {});
    await app.runJobs();
    const left: { id: number; status: string }[] = (await api('GET', `${path}/pipelines`, owner)).json();
    return left.map(({ id, status }) => (id === listed[0] ? 'failing' : status));
  };
  // One that cannot be deleted stops none of the others.
  await sql`create function refuse_delete() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    app.system.db,
  );
  await sql`create trigger refuse_delete before delete on ci_pipelines for each row
    when (old.id = ${sql.lit(listed[0] ?? 0)}) execute function refuse_delete()`.execute(app.system.db);
  expect(listed.length).toBeGreaterThan(1);
  expect(await deleteOld()).toEqual(['pending', 'failing']);
  await sql`drop function refuse_delete cascade`.execute(app.system.db);
  expect(await deleteOld()).toEqual(['pending']);
  expect((await logOf(project, job.id)).statusCode).toBe(404);
  await addJob(app.system, removeObjects, {});
  await app.runJobs();
  expect(await app.platform.storage.get(name ?? '')).toBeUndefined();
});
