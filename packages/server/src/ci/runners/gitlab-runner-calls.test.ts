import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';

/*
 * Every call of the public runner protocol with the methods, headers and bodies that gitlab-runner sends, and with the types
 * that its decoder accepts: a number that comes as text, or a body without a JSON content type, ends it.
 */
let app: TestApp;
let server: FastifyInstance;
let origin: string;
let owner: TestUser;
let outsider: TestUser;
let project: BuiltProject;

const AGENT = 'gitlab-runner 15.11.0 (15-11-stable; go1.19.6; linux/amd64)';
const SYSTEM = 's_0123456789ab';
const FEATURES =
  'variables image services artifacts cache fallback_cache_keys shared upload_multiple_artifacts upload_raw_artifacts session terminal refspecs masking proxy raw_variables artifacts_exclude multi_build_steps trace_reset trace_checksum trace_size vault_secrets cancelable return_exit_code service_variables service_multiple_aliases image_executor_opts service_executor_opts cancel_gracefully native_steps_integration two_phase_job_commit job_inputs';
const INFO = {
  name: 'gitlab-runner',
  version: '15.11.0',
  revision: '436955cb',
  platform: 'linux',
  architecture: 'amd64',
  executor: 'shell',
  shell: 'bash',
  features: Object.fromEntries(FEATURES.split(' ').map((name) => [name, true])),
  config: { gpus: '' },
  labels: { zone: 'a' },
};

const int = z.number().int();
const texts = z.array(z.string());
const variables = z.array(
  z.looseObject({
    key: z.string(),
    value: z.string(),
    public: z.boolean(),
    file: z.boolean(),
    masked: z.boolean(),
    raw: z.boolean(),
  }),
);
const image = z.looseObject({
  name: z.string(),
  alias: z.string().nullish(),
  command: texts.nullish(),
  entrypoint: texts.nullish(),
  ports: z.array(z.looseObject({})).nullish(),
  pull_policy: texts.nullish(),
  executor_opts: z.strictObject({
    docker: z.strictObject({ platform: z.string().nullish(), user: z.union([z.string(), int]).nullish() }).optional(),
    kubernetes: z.strictObject({ user: z.union([z.string(), int]).nullish() }).optional(),
  }),
});
const when = z.enum(['on_success', 'on_failure', 'always']);
const payloadShape = z.looseObject({
  id: int,
  token: z.string(),
  allow_git_fetch: z.boolean(),
  job_info: z.looseObject({
    id: int,
    name: z.string(),
    stage: z.string(),
    pipeline_id: int,
    project_id: int,
    project_name: z.string(),
    project_full_path: z.string(),
    namespace_id: int,
    root_namespace_id: int,
    user_id: int.nullable(),
    time_in_queue_seconds: z.number(),
    project_jobs_running_on_instance_runners_count: z.string(),
  }),
  git_info: z.looseObject({
    repo_url: z.string(),
    repo_object_format: z.literal('sha1'),
    ref: z.string(),
    sha: z.string().length(40),
    before_sha: z.string().length(40),
    ref_type: z.enum(['branch', 'tag']),
    refspecs: texts,
    depth: int,
    protected: z.boolean(),
  }),
  runner_info: z.looseObject({ timeout: int, uuid: z.string().optional() }),
  inputs: z.array(z.looseObject({})),
  variables,
  steps: z.array(z.looseObject({ name: z.string(), script: texts, timeout: int, when, allow_failure: z.boolean() })),
  hooks: z.array(z.looseObject({ name: z.string(), script: texts })),
  image: image.nullable(),
  services: z.array(image.extend({ variables: z.array(z.looseObject({ key: z.string(), value: z.string() })) })),
  artifacts: z.array(
    z.looseObject({
      name: z.string().optional(),
      untracked: z.boolean().optional(),
      paths: texts,
      exclude: texts.optional(),
      when,
      artifact_type: z.string(),
      artifact_format: z.enum(['zip', 'gzip', 'raw']),
      expire_in: z.string().nullable(),
    }),
  ),
  cache: z.array(
    z.looseObject({
      key: z.string(),
      untracked: z.boolean(),
      policy: z.enum(['pull-push', 'pull', 'push']),
      paths: texts,
      when,
      fallback_keys: texts,
    }),
  ),
  credentials: z.array(
    z.strictObject({ type: z.string(), url: z.string(), username: z.string(), password: z.string() }),
  ),
  dependencies: z.array(
    z.strictObject({
      id: int,
      token: z.string(),
      name: z.string(),
      artifacts_file: z.strictObject({ filename: z.string(), size: int }),
    }),
  ),
  features: z.looseObject({ trace_sections: z.boolean(), token_mask_prefixes: texts, failure_reasons: texts }),
});
type Job = z.output<typeof payloadShape>;

const CONFIG = `
stages: [build, test]
build:
  stage: build
  image: { name: "busybox:1", entrypoint: [""], pull_policy: if-not-present, docker: { user: "1000" } }
  services: [{ name: "redis:7", alias: "cache,store", command: [--quiet], variables: { A: b } }]
  hooks: { pre_get_sources_script: [echo first] }
  script: [make]
  after_script: [echo end]
  cache: { key: deps, paths: [deps/], policy: pull, fallback_keys: [old] }
  artifacts: { paths: [out/], untracked: true, exclude: [out/tmp], reports: { junit: report.xml } }
test: { stage: test, script: [make test], retry: 1, timeout: 3 hours }
`;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  origin = await app.listen();
  [owner, outsider] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'public', files: { '.gitlab-ci.yml': CONFIG } });
});
afterAll(() => app.close());

const byOwner = (method: 'GET' | 'POST', path: string, by = owner) =>
  server.inject({ method, url: `/api/v4/projects/${project.id}${path}`, headers: by.headers });

/** As its JSON client sends; where it expects an answer, that has to be JSON. */
async function send(method: string, path: string, body: object, token: Record<string, string> = {}) {
  const answer = await fetch(`${origin}/api/v4/${path}`, {
    method,
    headers: {
      'user-agent': AGENT,
      'content-type': 'application/json',
      accept: 'application/json',
      'x-request-id': '0123456789abcdef0123456789abcdef',
      ...token,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: answer.status,
    headers: answer.headers,
    isJson,
    json: isJson ? (JSON.parse(text) as unknown) : null,
  };
}

const update = (job: Job, fields: object) =>
  send('PUT', `jobs/${job.id}`, { info: INFO, token: job.token, output: {}, ...fields }, { 'job-token': job.token });

async function patch(job: Job, text: string, start: number, isDebug = false) {
  const answer = await fetch(`${origin}/api/v4/jobs/${job.id}/trace?debug_trace=${isDebug}`, {
    method: 'PATCH',
    headers: {
      'user-agent': AGENT,
      'content-type': 'text/plain',
      'job-token': job.token,
      'content-range': `${start}-${start + text.length - 1}`,
    },
    body: text,
  });
  await answer.arrayBuffer();
  const { headers, status } = answer;
  return { status, state: headers.get('job-status'), range: headers.get('range'), headers };
}

async function take(token: string): Promise<Job> {
  const session = { url: 'https://127.0.0.1:8093', certificate: 'PEM', authorization: 'x' };
  const body = { info: INFO, token, system_id: SYSTEM, session };
  const answer = await send('POST', 'jobs/request', body, { 'runner-token': token });
  expect([answer.status, answer.isJson]).toEqual([201, true]);
  return payloadShape.parse(answer.json);
}

/** Its form comes in pieces, without a length. */
async function upload(job: Job, type: string, format: string, name: string, content: Buffer): Promise<number> {
  const boundary = 'f00d';
  const query = new URLSearchParams({ artifact_format: format, artifact_type: type, expire_in: '1 week' });
  const sent = httpRequest(`${origin}/api/v4/jobs/${job.id}/artifacts?${query.toString()}`, {
    method: 'POST',
    headers: {
      'user-agent': AGENT,
      'job-token': job.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answered = once(sent, 'response');
  sent.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  sent.write(content);
  await pause(10);
  sent.end(`\r\n--${boundary}--\r\n`);
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

async function zipOf(name: string, text: string): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

test('gitlab-runner registers, verifies, works on jobs and unregisters', async () => {
  const made = (await byOwner('POST', '/runners/reset_registration_token')).json();
  const fields = { description: 'box', tag_list: 'x,y', run_untagged: true, locked: false, paused: false };
  const registered = await send(
    'POST',
    'runners',
    {
      ...fields,
      maximum_timeout: 1200,
      access_level: 'not_protected',
      info: { ...INFO, executor: '' },
      token: made.token,
    },
    { 'runner-token': made.token },
  );
  expect([registered.status, registered.isJson]).toEqual([201, true]);
  const credentials = z.object({ id: int, token: z.string(), token_expires_at: z.iso.datetime().nullable() });
  const { token } = credentials.parse(registered.json);
  const verified = await send('POST', 'runners/verify', { info: INFO, token, system_id: SYSTEM });
  expect([verified.status, credentials.parse(verified.json).token]).toEqual([200, token]);
  expect((await send('POST', 'runners/verify', { info: INFO, token: 'x' })).status).toBe(403);
  const idle = await send('POST', 'jobs/request', { info: INFO, token, system_id: SYSTEM });
  expect([idle.status, idle.headers.get('x-gitlab-last-update')]).toEqual([204, expect.any(String)]);

  await byOwner('POST', '/pipeline?ref=main');
  const job = await take(token);
  expect(job).toMatchObject({
    job_info: { name: 'build' },
    image: {
      name: 'busybox:1',
      entrypoint: [''],
      pull_policy: ['if-not-present'],
      executor_opts: { docker: { user: '1000' } },
    },
    services: [{ alias: 'cache,store', command: ['--quiet'], variables: [{ key: 'A', value: 'b' }] }],
    hooks: [{ name: 'pre_get_sources_script', script: ['echo first'] }],
  });
  expect(job.features.failure_reasons).toContain('runner_external_dependency_failure');
  // There is no job router and no cluster agent.
  const discovered = await server.inject({
    url: '/api/v4/runners/router/discovery',
    headers: { 'runner-token': token },
  });
  expect(discovered.statusCode).toBe(501);
  const agents = await server.inject({ url: '/api/v4/job/allowed_agents', headers: { 'job-token': job.token } });
  expect(agents.json()).toMatchObject({
    allowed_agents: [],
    job: { id: job.id },
    project: { id: project.id },
    user: { username: owner.user.username, roles_in_project: expect.arrayContaining(['developer', 'owner']) },
  });
  const { id: runnerId } = credentials.parse(registered.json);
  const ofRunner = await server.inject({ url: `/api/v4/runners/${runnerId}/jobs`, headers: owner.headers });
  expect(ofRunner.json()).toMatchObject([{ id: job.id, status: 'running' }]);
  // It touches the job with all that it knows of the log so far.
  const touched = await update(job, { state: 'running', output: { checksum: 'crc32:00000000', bytesize: 0 } });
  expect([touched.status, touched.headers.get('job-status')]).toEqual([200, 'running']);
  expect(Number(touched.headers.get('x-gitlab-trace-update-interval'))).toBeGreaterThan(0);

  const log = 'section_start:1:step_script\r\u001B[0Khello\nsection_end:1:step_script\r\u001B[0K\n';
  expect(await patch(job, log.slice(0, 10), 0, true)).toMatchObject({ status: 202, state: 'running', range: '0-10' });
  // A log with the values of variables is for developers only.
  expect((await byOwner('GET', `/jobs/${job.id}/trace`, outsider)).statusCode).toBe(403);
  expect((await byOwner('GET', `/jobs/${job.id}/trace`)).body).toBe(log.slice(0, 10));
  // After 416 it goes on where the server says, and after 412 it starts again.
  expect(await patch(job, log, 0)).toMatchObject({ status: 416, range: '0-10', state: 'running' });
  const output = { checksum: `crc32:${crc32(log).toString(16).padStart(8, '0')}`, bytesize: log.length };
  expect((await update(job, { state: 'success', output })).status).toBe(412);
  expect((await patch(job, log, 0)).range).toBe('0-10');
  expect(await patch(job, log.slice(10), 10)).toMatchObject({ status: 202, range: `0-${log.length}` });
  const archive = await zipOf('out/a.txt', 'made');
  expect(await upload(job, 'archive', 'zip', 'artifacts.zip', archive)).toBe(201);
  expect(await upload(job, 'archive', 'zip', 'artifacts.zip', archive)).toBe(201);
  expect(await upload(job, 'nonsense', 'zip', 'a.zip', archive)).toBeGreaterThanOrEqual(400);
  expect((await update(job, { state: 'success', output })).status).toBe(200);
  expect((await update(job, { state: 'success', output })).status).toBe(200);
  // For anything else the token is dead, and the answer says how the job stands.
  const late = await update(job, { state: 'running' });
  expect([late.status, late.headers.get('job-status')]).toEqual([403, 'success']);
  expect(await patch(job, 'more', log.length)).toMatchObject({ status: 403, state: 'success' });
  expect(await upload(job, 'archive', 'zip', 'artifacts.zip', archive)).toBe(403);

  const next = await take(token);
  expect(next).toMatchObject({ job_info: { name: 'test' }, runner_info: { timeout: 1200 } });
  const [dependency] = next.dependencies;
  const download = `${origin}/api/v4/jobs/${dependency?.id}/artifacts?direct_download=true`;
  const downloaded = await fetch(download, { headers: { 'user-agent': AGENT, 'job-token': dependency?.token ?? '' } });
  expect(downloaded.status).toBe(200);
  expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(archive);
  const raised = await server.inject({
    method: 'PUT',
    url: `/api/v4/runners/${credentials.parse(registered.json).id}`,
    headers: owner.headers,
    payload: { maximum_timeout: 7200 },
  });
  expect(raised.statusCode).toBe(200);
  const failure = { state: 'failed', failure_reason: 'script_failure', exit_code: 3 };
  expect((await update(next, failure)).status).toBe(200);
  const again = await take(token);
  // The runner allows more now: what held for the first attempt does not count for the next.
  expect(again).toMatchObject({ job_info: { name: 'test' }, runner_info: { timeout: 7200 } });
  await byOwner('POST', `/jobs/${again.id}/cancel`);
  expect(await patch(again, 'x', 0)).toMatchObject({ status: 202, state: 'canceling' });
  expect((await update(again, { state: 'running' })).headers.get('job-status')).toBe('canceling');
  expect((await update(again, { state: 'failed', failure_reason: 'script_failure' })).status).toBe(200);

  const reset = await send('POST', 'runners/reset_authentication_token', { token });
  expect([reset.status, reset.isJson]).toEqual([201, true]);
  const fresh = z.object({ token: z.string(), token_expires_at: z.null() }).parse(reset.json).token;
  expect((await send('POST', 'jobs/request', { info: INFO, token })).status).toBe(403);
  expect((await send('DELETE', 'runners/managers', { token: fresh, system_id: SYSTEM })).status).toBe(204);
  expect((await send('DELETE', 'runners', { token: fresh })).status).toBe(204);
  expect((await send('DELETE', 'runners', { token: fresh })).status).toBe(403);
});

const INPUTS = `
include: { template: Workflows/Branch-Pipelines.gitlab-ci.yml }
deploy:
  when: manual
  inputs:
    env: { default: staging, options: [staging, production] }
    copies: { type: number, default: 3 }
    hosts: { type: array, default: [a, b] }
  script: ['deploy "\${{ job.inputs.env }}" \${{ job.inputs.copies }} \${{ job.inputs.hosts[1] }} \${{ str(1) }}']
  image: "tool:\${{ job.inputs.env }}"
  cache:
    - { key: { files_commits: [.gitlab-ci.yml], prefix: "\${{ job.inputs.env }}" }, paths: [a/] }
    - { key: { files: [.gitlab-ci.yml] }, paths: [b/] }
`;

test('a job gets the inputs that it was started with', async () => {
  await project.repository.commit({ branch: 'inputs', files: { '.gitlab-ci.yml': INPUTS } });
  const { token } = z.object({ token: z.string() }).parse(
    (
      await server.inject({
        method: 'POST',
        url: '/api/v4/user/runners',
        headers: owner.headers,
        payload: { runner_type: 'project_type', project_id: project.id },
      })
    ).json(),
  );
  const pipeline = (await byOwner('POST', '/pipeline?ref=inputs')).json<{ id: number }>();
  const [manual] = (await byOwner('GET', `/pipelines/${pipeline.id}/jobs`)).json<{ id: number }[]>();
  const start = (path: string, inputs: object) =>
    server.inject({
      method: 'POST',
      url: `/api/v4/projects/${project.id}/jobs/${path}`,
      headers: owner.headers,
      payload: { job_inputs: inputs },
    });
  const refused = await start(`${manual?.id}/play`, { env: 'moon', other: 1 });
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    {
      base: [
        'unknown input arguments: other',
        '`env` input: `moon` cannot be used because it is not in the list of allowed options',
      ],
    },
  ]);
  expect((await start(`${manual?.id}/play`, { env: 'production' })).statusCode).toBe(200);
  const job = await take(token);
  expect(job).toMatchObject({
    steps: [{ script: ['deploy "production" 3 b ${{ str(1) }}'] }],
    image: { name: 'tool:production' },
    inputs: [
      { key: 'env', value: { type: 'string', content: 'production', sensitive: false } },
      { key: 'copies', value: { type: 'number', content: 3 } },
      { key: 'hosts', value: { type: 'array', content: ['a', 'b'] } },
    ],
  });
  const sha = (await project.repository.git('rev-parse', 'inputs')).trim();
  const keyOf = (text: string) => createHash('sha1').update(text).digest('hex');
  const blob = (await project.repository.git('rev-parse', 'inputs:.gitlab-ci.yml')).trim();
  expect(job.cache.map(({ key }) => key.replace(/-(?:non_)?protected$/, ''))).toEqual([
    `production-${keyOf(`${sha}\n`)}`,
    keyOf(`.gitlab-ci.yml\0${blob}\n`),
  ]);
  expect((await update(job, { state: 'failed', failure_reason: 'script_failure' })).status).toBe(200);
  // A retry keeps what it is not told.
  const again = await start(`${job.id}/retry`, { copies: 5 });
  expect(again.statusCode).toBe(201);
  expect((await take(token)).steps[0]?.script).toEqual(['deploy "production" 5 b ${{ str(1) }}']);
});
