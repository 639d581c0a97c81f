import { restBridge } from '@tributary/contract/ci/job-rest.ts';
import { restPipeline, restPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
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

const ask = async (project: BuiltProject, path: string, body?: object) =>
  (
    await server.inject({
      method: body ? 'POST' : 'GET',
      url: `/api/v4/projects/${project.id}${path}`,
      headers: owner.headers,
      ...(body && { payload: body }),
    })
  ).json<unknown>();

async function run(project: BuiltProject): Promise<number> {
  const { id } = restPipeline.parse(await ask(project, '/pipeline', { ref: 'main' }));
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
