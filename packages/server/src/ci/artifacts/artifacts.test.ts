import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findActingUser } from '../../accounts/index.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { mayReadFilesOf } from './reads/job-artifacts.ts';
import { endJob, runTestPipeline, uploadJobFile } from '../testing.ts';
import { registeredJobs } from '../../platform/jobs.ts';
import { findJob } from '../store/job-store.ts';
import { announceObject } from '../traces/store/trace-store.ts';
import { uploadArtifact } from './operations/upload-artifact.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let developer: TestUser;
let outsider: TestUser;
let project: BuiltProject;
let runner: string;

const CONFIG = `
stages: [build, test]
compile: { stage: build, script: make, artifacts: { paths: [out/], expire_in: 1 day, expose_as: Site } }
unit: { stage: test, script: make test }
`;

beforeAll(async () => {
  app = await createTestApp({ outboundAllowList: ['127.0.0.1'] });
  server = await app.server();
  [owner, developer, outsider] = [await createUser(app), await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { '.gitlab-ci.yml': CONFIG } });
  await addMember(app, { project, user: developer.user, level: 30 });
  const made = await call('POST', '/user/runners', await rootUser(app), { runner_type: 'instance_type' });
  runner = made.json().token;
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Job = { id: number; token: string; dependencies: { id: number; token: string }[] };

const call = (method: Method, url: string, by: TestUser | null, payload?: object) =>
  server.inject({ method, url: `/api/v4${url}`, ...(by && { headers: by.headers }), ...(payload && { payload }) });
const ask = (method: Method, path: string, by = owner, payload?: object) =>
  call(method, `/projects/${project.id}${path}`, by, payload);

const jobShape = z.looseObject({
  id: z.number(),
  token: z.string(),
  dependencies: z.array(z.looseObject({ id: z.number(), token: z.string() })),
});

async function take(): Promise<Job> {
  const answer = await call('POST', '/jobs/request', null, { token: runner });
  expect(answer.statusCode, answer.body).toBe(201);
  return jobShape.parse(answer.json());
}

async function zipOf(files: Record<string, string | Buffer>, link?: string): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  if (link) zip.addBuffer(Buffer.from('/etc/passwd'), link, { mode: 0o120777 });
  zip.end();
  return buffer(Readable.from(zip.outputStream));
}

function upload(job: Pick<Job, 'id' | 'token'>, content: Buffer, query = '') {
  const edge = 'edge-of-a-part';
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="artifacts.zip"\r\n\r\n`;
  return server.inject({
    method: 'POST',
    url: `/api/v4/jobs/${job.id}/artifacts${query}`,
    headers: { 'job-token': job.token, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
  });
}

const finish = (job: Job) => call('PUT', `/jobs/${job.id}`, null, { token: job.token, state: 'success' });

const JUNIT = `<testsuite><testcase name="adds" time="0.5"/><testcase name="breaks"><failure>no</failure>
  <system-out>[[ATTACHMENT|out/a.txt]]</system-out></testcase></testsuite>`;

/** Reports of the job are read and are there on the pages of its pipeline. */
async function checkReports(jobId: number): Promise<void> {
  await registeredJobs().get('ci-read-test-report')?.run(app.system, { jobId });
  await registeredJobs().get('ci-import-report')?.run(app.system, { jobId, type: 'codequality' });
  const [report] = await app.system.db.selectFrom('commit_reports').select(['id', 'name']).execute();
  expect(report?.name).toBe('compile');
  await registeredJobs()
    .get('parse-commit-report')
    ?.run(app.system, { reportId: report?.id ?? 0 });
  const pipeline = (await findJob(app.system.db, jobId))?.pipeline_id ?? 0;
  const base = `${app.system.config.url}/${project.full_path}/-/jobs/${jobId}/artifacts/file`;
  expect((await ask('GET', `/pipelines/${pipeline}/test_report`)).json()).toMatchObject({
    total_time: 0.5,
    total_count: 2,
    failed_count: 1,
    test_suites: [
      {
        name: 'compile',
        test_cases: [
          { name: 'breaks', status: 'failed', system_output: 'no', attachment_url: `${base}/out/a.txt` },
          { name: 'adds', status: 'success', execution_time: 0.5 },
        ],
      },
    ],
  });
  expect((await ask('GET', `/pipelines/${pipeline}/test_report_summary`)).json()).toMatchObject({
    total: { count: 2, failed: 1, success: 1 },
    test_suites: [{ name: 'compile', build_ids: [jobId], total_count: 2 }],
  });
  const tab = async (name: string) =>
    (
      await server.inject({
        url: `/-/page/${project.full_path}/-/pipelines/${pipeline}/${name}`,
        headers: developer.headers,
      })
    ).json().data;
  const files = async (by: TestUser, name: string) =>
    server.inject({ url: `/${project.full_path}/-/pipelines/${pipeline}/${name}.json`, headers: by.headers });
  const job = `/${project.full_path}/-/jobs/${jobId}`;
  expect((await files(developer, 'exposed_artifacts')).json()).toEqual({
    artifacts: [{ text: 'Site', url: `${job}/artifacts/browse/out`, job_path: job, job_name: 'compile' }],
    is_final: false,
  });
  const menu = (await files(developer, 'artifacts')).json().artifacts;
  expect(menu.map((file: { name: string }) => file.name)).toEqual([
    'compile:archive',
    'compile:junit',
    'compile:codequality',
    'compile:sast',
    'compile:license_scanning',
  ]);
  expect((await files(outsider, 'exposed_artifacts')).statusCode).toBe(404);
  expect((await tab('test_report')).tests.suites).toMatchObject([{ jobId, failed_count: 1 }]);
  expect((await tab('codequality_report')).quality).toMatchObject({
    total: 1,
    findings: [{ path: 'a.ts', line: 3, severity: 'minor' }],
  });
  const { tools } = await tab('security');
  expect(tools.security).toMatchObject({
    total: 2,
    items: [
      { severity: 'critical', href: expect.stringMatching(/\/-\/blob\/[0-9a-f]{40}\/Critical\.ts#L2$/) },
      { severity: 'low' },
    ],
  });
  expect(tools.licenses).toEqual({ total: 0, items: [], problem: null });
  expect((await tab('licenses')).tools.licenses.items).toEqual([
    { name: 'MIT License', url: null, dependencies: [{ name: 'zod' }] },
  ]);
}

const open = (path: string, by: TestUser, page = '') =>
  server.inject({ url: `${page}/${project.full_path}/-/jobs/${path}`, headers: by.headers });

/** Files of users never run in our origin, whatever they are called. */
async function checkPages(jobId: number): Promise<void> {
  const folder = await open(`${jobId}/artifacts/browse/out`, developer, '/-/page');
  expect(folder.json().data).toMatchObject({
    crumbs: [{ text: 'Artifacts' }, { text: 'out' }],
    canKeep: true,
    entries: [
      { name: 'deep', isDirectory: true, downloadHref: null },
      { name: 'a.txt', sizeBytes: 5 },
    ],
  });
  const file = await open(`${jobId}/artifacts/file/out/deep/b.html`, developer, '/-/page');
  expect(file.json().data).toMatchObject({ preview: { kind: 'text', text: '<script>1</script>' } });
  const raw = await open(`${jobId}/artifacts/raw/out/deep/b.html`, developer);
  expect(raw.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  const report = await open(`${jobId}/artifacts/download?file_type=junit`, developer);
  expect(report.headers['content-disposition']).toContain('attachment');
  const newest = await open('artifacts/main/file/out/a.txt?job=compile', developer);
  expect(newest.headers['location']).toBe(`/${project.full_path}/-/jobs/${jobId}/artifacts/file/out/a.txt`);
  for (const path of ['browse', 'file/out/a.txt']) {
    expect((await open(`${jobId}/artifacts/${path}`, outsider, '/-/page')).statusCode).toBe(404);
  }
  expect((await open(`${jobId}/artifacts/raw/out/a.txt`, outsider)).statusCode).toBe(404);
}

/** The newest files of a branch outlive their time as long as the project wants that. */
async function checkLatest(jobId: number): Promise<void> {
  const { db } = app.system;
  const past = new Date(app.clock.now().getTime() - 1_000);
  const expire = async () => {
    await db.updateTable('ci_job_artifacts').set({ expires_at: past }).where('type', '=', 'junit').execute();
    await registeredJobs().get('ci-remove-expired-artifacts')?.run(app.system, {});
    const left = await db.selectFrom('ci_job_artifacts').select('type').where('job_id', '=', jobId).execute();
    return left.map(({ type }) => type);
  };
  expect(await expire()).toContain('junit');
  expect((await ask('PUT', '', owner, { keep_latest_artifact: false })).statusCode).toBe(200);
  expect(await expire()).not.toContain('junit');
}

test('files of a job are uploaded, passed on, read, kept and removed', async () => {
  await call('POST', `/projects/${project.id}/pipeline`, owner, { ref: 'main' });
  const job = await take();
  const files = { 'out/a.txt': 'alpha', 'out/deep/b.html': '<script>1</script>', '../evil.txt': 'no' };
  const archive = await zipOf(
    { 'out/a.txt': files['out/a.txt'], 'out/deep/b.html': files['out/deep/b.html'] },
    'out/link',
  );
  const asked = await server.inject({
    method: 'POST',
    url: `/api/v4/jobs/${job.id}/artifacts/authorize?filesize=10`,
    headers: { 'job-token': job.token },
  });
  expect(asked.statusCode).toBe(200);
  expect((await upload({ ...job, token: 'glcbt-wrong' }, archive)).statusCode).toBe(403);
  expect((await upload(job, archive, '?artifact_type=junit&artifact_format=zip')).statusCode).toBe(400);
  const query = '?artifact_type=archive&artifact_format=zip&expire_in=1%20day';
  expect((await upload(job, archive, query)).statusCode).toBe(201);
  // The answer was lost and the file is sent again.
  expect((await upload(job, archive, query)).statusCode).toBe(201);
  expect((await upload(job, await zipOf({ x: 'y' }), query)).statusCode).toBe(400);
  const report = gzipSync(JUNIT);
  expect((await upload(job, report, '?artifact_type=junit&artifact_format=gzip')).statusCode).toBe(201);
  const findings = JSON.stringify([
    { description: 'Too long', fingerprint: 'a', severity: 'minor', location: { path: 'a.ts', lines: { begin: 3 } } },
  ]);
  const quality = '?artifact_type=codequality&artifact_format=raw';
  expect((await upload(job, Buffer.from(findings), quality)).statusCode).toBe(201);
  const scan = ['Low', 'Critical'].map((severity) => ({
    name: 'x',
    severity,
    location: { file: `${severity}.ts`, start_line: 2 },
  }));
  await uploadJobFile(app, job.id, 'sast', JSON.stringify({ vulnerabilities: scan }));
  const licensed = {
    licenses: [{ id: 'MIT', name: 'MIT License' }],
    dependencies: [{ name: 'zod', licenses: ['MIT'] }],
  };
  await uploadJobFile(app, job.id, 'license_scanning', JSON.stringify(licensed));
  await finish(job);
  await checkReports(job.id);

  const next = await take();
  expect(next.dependencies).toMatchObject([{ id: job.id, artifacts_file: { size: archive.length } }]);
  const passed = await server.inject({
    url: `/api/v4/jobs/${job.id}/artifacts?direct_download=true`,
    headers: { 'job-token': next.dependencies[0]?.token },
  });
  expect([passed.statusCode, passed.rawPayload.equals(archive)]).toEqual([200, true]);
  const own = { 'job-token': next.token };
  const byToken = await server.inject({ url: `/api/v4/projects/${project.id}/jobs/${job.id}/artifacts`, headers: own });
  expect(byToken.statusCode).toBe(200);
  const rerun = await call('POST', `/projects/${project.id}/pipeline`, owner, { ref: 'main' });
  const strange = await take();
  const refused = await server.inject({
    url: `/api/v4/jobs/${job.id}/artifacts`,
    headers: { 'job-token': strange.token },
  });
  // A job gets the files of those that it depends on.
  expect(refused.statusCode).toBe(404);
  await call('POST', `/projects/${project.id}/pipelines/${rerun.json().id}/cancel`, owner);
  await call('PUT', `/jobs/${strange.id}`, null, { token: strange.token, state: 'failed' });
  await finish(next);
  const dead = await server.inject({ url: `/api/v4/projects/${project.id}/jobs/${job.id}/artifacts`, headers: own });
  expect(dead.statusCode).toBe(401);

  const at = `/jobs/${job.id}/artifacts`;
  expect((await ask('GET', at, developer)).rawPayload.equals(archive)).toBe(true);
  expect((await ask('GET', at, outsider)).statusCode).toBe(404);
  const { pipeline_id: pipelineId } = await app.system.db
    .selectFrom('ci_jobs')
    .select('pipeline_id')
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow();
  const paged = await server.inject({
    url: `/${project.full_path}/-/pipelines/${pipelineId}.json`,
    headers: developer.headers,
  });
  expect(
    paged.json<{ details: { artifacts: { path: string }[] } }>().details.artifacts.map(({ path }) => path),
  ).toContain(`/${project.full_path}/-/jobs/${job.id}/artifacts/download`);
  // An interrupted download goes on where it ended, unless the file is another one.
  const url = `/api/v4/projects/${project.id}${at}`;
  const part = (range: string, more = {}) => server.inject({ url, headers: { ...developer.headers, range, ...more } });
  const rest = await part('bytes=10-');
  expect([rest.statusCode, rest.headers['content-range'], rest.rawPayload.equals(archive.subarray(10))]).toEqual([
    206,
    `bytes 10-${archive.length - 1}/${archive.length}`,
    true,
  ]);
  expect((await part('bytes=-5')).rawPayload.equals(archive.subarray(-5))).toBe(true);
  expect((await part('bytes=2-3')).rawPayload.equals(archive.subarray(2, 4))).toBe(true);
  expect((await part('bytes=0-9', { 'if-range': '"other"' })).statusCode).toBe(200);
  expect((await part('bytes=0-9', { 'if-range': String(rest.headers['etag']) })).statusCode).toBe(206);
  expect((await part(`bytes=${archive.length}-`)).statusCode).toBe(416);
  const page = await ask('GET', `${at}/out/deep/b.html`);
  expect(page.body).toBe(files['out/deep/b.html']);
  expect(page.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  expect((await ask('GET', `${at}/out/link`)).statusCode).toBe(404);
  expect((await ask('GET', `${at}/tree?path=out`)).json()).toEqual([
    { name: 'a.txt', path: 'out/a.txt', type: 'file', size: 5 },
    { name: 'deep', path: 'out/deep', type: 'directory' },
  ]);
  await checkPages(job.id);
  expect((await ask('GET', '/jobs/artifacts/main/raw/out/a.txt?job=compile')).body).toBe('alpha');
  expect((await ask('GET', '/jobs/artifacts/main/download?job=unit')).statusCode).toBe(404);
  // A tag of the same name as a branch that had pipelines is something else.
  await app.system.db.updateTable('ci_pipelines').set({ is_tag: true }).where('project_id', '=', project.id).execute();
  expect((await ask('GET', '/jobs/artifacts/main/download?job=compile')).statusCode).toBe(404);
  await app.system.db.updateTable('ci_pipelines').set({ is_tag: false }).where('project_id', '=', project.id).execute();

  const expiry = async () => (await ask('GET', `/jobs/${job.id}`)).json().artifacts_expire_at;
  expect(await expiry()).not.toBeNull();
  app.clock.advance(86_400_000 - 1_000);
  await registeredJobs().get('ci-remove-expired-artifacts')?.run(app.system, {});
  expect((await ask('POST', `${at}/keep`, developer)).statusCode).toBe(200);
  expect(await expiry()).toBeNull();
  app.clock.advance(86_400_000);
  await registeredJobs().get('ci-remove-expired-artifacts')?.run(app.system, {});
  expect((await ask('GET', at)).statusCode).toBe(200);
  await checkLatest(job.id);
  expect((await ask('DELETE', at, developer)).statusCode).toBe(403);
  expect((await ask('DELETE', at)).statusCode).toBe(204);
  expect((await ask('GET', at)).statusCode).toBe(404);
  const removed = () => app.system.db.selectFrom('ci_removed_objects').select('object_name').execute();
  const names = (await removed()).map((row) => row.object_name);
  expect(names.length).toBeGreaterThan(0);
  await registeredJobs().get('ci-remove-objects')?.run(app.system, {});
  expect(await removed()).toEqual([]);
  for (const name of names) expect(await app.platform.storage.open(name)).toBeUndefined();
  // As when a process died between the bytes of a file and its row.
  await app.platform.storage.put('ci/artifacts/left', Buffer.from('x'));
  await announceObject(app.system.db, 'ci/artifacts/left');
  const removedAt = sql<Date>`removed_at - interval '1 day'`;
  await registeredJobs().get('ci-remove-objects')?.run(app.system, {});
  expect(await app.platform.storage.get('ci/artifacts/left')).toBeDefined();
  // One that cannot be deleted stops none of the others, and waits for a later run.
  await announceObject(app.system.db, '../outside');
  await app.system.db
    .updateTable('ci_removed_objects')
    .set((eb) => ({
      removed_at: eb
        .case()
        .when('object_name', '=', '../outside')
        .then(sql<Date>`removed_at - interval '2 days'`)
        .else(removedAt)
        .end(),
    }))
    .execute();
  await registeredJobs().get('ci-remove-objects')?.run(app.system, {});
  expect(await app.platform.storage.get('ci/artifacts/left')).toBeUndefined();
  expect(await removed()).toEqual([{ object_name: '../outside' }]);
  await registeredJobs().get('ci-remove-objects')?.run(app.system, {});
});

test('an archive that is damaged or too dense is refused when it is read, and the job stays as it is', async () => {
  await call('POST', `/projects/${project.id}/pipeline`, owner, { ref: 'main' });
  const job = await take();
  expect((await upload(job, Buffer.from('no archive at all'))).statusCode).toBe(201);
  const row = await findJob(app.system.db, job.id);
  await finish(job);
  if (!row) throw new Error('no job');
  // A file that arrives when its job has ended is not kept.
  const report = {
    type: 'junit',
    format: 'gzip',
    expireIn: undefined,
    fileName: 'x',
    isTruncated: () => false,
    maxBytes: 1_000,
  };
  const late = uploadArtifact(app.system, row, { ...report, content: Readable.from([gzipSync('<a/>')]) });
  await expect(late).rejects.toMatchObject({ code: 'job_token_invalid' });
  const broken = await ask('GET', `/jobs/${job.id}/artifacts/tree`);
  expect(broken.statusCode).toBe(400);
  const dense = await take();
  expect((await upload(dense, await zipOf({ zeros: Buffer.alloc(20_000_000) }))).statusCode).toBe(201);
  await finish(dense);
  expect((await ask('GET', `/jobs/${dense.id}/artifacts/zeros`)).statusCode).toBe(400);
  expect((await ask('GET', `/jobs/${dense.id}`)).json().status).toBe('success');
  await call('POST', `/projects/${project.id}/pipeline`, owner, { ref: 'main' });
  for (const name of ['a/'.repeat(101), 'x'.repeat(4_097)]) {
    const deep = await take();
    expect((await upload(deep, await zipOf({ [`${name}b`]: 'b' }))).statusCode).toBe(201);
    await finish(deep);
    expect((await ask('GET', `/jobs/${deep.id}/artifacts/tree`)).statusCode).toBe(400);
  }
});

test.runIf(IS_FULL)('hooks receive the archive of a job and how often it was retried', async () => {
  const files = { '.gitlab-ci.yml': CONFIG };
  const hooked = await createProject(app, { owner: owner.user, files });
  const base = `/projects/${hooked.id}`;
  const settings = { url: 'http://127.0.0.1:9/in', push_events: false, job_events: true, pipeline_events: true };
  expect((await call('POST', `${base}/hooks`, owner, settings)).statusCode).toBe(201);
  const { job } = await runTestPipeline(app, { project: hooked, by: owner });
  const first = await job('compile');
  await endJob(app, first.id, { status: 'failed', failureReason: 'script_failure' });
  expect((await call('POST', `${base}/jobs/${first.id}/retry`, owner)).statusCode).toBe(201);
  const second = await job('compile');
  const archive = await zipOf({ 'out/a.txt': 'alpha' });
  const { db } = app.system;
  await db.updateTable('ci_jobs').set({ status: 'running' }).where('id', '=', second.id).execute();
  await uploadArtifact(
    app.system,
    { ...second, status: 'running' },
    {
      type: 'archive',
      format: 'zip',
      expireIn: undefined,
      fileName: 'artifacts.zip',
      content: Readable.from([archive]),
      isTruncated: () => false,
      maxBytes: 10_000,
    },
  );
  await endJob(app, second.id);
  await endJob(app, (await job('unit')).id);
  await app.runJobs();
  const deliveries = await db.selectFrom('hook_deliveries').select('request_body').execute();
  const bodies = deliveries.map((row) => JSON.parse(row.request_body) as Record<string, unknown>);
  expect(bodies).toContainEqual(
    expect.objectContaining({ build_id: second.id, build_status: 'success', retries_count: 1 }),
  );
  expect(bodies).toContainEqual(
    expect.objectContaining({
      object_kind: 'pipeline',
      builds: expect.arrayContaining([
        expect.objectContaining({
          id: second.id,
          artifacts_file: { filename: 'artifacts.zip', size: archive.length },
        }),
      ]),
    }),
  );
});

test('the job of an administrator reads no files of a project that does not allow its token', async () => {
  const open = await createProject(app, { owner: owner.user, visibility: 'public' });
  const root = await findActingUser(app.system, (await rootUser(app)).user.id);
  if (!root) throw new Error('no administrator');
  const reads = async (projectId: number) => {
    const ctx = { ...app.system, actor: { ...root, credential: { kind: 'job_token' as const, jobId: 1, projectId } } };
    return mayReadFilesOf(ctx, await getProjectAccess(ctx, open.id), 'developer');
  };
  expect([await reads(project.id), await reads(open.id)]).toEqual([false, true]);
});
