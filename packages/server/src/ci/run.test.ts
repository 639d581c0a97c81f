import { restJob } from '@tributary/contract/ci/job-rest.ts';
import { restPipeline } from '@tributary/contract/ci/pipeline-rest.ts';
import type { CheckedConfig, CiEditorPageData } from '@tributary/contract/ci/config-editor.ts';
import { restLintResult } from '@tributary/contract/ci/lint.ts';
import { restVariable } from '@tributary/contract/ci/run-pipeline.ts';
import { restScheduleDetails, type SchedulesPageData } from '@tributary/contract/ci/schedules.ts';
import type { RunPipelinePageData } from '@tributary/contract/ci/run-page.ts';
import { restTrigger } from '@tributary/contract/ci/triggers.ts';
import type { CiSettingsPageData } from '@tributary/contract/ci/variables.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { graphqlCaller } from '../../testing/call-graphql.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { sealPushOptions } from '../repositories/index.ts';
import { hookSample } from '../webhooks/index.ts';
import { emit } from '../platform/events.ts';
import { readPushOptions } from './creation/push-options.ts';
import { finishJob } from './processing/finish-job.ts';
import { runDueSchedules } from './schedules/run-schedules.ts';
import { findJob, updateJob } from './store/job-store.ts';
import type { JobPageData } from '@tributary/contract/ci/job-page.ts';
import { jobVariables } from './variables/job-variables.ts';
import { settingVariables } from './variables/pipeline-variables.ts';
import { IS_FULL } from '../../testing/sampled.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;

const CONFIG = `
stages: [build, deploy]
compile: { stage: build, script: make }
ship: { stage: deploy, script: make ship, when: manual }
`;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, developer] = await Promise.all([createUser(app), createUser(app)]);
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { '.gitlab-ci.yml': CONFIG } });
  await addMember(app, { project, user: developer.user, level: 30 });
  await project.repository.git('branch', 'topic', 'main');
  await ask(owner, 'POST', '/protected_branches', { name: 'main' });
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const call = (user: TestUser, method: Method, url: string, payload?: object) =>
  server.inject({ method, url, headers: user.headers, ...(payload && { payload }) });
const ask = (user: TestUser, method: Method, path: string, payload?: object) =>
  call(user, method, `/api/v4/projects/${project.id}${path}`, payload);
const graphql = graphqlCaller(() => app);

const jobsOf = async (id: number) => z.array(restJob).parse((await ask(owner, 'GET', `/pipelines/${id}/jobs`)).json());

async function jobNamed(pipelineId: number, name: string) {
  const job = (await jobsOf(pipelineId)).find((each) => each.name === name);
  if (!job) throw new Error(`no job ${name}`);
  return job;
}

/** A runner takes the job and ends it. */
async function end(id: number, status: 'success' | 'failed' = 'success') {
  const job = await findJob(app.system.db, id);
  if (!job) throw new Error('no job');
  await updateJob(app.system.db, job, { status: 'running', started_at: new Date() });
  await finishJob(app.system, id, { status });
}

async function run(user: TestUser, ref: string, body: object = {}) {
  const answer = await ask(user, 'POST', '/pipeline', { ref, ...body });
  expect(answer.statusCode).toBe(201);
  return restPipeline.parse(answer.json());
}

test('a pipeline runs with variables, its jobs are played, retried and canceled', async () => {
  const pipeline = await run(developer, 'topic', {
    variables: [
      { key: 'LEVEL', value: 'high' },
      { key: 'NOTES', value: 'x', variable_type: 'file' },
    ],
  });
  expect(pipeline).toMatchObject({ source: 'api', ref: 'topic', status: 'pending', user: { id: developer.user.id } });
  const variables = z
    .array(restVariable)
    .parse((await ask(owner, 'GET', `/pipelines/${pipeline.id}/variables`)).json());
  expect(variables).toEqual([
    { key: 'LEVEL', value: 'high', variable_type: 'env_var', raw: false },
    { key: 'NOTES', value: 'x', variable_type: 'file', raw: false },
  ]);
  const hook = await hookSample('pipeline_events')?.(app.system, project.id);
  expect(hook?.body).toMatchObject({
    object_attributes: { id: pipeline.id, variables: variables.map(({ key }) => ({ key, value: '[MASKED]' })) },
    merge_request: null,
  });

  const compile = await jobNamed(pipeline.id, 'compile');
  const ship = await jobNamed(pipeline.id, 'ship');
  expect((await ask(developer, 'POST', `/jobs/${ship.id}/play`)).statusCode).toBe(400);
  await end(compile.id);
  const attributes = { job_variables_attributes: [{ key: 'TARGET', value: 'eu' }] };
  const played = await ask(developer, 'POST', `/jobs/${ship.id}/play`, attributes);
  expect([played.statusCode, played.json()]).toEqual([
    200,
    expect.objectContaining({ id: ship.id, status: 'pending' }),
  ]);
  await end(ship.id, 'failed');
  const retried = await ask(developer, 'POST', `/jobs/${ship.id}/retry`);
  expect(retried.statusCode).toBe(201);
  const again = restJob.parse(retried.json());
  expect(again).toMatchObject({ name: 'ship', status: 'pending' });
  const row = await findJob(app.system.db, again.id);
  expect(jobVariables(app.system, row?.options ?? {})).toMatchObject([{ key: 'TARGET', value: 'eu' }]);
  expect((await ask(developer, 'POST', `/jobs/${ship.id}/retry`)).statusCode).toBe(403);
  await end(again.id, 'failed');
  const pageOf = async (id: number) => {
    const answer = await call(developer, 'GET', `/-/page/${project.full_path}/-/jobs/${id}`);
    return answer.json<PageData<JobPageData>>().data;
  };
  expect((await pageOf(again.id)).variables).toEqual([{ key: 'TARGET', value: 'eu' }]);
  const others = { job_variables_attributes: [{ key: 'TARGET', value: 'us' }] };
  const changed = await call(developer, 'POST', `/${project.full_path}/-/jobs/${again.id}/retry`, others);
  expect(changed.statusCode, changed.body).toBe(200);
  const third = changed.json<{ id: number }>().id;
  await end(third, 'failed');
  expect((await pageOf(third)).variables).toEqual([{ key: 'TARGET', value: 'us' }]);
  const whole = await ask(developer, 'POST', `/pipelines/${pipeline.id}/retry`);
  expect([whole.statusCode, restPipeline.parse(whole.json()).status]).toEqual([201, 'running']);
});

test('what cannot run is refused with its reason', async () => {
  const base = (answer: { json: () => unknown }) => answer.json();
  const missing = await ask(developer, 'POST', '/pipeline', { ref: 'nowhere' });
  expect([missing.statusCode, base(missing)]).toEqual([400, { message: { base: ['Reference not found'] } }]);
  expect((await ask(developer, 'POST', '/pipeline', { ref: 'main' })).statusCode).toBe(403);
  await project.repository.commit({
    branch: 'broken',
    files: { '.gitlab-ci.yml': 'compile: { stage: nowhere, script: x }' },
  });
  const invalid = await ask(developer, 'POST', '/pipeline', { ref: 'broken' });
  expect([invalid.statusCode, base(invalid)]).toEqual([
    400,
    { message: { base: [expect.stringContaining('compile job: chosen stage nowhere does not exist')] } },
  ]);
  await project.repository.commit({ branch: 'empty', files: { a: '1' } });
  expect(base(await ask(developer, 'POST', '/pipeline', { ref: 'empty' }))).toEqual({
    message: { base: ['Missing CI config file'] },
  });
});

test('the same by GraphQL and from pages', async () => {
  const created = await graphql(
    developer,
    `
      mutation ($path: ID!) {
        pipelineCreate(input: { projectPath: $path, ref: "topic" }) {
          pipeline {
            id
            status
          }
          errors
        }
      }
    `,
    { path: project.full_path },
  );
  const { pipeline, errors } = created.data['pipelineCreate'] as { pipeline: { id: string }; errors: string[] };
  expect(errors).toEqual([]);
  const id = Number(pipeline.id.split('/').at(-1));
  const compile = await jobNamed(id, 'compile');
  const cancel = await graphql(
    developer,
    `
      mutation ($id: CiProcessableID!) {
        jobCancel(input: { id: $id }) {
          job {
            name
            status
          }
          errors
        }
      }
    `,
    { id: `gid://gitlab/Ci::Build/${compile.id}` },
  );
  expect(cancel.data['jobCancel']).toEqual({ job: { name: 'compile', status: 'CANCELED' }, errors: [] });
  const unscheduled = await graphql(
    developer,
    `
      mutation ($id: CiProcessableID!) {
        jobUnschedule(input: { id: $id }) {
          errors
        }
      }
    `,
    { id: `gid://gitlab/Ci::Build/${compile.id}` },
  );
  expect(unscheduled.data['jobUnschedule']).toEqual({
    errors: ['The job is not scheduled: only a delayed job can be unscheduled.'],
  });
  const failing = await graphql(
    developer,
    `
      mutation ($path: ID!) {
        pipelineCreate(input: { projectPath: $path, ref: "nowhere" }) {
          pipeline {
            id
          }
          errors
        }
      }
    `,
    { path: project.full_path },
  );
  expect(failing.data['pipelineCreate']).toEqual({ pipeline: null, errors: ['Reference not found'] });

  const stage = await call(developer, 'GET', `/${project.full_path}/-/pipelines/${id}/stage.json?stage=build`);
  const path = `/${project.full_path}/-/jobs/${compile.id}/retry`;
  expect(stage.json()).toMatchObject({ latest_statuses: [{ name: 'compile', status: { action: { path } } }] });
  const pressed = await call(developer, 'POST', path);
  expect([pressed.statusCode, pressed.json()]).toEqual([200, expect.objectContaining({ state: 'pending' })]);

  const files = await graphql(
    owner,
    `
      mutation ($id: CiBuildID!) {
        jobArtifactsDestroy(input: { id: $id }) {
          job {
            name
          }
          destroyedArtifactsCount
          errors
        }
      }
    `,
    { id: `gid://gitlab/Ci::Build/${compile.id}` },
  );
  expect(files.data['jobArtifactsDestroy']).toEqual({
    job: { name: 'compile' },
    destroyedArtifactsCount: 0,
    errors: [],
  });
  const destroy = (by: TestUser) =>
    graphql(
      by,
      `
        mutation ($id: CiPipelineID!) {
          pipelineDestroy(input: { id: $id }) {
            errors
          }
        }
      `,
      { id: pipeline.id },
    );
  expect((await destroy(developer)).data['pipelineDestroy']).toEqual({ errors: [expect.any(String)] });
  expect((await destroy(owner)).data['pipelineDestroy']).toEqual({ errors: [] });
});

test('variables of projects, groups and the instance', async () => {
  const make = (body: object) => ask(owner, 'POST', '/variables', body);
  const made = await make({ key: 'TOKEN', value: 'secret-value', masked: true, protected: true });
  expect([made.statusCode, restVariable.parse(made.json())]).toEqual([
    201,
    expect.objectContaining({
      key: 'TOKEN',
      value: 'secret-value',
      masked: true,
      hidden: false,
      environment_scope: '*',
    }),
  ]);
  expect((await make({ key: 'TOKEN', value: 'other' })).json()).toEqual({
    message: { key: ['(TOKEN) has already been taken'] },
  });
  for (const value of ['short', 'has a blank', 'two\nlines here']) {
    const refused = await make({ key: 'BAD', value, masked: true });
    expect([value, refused.statusCode, refused.json().message.value]).toEqual([
      value,
      400,
      [expect.stringMatching(/^is invalid/)],
    ]);
  }
  expect((await make({ key: 'BAD-KEY', value: 'x' })).statusCode).toBe(400);
  expect((await ask(developer, 'GET', '/variables')).statusCode).toBe(403);

  await make({ key: 'TOKEN', value: 'of-production', environment_scope: 'production/*' });
  expect((await ask(owner, 'GET', '/variables/TOKEN')).statusCode).toBe(409);
  const scoped = `/variables/TOKEN?filter[environment_scope]=${encodeURIComponent('production/*')}`;
  expect((await ask(owner, 'GET', scoped)).json()).toMatchObject({ value: 'of-production' });
  expect((await ask(owner, 'PUT', scoped, { value: 'now-changed' })).json()).toMatchObject({ value: 'now-changed' });

  const hidden = await make({ key: 'HIDDEN', value: 'never-shown', masked_and_hidden: true });
  expect(hidden.json()).toMatchObject({ value: null, hidden: true, masked: true });
  expect((await ask(owner, 'PUT', '/variables/HIDDEN', { masked: false })).statusCode).toBe(400);

  const values = async (isProtected: boolean, environment: string | null) =>
    Object.fromEntries(
      (await settingVariables(app.system, { projectId: project.id, isProtected, environment })).map(
        ({ key, value }) => [key, value],
      ),
    );
  expect(await values(true, null)).toEqual({ TOKEN: 'secret-value', HIDDEN: 'never-shown' });
  expect(await values(false, 'production/eu')).toEqual({ TOKEN: 'now-changed', HIDDEN: 'never-shown' });
  expect((await ask(owner, 'DELETE', scoped)).statusCode).toBe(204);

  const listed = await graphql(
    owner,
    `
      query ($path: ID!) {
        project(fullPath: $path) {
          ciVariables {
            nodes {
              key
              value
              hidden
            }
          }
        }
      }
    `,
    { path: project.full_path },
  );
  expect(listed.data['project']).toEqual({
    ciVariables: {
      nodes: [
        { key: 'HIDDEN', value: null, hidden: true },
        { key: 'TOKEN', value: 'secret-value', hidden: false },
      ],
    },
  });
  const page = await call(owner, 'GET', `/-/page/${project.full_path}/-/settings/ci_cd`);
  expect(page.json<PageData<CiSettingsPageData>>()).toMatchObject({
    kind: 'project_ci_cd',
    data: {
      canChange: true,
      variables: [
        { key: 'HIDDEN', value: null },
        { key: 'TOKEN', value: 'secret-value' },
      ],
    },
  });
  expect((await call(developer, 'GET', `/-/page/${project.full_path}/-/settings/ci_cd`)).statusCode).toBe(403);
  const events = await app.system.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('action', 'like', 'ci_variable.%')
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual([
    'ci_variable.created',
    'ci_variable.created',
    'ci_variable.updated',
    'ci_variable.created',
    'ci_variable.deleted',
  ]);
  expect(JSON.stringify(events)).not.toMatch(/secret-value|of-production|now-changed|never-shown/);
});

test('a trigger token runs pipelines as its owner', async () => {
  const made = await ask(owner, 'POST', '/triggers', { description: 'from the build server' });
  const { id, token } = restTrigger.parse(made.json());
  expect([made.statusCode, token]).toEqual([201, expect.stringMatching(/^glptt-[0-9a-f]{40}$/)]);
  const listed = z.array(restTrigger).parse((await ask(owner, 'GET', '/triggers')).json());
  expect(listed).toMatchObject([{ id, token: token.slice(0, 10), owner: { id: owner.user.id } }]);
  expect((await ask(developer, 'GET', '/triggers')).statusCode).toBe(403);
  const settings = await call(owner, 'GET', `/-/page/${project.full_path}/-/settings/ci_cd`);
  const { triggers, badges } = settings.json<PageData<CiSettingsPageData>>().data;
  expect(triggers).toMatchObject({
    total: 1,
    tokens: [{ id, start: token.slice(0, 10), description: 'from the build server', isExpired: false }],
    canChange: true,
    ref: 'main',
  });
  for (const { image } of badges?.badges ?? []) {
    const badge = await call(owner, 'GET', new URL(image).pathname);
    expect([badge.statusCode, badge.headers['content-type']], image).toEqual([200, 'image/svg+xml; charset=utf-8']);
  }
  expect(badges?.badges).toHaveLength(3);

  const run = (path: string, payload: string | object) =>
    server.inject({
      method: 'POST',
      url: `/api/v4/projects/${project.id}${path}`,
      payload,
      ...(typeof payload === 'string' && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });
  const form = `token=${token}&ref=main&variables[COLOUR]=red&variables[SIZE]=2`;
  const started = await run('/trigger/pipeline', form);
  expect(restPipeline.parse(started.json())).toMatchObject({
    source: 'trigger',
    ref: 'main',
    user: { id: owner.user.id },
  });
  const variables = await ask(owner, 'GET', `/pipelines/${started.json().id}/variables`);
  expect(variables.json()).toMatchObject([
    { key: 'COLOUR', value: 'red' },
    { key: 'SIZE', value: '2' },
  ]);
  expect((await run('/ref/topic/trigger/pipeline', { token, variables: { A: 'b' } })).statusCode).toBe(201);
  expect((await run('/trigger/pipeline', { token: 'glptt-wrong', ref: 'main' })).statusCode).toBe(404);
  expect((await run('/trigger/pipeline', { token, ref: 'nowhere' })).json()).toEqual({
    message: { base: ['Reference not found'] },
  });
  expect((await ask(owner, 'DELETE', `/triggers/${id}`)).statusCode).toBe(204);
  expect((await run('/trigger/pipeline', { token, ref: 'main' })).statusCode).toBe(404);

  // With job tokens pipelines start each other, but not without end.
  const job = await jobNamed(started.json().id, 'compile');
  const jobToken = 'glcbt-of-the-job';
  const jobs = app.system.db.updateTable('ci_jobs').where('id', '=', job.id);
  await jobs.set({ status: 'running', token_hash: app.system.secrets.digest(jobToken) }).execute();
  const byJob = () => run('/trigger/pipeline', { token: jobToken, ref: 'topic' });
  const next = restPipeline.parse((await byJob()).json());
  expect(next).toMatchObject({ source: 'pipeline', user: { id: owner.user.id } });
  const pipelines = app.system.db.updateTable('ci_pipelines').returning('options');
  const last = { options: JSON.stringify({ tokenStarts: 10 }) };
  expect(await pipelines.set({ name: 'x' }).where('id', '=', next.id).execute()).toMatchObject([
    { options: { tokenStarts: 1 } },
  ]);
  await pipelines.set(last).where('id', '=', job.pipeline.id).execute();
  expect((await byJob()).json()).toEqual({ message: { base: [expect.stringContaining('10 pipelines in a row')] } });
});

test('schedules run when they are due, as their owner', async () => {
  const body = { description: 'nightly', ref: 'topic', cron: '0 4 * * 1-5', cron_timezone: 'Europe/Berlin' };
  const make = (user: TestUser, changes: object = {}) =>
    ask(user, 'POST', '/pipeline_schedules', { ...body, ...changes });
  for (const [field, value] of [
    ['cron', 'often'],
    ['cron', '* * * * * *'],
    ['cron_timezone', 'Nowhere'],
  ] as const) {
    const refused = await make(owner, { [field]: value });
    expect([value, refused.statusCode, refused.json()]).toEqual([
      value,
      400,
      { message: { [field]: ['is invalid syntax'] } },
    ]);
  }
  expect((await make(developer, { ref: 'main' })).statusCode).toBe(403);
  const made = restScheduleDetails.parse((await make(developer)).json());
  expect(made).toMatchObject({ active: true, owner: { id: developer.user.id }, variables: [] });
  expect(
    new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', hour: 'numeric', hour12: false }).format(
      new Date(made.next_run_at ?? 0),
    ),
  ).toBe('04');
  const path = `/pipeline_schedules/${made.id}`;
  await ask(developer, 'POST', `${path}/variables`, { key: 'NIGHTLY', value: 'yes' });
  expect((await ask(developer, 'PUT', path, { inputs: [{ name: 'level', value: 3 }] })).json()).toMatchObject({
    inputs: [{ name: 'level', value: 3 }],
    variables: [{ key: 'NIGHTLY', value: 'yes' }],
  });
  await ask(developer, 'PUT', path, { inputs: [{ name: 'level', destroy: true }] });
  expect((await ask(developer, 'POST', `${path}/take_ownership`)).statusCode).toBe(403);

  // The page saves a schedule with all its variables.
  const save = (variables: object[], by = developer) =>
    call(by, 'PUT', `/${project.full_path}/-/pipeline_schedules/${made.id}`, { ...body, active: true, variables });
  const token = { key: 'TOKEN', value: 'a\nb', variable_type: 'file' };
  expect((await save([token, { key: 'NIGHTLY', value: 'yes' }])).json()).toEqual({ id: made.id });
  expect((await save([token, token])).statusCode).toBe(400);
  const outsider = await createUser(app);
  expect((await save([], outsider)).statusCode).toBe(404);
  const nightly = [
    { key: 'NIGHTLY', value: 'yes', type: 'env_var' },
    { key: 'TOKEN', value: 'a\nb', type: 'file' },
  ];
  const page = await call(developer, 'GET', `/-/page/${project.full_path}/-/pipeline_schedules`);
  expect(page.json<PageData<SchedulesPageData>>().data).toMatchObject({
    canCreate: true,
    counts: { all: 1, active: 1, inactive: 0 },
    schedules: [{ id: made.id, variables: nightly, can: { update: true, play: true, takeOwnership: false } }],
  });

  const due = async () => {
    const past = new Date(app.clock.now().getTime() - 60_000);
    await app.system.db.updateTable('ci_schedules').set({ next_run_at: past }).where('id', '=', made.id).execute();
    await runDueSchedules.run(app.system, {});
    return restScheduleDetails.parse((await ask(owner, 'GET', path)).json());
  };
  const ran = await due();
  expect(ran).toMatchObject({ active: true, last_pipeline: { source: 'schedule', ref: 'topic' } });
  expect(new Date(ran.next_run_at ?? 0).getTime()).toBeGreaterThan(Date.now());
  expect((await ask(owner, 'GET', `/pipelines/${ran.last_pipeline?.id}`)).json()).toMatchObject({
    user: { id: developer.user.id },
  });
  expect((await ask(developer, 'POST', `${path}/play`)).statusCode).toBe(201);
  // Without the right to run there it is switched off.
  await ask(owner, 'POST', '/protected_branches', { name: 'topic', push_access_level: 40, merge_access_level: 40 });
  expect(await due()).toMatchObject({ active: false, next_run_at: null });
  expect((await ask(developer, 'POST', `${path}/play`)).statusCode).toBe(403);
  const changed = await ask(developer, 'PUT', `${path}/variables/NIGHTLY`, { value: 'no' });
  expect(changed.statusCode).toBe(403);
  await ask(owner, 'DELETE', '/protected_branches/topic');
  expect((await ask(owner, 'POST', `${path}/take_ownership`)).json()).toMatchObject({ owner: { id: owner.user.id } });
  expect((await ask(developer, 'DELETE', path)).statusCode).toBe(403);
  expect((await ask(owner, 'DELETE', path)).statusCode).toBe(204);
});

test('push options skip pipelines or give them variables and inputs', async () => {
  const push = (sealedOptions: string) =>
    emit(app.system, 'push.received', {
      pushEventId: 1,
      projectId: project.id,
      ref: 'refs/heads/topic',
      refKind: 'branch',
      name: 'topic',
      oldSha: '0'.repeat(40),
      newSha: sha,
      actorId: owner.user.id,
      action: 'created',
      isForced: false,
      commitCount: 1,
      sealedOptions,
    });
  const sha = (await project.repository.git('rev-parse', 'topic')).trim();
  const newest = async () => (await ask(owner, 'GET', '/pipelines?source=push')).json()[0];
  await push(sealPushOptions(app.system, ['ci.variable=MODE=fast=er', 'ci.variable=no key=1', 'ci.input=level=3']));
  await app.runJobs();
  // There is no such input.
  expect(await newest()).toMatchObject({ status: 'failed', source: 'push' });
  const chosen = readPushOptions([
    { name: 'ci.variable', value: 'MODE=fast=er' },
    { name: 'ci.variable', value: 'no key=1' },
    { name: 'ci.input', value: 'level=3' },
    { name: 'ci.input', value: 'name=x' },
  ]);
  expect(chosen).toEqual({
    runsNone: false,
    skips: false,
    variables: [{ key: 'MODE', value: 'fast=er' }],
    inputs: { level: 3, name: 'x' },
  });
  expect(readPushOptions([{ name: 'ci.skip', value: undefined }])).toMatchObject({ skips: true });
});

test('lint checks files and texts, and shows what a pipeline would run', async () => {
  const sha = (await project.repository.git('rev-parse', 'topic')).trim();
  const lint = (body: object) => ask(developer, 'POST', '/ci/lint', body);
  const content = 'include: jobs.yml\nunit: { script: make, stage: test, needs: [extra] }\n';
  await project.repository.commit({ branch: 'main', files: { 'jobs.yml': 'extra: { script: "echo $TOKEN" }' } });
  const good = restLintResult.parse((await lint({ content, include_jobs: true })).json());
  expect(good).toMatchObject({
    valid: true,
    errors: [],
    includes: [
      { type: 'local', location: 'jobs.yml', blob: expect.stringMatching(/-\/blob\/[0-9a-f]{40}\/jobs\.yml$/) },
    ],
    jobs: [{ name: 'extra' }, { name: 'unit', stage: 'test', needs: [{ name: 'extra' }] }],
  });
  expect(good.merged_yaml).toContain('echo $TOKEN');
  const bad = restLintResult.parse((await lint({ content: 'unit: { stage: test }' })).json());
  expect(bad).toMatchObject({ valid: false, errors: [expect.stringContaining('unit')] });
  // The default branch is protected.
  expect((await lint({ content, dry_run: true })).statusCode).toBe(403);
  const dry = {
    content: 'unit: { script: x, rules: [{ if: $CI_COMMIT_BRANCH == "other" }] }',
    dry_run: true,
    ref: 'topic',
  };
  expect((await lint(dry)).json()).toMatchObject({
    valid: false,
    errors: [expect.stringMatching(/^Pipeline will not run/)],
  });
  const file = restLintResult.parse(
    (await ask(developer, 'GET', `/ci/lint?include_jobs=true&content_ref=${sha}`)).json(),
  );
  expect(file.jobs?.map(({ name, when }) => [name, when])).toEqual([
    ['compile', 'on_success'],
    ['ship', 'manual'],
  ]);
});

test('administrators limit the jobs and includes of a pipeline', async () => {
  const root = await rootUser(app);
  const limit = (fields: object) => call(root, 'PUT', '/api/v4/application/settings', fields);
  const errorsOf = async (content: string) =>
    restLintResult.parse((await ask(developer, 'POST', '/ci/lint', { content })).json()).errors;
  expect((await limit({ ci_pipeline_size: 0 })).statusCode).toBe(400);
  expect((await limit({ ci_pipeline_size: 1, ci_max_includes: 0 })).statusCode).toBe(200);
  expect(await errorsOf('a: { script: x }\n')).toEqual([]);
  expect(await errorsOf('a: { script: x }\nb: { script: x }\n')).toEqual([
    'The number of jobs has exceeded the limit of 1.',
  ]);
  expect(await errorsOf('include: jobs.yml\na: { script: x }\n')).toEqual([expect.stringContaining('include')]);
  expect((await limit({ ci_pipeline_size: 10_000, ci_max_includes: 150 })).statusCode).toBe(200);
});

test('the pipeline editor opens the file of a branch and checks what is typed', async () => {
  const open = async (user: TestUser, of: BuiltProject, query = '') =>
    (await call(user, 'GET', `/-/page/${of.full_path}/-/ci/editor${query}`)).json<PageData<CiEditorPageData>>();
  const page = (await open(developer, project, '?branch_name=topic')).data;
  expect(page).toMatchObject({ branch: 'topic', path: '.gitlab-ci.yml', content: CONFIG, starters: [] });
  expect(page.lastCommitId).toMatch(/^[0-9a-f]{40}$/);
  expect((await call(developer, 'GET', `/-/page/${project.full_path}/-/ci/editor?branch_name=gone`)).statusCode).toBe(
    404,
  );
  const check = async (of: BuiltProject, body: object) =>
    (
      await call(developer, 'POST', `/${of.full_path}/-/ci/editor/check`, { branch: 'topic', ...body })
    ).json<CheckedConfig>();
  const content = 'a: { script: x }\nb: { script: x, needs: [a], rules: [{ if: $CI_COMMIT_TAG }] }\n';
  expect(await check(project, { content })).toMatchObject({
    errors: [],
    graph: {
      stages: ['test'],
      jobs: [
        { name: 'a', needs: null },
        { name: 'b', needs: ['a'] },
      ],
    },
    jobs: [],
  });
  expect((await check(project, { content, dry_run: true })).jobs.map(({ name }) => name)).toEqual(['a']);
  const wrong = await check(project, { content: 'b: { script: x }\na:\n  script: x\n  stag: test\n' });
  expect(wrong).toMatchObject({ graph: null, errors: [{ file: null, line: 4, column: 3 }] });
  // A project without files is where most begin.
  const empty = await createProject(app, { owner: owner.user, name: 'Fresh' });
  await addMember(app, { project: empty, user: developer.user, level: 40 });
  expect((await open(developer, empty)).data).toMatchObject({
    isEmptyRepository: true,
    content: null,
    form: { branch: 'main' },
  });
  expect(await check(empty, { content, branch: 'main' })).toMatchObject({ errors: [], graph: { stages: ['test'] } });
});

/** Whoever runs a pipeline hears that it failed, and that the next one passes again. */
async function checkMails(of: BuiltProject, path: string): Promise<void> {
  for (const status of ['failed', 'failed', 'success', 'success'] as const) {
    const made = await call(owner, 'POST', `${path}/pipelines/run`, { ref: 'main', inputs: { name: 'Ann' } });
    const jobs = await call(owner, 'GET', `/api/v4/projects/${of.id}/pipelines/${made.json<{ id: number }>().id}/jobs`);
    const [job] = z.array(restJob).parse(jobs.json());
    const row = await findJob(app.system.db, job?.id ?? 0);
    if (!row) throw new Error('no job');
    await updateJob(app.system.db, row, { status: 'running', started_at: new Date() });
    await finishJob(app.system, row.id, { status, coverage: status === 'success' ? 91.5 : null });
    await app.runJobs();
  }
  const mails = await app.system.db
    .selectFrom('mail_messages')
    .select(['recipient', 'subject', 'text_body'])
    .where('subject', 'like', `%pipeline in ${of.full_path}%`)
    .orderBy('id')
    .execute();
  expect(mails.map(({ subject }) => subject.split(' ')[0])).toEqual(['Failed', 'Failed', 'Failed', 'Fixed']);
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set([owner.user.email]));
  const texts = mails.map((mail) => mail.text_body).join('\n');
  expect(texts).toContain('- a (stage test): ');
  // The push had no value for an input.
  expect(texts).toContain('The configuration has errors: ');
}

test.runIf(IS_FULL)(
  'the form offers what the configuration describes, the page runs it, and badges say what came of it',
  async () => {
    const config = `spec: { inputs: { level: { type: number, default: 3 }, name: { description: Who } } }
---
variables: { TARGET: { value: staging, description: Where to, options: [staging, production] }, QUIET: x }
a: { script: 'echo $[[ inputs.name ]]', coverage: '/x/' }
`;
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: config }];
    const other = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: '1' } });
    const path = `/${other.full_path}/-`;
    const commit = { branch: 'main', commit_message: 'Build', actions };
    await call(owner, 'POST', `/api/v4/projects/${other.id}/repository/commits`, commit);
    const form = await call(owner, 'GET', `/-/page${path}/pipelines/new`);
    expect(form.json<PageData<RunPipelinePageData>>().data).toMatchObject({
      ref: 'main',
      refusal: null,
      form: {
        inputs: [
          { name: 'level', type: 'number', value: '3', isRequired: false },
          { name: 'name', description: 'Who', isRequired: true },
        ],
        errors: [],
      },
    });
    expect((await call(developer, 'GET', `/-/page${path}/pipelines/new`)).statusCode).toBe(404);
    expect((await call(owner, 'POST', `${path}/pipelines/run`, { ref: 'main' })).statusCode).toBe(400);
    const made = await call(owner, 'POST', `${path}/pipelines/run`, { ref: 'main', inputs: { name: 'Ann' } });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<{ id: number }>();
    const pipeline = restPipeline.parse(
      (await call(owner, 'GET', `/api/v4/projects/${other.id}/pipelines/${id}`)).json(),
    );
    expect(pipeline.source).toBe('web');
    const badge = async (name: string) => (await call(owner, 'GET', `${path}/badges/main/${name}`)).body;
    expect(await badge('pipeline.svg?key_text=build')).toContain('aria-label="build: pending"');
    const [job] = z
      .array(restJob)
      .parse((await call(owner, 'GET', `/api/v4/projects/${other.id}/pipelines/${id}/jobs`)).json());
    const row = await findJob(app.system.db, job?.id ?? 0);
    if (!row) throw new Error('no job');
    await updateJob(app.system.db, row, { status: 'running', started_at: new Date() });
    await finishJob(app.system, row.id, { status: 'success', coverage: 91.5 });
    expect(await badge('pipeline.svg')).toContain('pipeline: passed');
    await checkMails(other, path);
    expect(await badge('coverage.svg')).toContain('coverage: 91.50%');
    expect(await badge('coverage.svg?job=none')).toContain('coverage: unknown');
    expect((await call(developer, 'GET', `${path}/badges/main/pipeline.svg`)).statusCode).toBe(404);
  },
);
