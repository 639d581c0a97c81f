import { restBridge } from '@tributary/contract/ci/job-rest.ts';
import { restPipeline, restPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { insertArtifact } from '../artifacts/store/artifact-store.ts';
import { endOverdueJobs } from '../processing/due-jobs.ts';
import { finishJob } from '../processing/finish-job.ts';
import { findJob, updateJob } from '../store/job-store.ts';
import { pipelineVariables } from '../variables/pipeline-variables.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  owner = await createUser(app);
});
afterAll(() => app.close());

const ask = async (project: BuiltProject, path: string, body?: object, user = owner) =>
  (
    await server.inject({
      method: body ? 'POST' : 'GET',
      url: `/api/v4/projects/${project.id}${path}`,
      headers: user.headers,
      ...(body && { payload: body }),
    })
  ).json<unknown>();

async function run(project: BuiltProject, user = owner): Promise<number> {
  const created = await ask(project, '/pipeline', { ref: 'main' }, user);
  expect(created).not.toHaveProperty('message');
  const { id } = restPipeline.parse(created);
  await app.runJobs();
  return id;
}

const bridgesOf = async (project: BuiltProject, id: number) =>
  z.array(restBridge).parse(await ask(project, `/pipelines/${id}/bridges`));

async function endJobs(pipelineId: number, status: 'success' | 'failed') {
  const jobs = await app.system.db.selectFrom('ci_jobs').select('id').where('pipeline_id', '=', pipelineId).execute();
  for (const { id } of jobs) {
    const job = await findJob(app.system.db, id);
    if (job) await updateJob(app.system.db, job, { status: 'running', started_at: new Date() });
    await finishJob(app.system, id, { status });
  }
  await app.runJobs();
}

test('a child pipeline is part of its parent, which takes its status', async () => {
  const project = await createProject(app, {
    owner: owner.user,
    files: {
      '.gitlab-ci.yml': `
variables: { SHARED: top }
children:
  variables: { LEVEL: "of $SHARED" }
  trigger: { include: child.yml, strategy: depend }
broken:
  trigger: { include: missing.yml }
  allow_failure: true
`,
      'child.yml': 'unit: { script: make, rules: [{ if: $CI_PIPELINE_SOURCE == "parent_pipeline" }] }\n',
    },
  });
  const id = await run(project);
  const bridges = await bridgesOf(project, id);
  expect(bridges.map(({ name, status, failure_reason: reason }) => ({ name, status, reason }))).toEqual([
    { name: 'broken', status: 'failed', reason: 'downstream_pipeline_creation_failed' },
    { name: 'children', status: 'running', reason: undefined },
  ]);
  const child = bridges[1]?.downstream_pipeline;
  expect(child).toMatchObject({ source: 'parent_pipeline', status: 'pending' });
  const variables = await pipelineVariables(app.system, child?.id ?? 0);
  expect(variables.map(({ key, value }) => [key, value])).toEqual([
    ['LEVEL', 'of top'],
    ['SHARED', 'top'],
  ]);
  const listed = z.array(restPipelineBasic).parse(await ask(project, '/pipelines'));
  expect(listed.map((pipeline) => pipeline.id)).toEqual([id]);
  await endJobs(child?.id ?? 0, 'failed');
  expect(await ask(project, `/pipelines/${id}`)).toMatchObject({ status: 'failed' });

  const page = async (pipelineId: number) =>
    (
      await server.inject({ url: `/${project.full_path}/-/pipelines/${pipelineId}.json`, headers: owner.headers })
    ).json();
  const linked = { source_job: { name: 'children' }, project: { id: project.id, full_path: `/${project.full_path}` } };
  expect(await page(id)).toMatchObject({
    triggered: [{ ...linked, id: child?.id, source: 'parent_pipeline', details: { status: { text: 'Failed' } } }],
    triggered_by: null,
  });
  expect(await page(child?.id ?? 0)).toMatchObject({ triggered: [], triggered_by: { ...linked, id } });
});

test('a pipeline of another project runs with the rights of the user', async () => {
  const config = 'unit: { script: make }\n';
  const library = await createProject(app, { owner: owner.user, files: { '.gitlab-ci.yml': config } });
  const stranger = await createUser(app);
  const secret = await createProject(app, {
    owner: stranger.user,
    visibility: 'private',
    files: { '.gitlab-ci.yml': config },
  });
  const project = await createProject(app, {
    owner: owner.user,
    files: {
      '.gitlab-ci.yml': `
up: { trigger: { project: ${library.full_path}, branch: main } }
not: { trigger: ${secret.full_path} }
`,
    },
  });
  const bridges = await bridgesOf(project, await run(project));
  expect(bridges).toMatchObject([
    { name: 'not', status: 'failed', failure_reason: 'downstream_bridge_project_not_found', downstream_pipeline: null },
    { name: 'up', status: 'success', downstream_pipeline: { project_id: library.id, source: 'pipeline' } },
  ]);
});

async function jobNamed(pipelineId: number, name: string) {
  const found = app.system.db.selectFrom('ci_jobs').selectAll().where('pipeline_id', '=', pipelineId);
  return found.where('name', '=', name).where('is_retried', '=', false).executeTakeFirstOrThrow();
}

/** Ends a job with this file in its archive. */
async function passWith(pipelineId: number, name: string, path: string, content: string) {
  const job = await jobNamed(pipelineId, name);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const archive = await buffer(Readable.from(zip.outputStream));
  const objectName = `ci/artifacts/test-${job.id}`;
  await app.system.storage.put(objectName, archive);
  await insertArtifact(app.system.db, {
    job_id: job.id,
    project_id: job.project_id,
    type: 'archive',
    format: 'zip',
    file_name: 'artifacts.zip',
    size_bytes: archive.length,
    sha256: createHash('sha256').update(archive).digest(),
    object_name: objectName,
    expires_at: null,
  });
  await updateJob(app.system.db, job, { status: 'running', started_at: new Date() });
  await finishJob(app.system, job.id, { status: 'success' });
  await app.runJobs();
  return job.id;
}

async function makeRunner(project: BuiltProject, user: TestUser) {
  const payload = { runner_type: 'project_type', project_id: project.id };
  const url = '/api/v4/user/runners';
  const made = await server.inject({ method: 'POST', url, headers: user.headers, payload });
  return z.object({ token: z.string() }).parse(made.json());
}

test('a job makes the configuration of a child pipeline, and jobs get files of other pipelines and projects', async () => {
  const library = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { '.gitlab-ci.yml': 'pack: { script: make }\n' },
  });
  const project = await createProject(app, {
    owner: owner.user,
    files: {
      '.gitlab-ci.yml': `
stages: [generate, run, follow]
generate: { stage: generate, script: make, artifacts: { paths: [out/] } }
dynamic:
  stage: run
  variables: { PARENT: $CI_PIPELINE_ID }
  trigger: { include: [{ artifact: out/child.yml, job: generate }, { local: more.yml }], strategy: depend }
absent: { stage: run, trigger: { include: [{ artifact: out/none.yml, job: generate }] }, allow_failure: true }
mirror: { stage: run, needs: { pipeline: ${library.full_path} } }
`,
      'more.yml': 'extra: { script: make }\n',
    },
  });
  const above = await run(library);
  const id = await run(project);
  expect((await jobNamed(id, 'mirror')).status).toBe('running');
  const packed = await passWith(above, 'pack', 'lib.txt', 'library');
  expect((await jobNamed(id, 'mirror')).status).toBe('success');
  const made = await passWith(
    id,
    'generate',
    'out/child.yml',
    `
made:
  script: make
  needs:
    - { pipeline: $PARENT, job: generate }
    - { project: ${library.full_path}, job: pack, ref: main }
foreign: { script: make, needs: [{ pipeline: "${above}", job: pack }] }
`,
  );
  const bridges = await bridgesOf(project, id);
  expect(Object.fromEntries(bridges.map(({ name, status }) => [name, status]))).toEqual({
    absent: 'failed',
    dynamic: 'running',
    mirror: 'success',
  });
  expect((await jobNamed(id, 'absent')).description).toContain('have no file out/none.yml');
  const child = bridges.find(({ name }) => name === 'dynamic')?.downstream_pipeline?.id ?? 0;
  expect((await jobNamed(child, 'extra')).status).toBe('pending');

  const runner = await makeRunner(project, owner);
  const payloads = [];
  for (let taken = 0; taken < 2; taken++) {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/v4/jobs/request',
      payload: { token: runner.token },
    });
    payloads.push(payload.parse(answer.json()));
  }
  const job = payloads.find(({ job_info: { name } }) => name === 'made');
  expect(job?.dependencies.map((each) => each.id)).toEqual([made, packed]);
  // Only what it was given, and no pipeline that is not one of its own.
  expect((await jobNamed(child, 'foreign')).failure_reason).toBe('missing_dependency_failure');
  const download = async (jobId: number, token = '') =>
    (await server.inject({ url: `/api/v4/jobs/${jobId}/artifacts`, headers: { 'job-token': token } })).statusCode;
  expect(await download(packed, job?.token)).toBe(200);
  expect(await download(made, job?.token)).toBe(200);
  expect(await download(packed, payloads.find((each) => each !== job)?.token)).toBe(404);
});

const payload = z.looseObject({
  token: z.string(),
  job_info: z.looseObject({ name: z.string() }),
  dependencies: z.array(z.looseObject({ id: z.number() })),
});

test('jobs get no files of a project whose jobs are not public', async () => {
  const config = 'pack: { script: make }\n';
  const library = await createProject(app, { owner: owner.user, files: { '.gitlab-ci.yml': config } });
  await passWith(await run(library), 'pack', 'lib.txt', 'library');
  const stranger = await createUser(app);
  const need = `{ project: ${library.full_path}, job: pack, ref: main }`;
  const files = { '.gitlab-ci.yml': `use: { script: make, needs: [${need}] }\n` };
  const project = await createProject(app, { owner: stranger.user, files });
  const { token } = await makeRunner(project, stranger);
  const take = async () => {
    const id = await run(project, stranger);
    await server.inject({ method: 'POST', url: '/api/v4/jobs/request', payload: { token } });
    const { status, failure_reason: reason } = await jobNamed(id, 'use');
    return { status, reason };
  };
  expect(await take()).toEqual({ status: 'running', reason: null });
  const url = `/api/v4/projects/${library.id}`;
  await server.inject({ method: 'PUT', url, headers: owner.headers, payload: { public_jobs: false } });
  expect(await take()).toEqual({ status: 'failed', reason: 'missing_dependency_failure' });
});

test('a job ends whose pipeline is deleted or waits for it, but not while that can still end', async () => {
  const mirroring = (other: BuiltProject) =>
    `ready: { script: make }\nmirror: { needs: { pipeline: ${other.full_path} }, when: manual }\n`;
  const first = await createProject(app, { owner: owner.user, files: { a: 'a' } });
  const second = await createProject(app, { owner: owner.user, files: { '.gitlab-ci.yml': mirroring(first) } });
  const parents = [(await first.repository.git('rev-parse', 'main')).trim()];
  await first.repository.commit({ branch: 'main', parents, files: { '.gitlab-ci.yml': mirroring(second) } });
  const parent = await createProject(app, {
    owner: owner.user,
    files: {
      '.gitlab-ci.yml': 'child: { trigger: { include: child.yml, strategy: depend } }\n',
      'child.yml': 'unit: { script: make }\n',
    },
  });
  const ids = [await run(first), await run(second)];
  for (const [index, id] of ids.entries()) {
    const { id: jobId } = await jobNamed(id, 'mirror');
    await ask(index === 0 ? first : second, `/jobs/${jobId}/play`, {});
    await app.runJobs();
  }
  for (const id of ids) await finishJob(app.system, (await jobNamed(id, 'ready')).id, { status: 'success' });
  await app.runJobs();
  const above = await run(parent);
  const standing = async () => {
    const jobs = [...ids.map((id) => jobNamed(id, 'mirror')), jobNamed(above, 'child')];
    return (await Promise.all(jobs)).map(({ status }) => status);
  };
  await endOverdueJobs.run(app.system, {});
  expect(await standing()).toEqual(['running', 'running', 'running']);
  const clock = { ...app.system.clock, now: () => new Date(app.clock.now().getTime() + 2 * 3_600_000) };
  await endOverdueJobs.run({ ...app.system, clock }, {});
  await app.runJobs();
  expect(await standing()).toEqual(['failed', 'failed', 'running']);

  const child = (await jobNamed(above, 'child')).downstream_pipeline_id;
  const url = `/api/v4/projects/${parent.id}/pipelines/${child}`;
  expect((await server.inject({ method: 'DELETE', url, headers: owner.headers })).statusCode).toBe(204);
  await app.runJobs();
  expect(await jobNamed(above, 'child')).toMatchObject({
    status: 'failed',
    description: expect.stringContaining('deleted'),
  });
  expect(await ask(parent, `/pipelines/${above}`)).toMatchObject({ status: 'failed' });
});
