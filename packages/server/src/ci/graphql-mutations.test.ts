import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../testing/call-graphql.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../accounts/testing.ts';
import { toGlobalId } from '../endpoints/graphql/global-id.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;
let other: BuiltProject;
let path: string;

const CONFIG = 'compile: { script: make }\n';

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer] = [await createUser(app), await createUser(app)];
  const files = { '.gitlab-ci.yml': CONFIG };
  project = await createProject(app, { owner: owner.user, visibility: 'private', files });
  other = await createProject(app, { owner: owner.user, visibility: 'private', files });
  await addMember(app, { project, user: developer.user, level: 30 });
  path = project.full_path;
});
afterAll(() => app.close());

const graphql = graphqlCaller(() => app);

/** What the mutation answers; an error of the whole request fails the test. */
async function mutate(by: TestUser, name: string, input: object, fields: string) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const answer = await graphql(by, `mutation($input: ${type}!) { ${name}(input: $input) { ${fields} errors } }`, {
    input,
  });
  expect(answer.errors).toBeUndefined();
  return answer.data[name];
}

async function ask(by: TestUser, fields: string) {
  const answer = await graphql(by, `query($path: ID!) { project(fullPath: $path) { ${fields} } }`, { path });
  expect(answer.errors).toBeUndefined();
  return answer.data.project;
}

test('runners are created, changed, paused, assigned and deleted', async () => {
  const created = await mutate(
    owner,
    'runnerCreate',
    {
      runnerType: 'PROJECT_TYPE',
      projectId: toGlobalId('Project', project.id),
      description: 'Linux',
      tagList: ['b', 'a'],
    },
    'runner { id description tagList paused status runnerType ephemeralAuthenticationToken }',
  );
  expect(created).toMatchObject({
    errors: [],
    runner: { description: 'Linux', paused: false, status: 'NEVER_CONTACTED', runnerType: 'PROJECT_TYPE' },
  });
  expect(created.runner.tagList.toSorted()).toEqual(['a', 'b']);
  expect(created.runner.ephemeralAuthenticationToken).toMatch(/^glrt-/);
  const { id } = created.runner;

  const changed = await mutate(
    owner,
    'runnerUpdate',
    { id, description: 'Fast', maximumTimeout: 1200, accessLevel: 'REF_PROTECTED', maintenanceNote: 'Rack 4' },
    'runner { description maximumTimeout accessLevel maintenanceNote ephemeralAuthenticationToken }',
  );
  expect(changed).toEqual({
    errors: [],
    runner: {
      description: 'Fast',
      maximumTimeout: 1200,
      accessLevel: 'REF_PROTECTED',
      maintenanceNote: 'Rack 4',
      ephemeralAuthenticationToken: null,
    },
  });
  const denied = await graphql(
    developer,
    'mutation($input: RunnerUpdateInput!) { runnerUpdate(input: $input) { runner { id } errors } }',
    { input: { id, paused: true } },
  );
  expect(denied.data?.runnerUpdate?.runner ?? null).toBeNull();
  expect([...(denied.errors ?? []), ...(denied.data?.runnerUpdate?.errors ?? [])]).toHaveLength(1);

  const missing = toGlobalId('Ci::Runner', 2 ** 30);
  const paused = await mutate(
    owner,
    'runnerBulkPause',
    { ids: [id, missing], paused: true },
    'updatedCount updatedRunners { id paused }',
  );
  expect(paused).toMatchObject({ updatedCount: 1, updatedRunners: [{ id, paused: true }] });
  expect(paused.errors).toHaveLength(1);

  expect(await mutate(owner, 'runnerAssignToProject', { runnerId: id, projectPath: other.full_path }, '')).toEqual({
    errors: [],
  });
  const listed = 'runners(type: PROJECT_TYPE) { count nodes { id } }';
  expect(await ask(owner, listed)).toEqual({ runners: { count: 1, nodes: [{ id }] } });
  const ofOther = async () =>
    (await graphql(owner, `query($path: ID!) { project(fullPath: $path) { ${listed} } }`, { path: other.full_path }))
      .data.project.runners.count;
  expect(await ofOther()).toBe(1);
  await mutate(owner, 'runnerUnassignFromProject', { runnerId: id, projectPath: other.full_path }, '');
  expect(await ofOther()).toBe(0);

  const second = await mutate(
    owner,
    'runnerCreate',
    { runnerType: 'PROJECT_TYPE', projectId: toGlobalId('Project', project.id) },
    'runner { id }',
  );
  expect(await mutate(owner, 'runnerDelete', { id }, '')).toEqual({ errors: [] });
  expect(await mutate(owner, 'bulkRunnerDelete', { ids: [second.runner.id] }, 'deletedCount deletedIds')).toEqual({
    deletedCount: 1,
    deletedIds: [second.runner.id],
    errors: [],
  });
  expect(await ask(owner, listed)).toEqual({ runners: { count: 0, nodes: [] } });
});

test('registration tokens are replaced, and caches of runners cleared', async () => {
  const reset = () =>
    mutate(
      owner,
      'runnersRegistrationTokenReset',
      { type: 'PROJECT_TYPE', id: toGlobalId('Project', project.id) },
      'token',
    );
  const [first, second] = [await reset(), await reset()];
  expect(first.token).toEqual(expect.any(String));
  expect(second.token).not.toBe(first.token);
  const ofInstance = await mutate(
    await rootUser(app),
    'runnersRegistrationTokenReset',
    { type: 'INSTANCE_TYPE' },
    'token',
  );
  expect(ofInstance.token).toEqual(expect.any(String));
  expect(await mutate(owner, 'runnerCacheClear', { projectId: toGlobalId('Project', project.id) }, '')).toEqual({
    errors: [],
  });
});

test('schedules are created with variables, changed, played, taken over and deleted', async () => {
  const created = await mutate(
    owner,
    'pipelineScheduleCreate',
    {
      projectPath: path,
      description: 'Nightly',
      cron: '0 1 * * *',
      cronTimezone: 'UTC',
      ref: 'main',
      active: true,
      variables: [{ key: 'LEVEL', value: 'high', variableType: 'ENV_VAR' }],
    },
    'pipelineSchedule { id description cron active owner { username } variables { nodes { key value } } }',
  );
  expect(created).toMatchObject({
    errors: [],
    pipelineSchedule: {
      description: 'Nightly',
      cron: '0 1 * * *',
      active: true,
      owner: { username: owner.user.username },
      variables: { nodes: [{ key: 'LEVEL', value: 'high' }] },
    },
  });
  const { id } = created.pipelineSchedule;
  const changed = await mutate(
    owner,
    'pipelineScheduleUpdate',
    {
      id,
      active: false,
      variables: [
        { key: 'LEVEL', value: 'low', variableType: 'ENV_VAR', destroy: true },
        { key: 'NEXT', value: 'x', variableType: 'FILE' },
      ],
    },
    'pipelineSchedule { description active variables { nodes { key variableType } } }',
  );
  expect(changed.pipelineSchedule).toEqual({
    description: 'Nightly',
    active: false,
    variables: { nodes: [{ key: 'NEXT', variableType: 'FILE' }] },
  });
  const wrong = await mutate(owner, 'pipelineScheduleUpdate', { id, cron: 'often' }, 'pipelineSchedule { id }');
  expect(wrong.pipelineSchedule).toBeNull();
  expect(wrong.errors).toHaveLength(1);
  expect(await ask(owner, 'pipelineSchedules { count nodes { id active } }')).toEqual({
    pipelineSchedules: { count: 1, nodes: [{ id, active: false }] },
  });
  expect((await mutate(owner, 'pipelineSchedulePlay', { id }, 'pipelineSchedule { id }')).errors).toEqual([]);
  const root = await rootUser(app);
  const taken = await mutate(root, 'pipelineScheduleTakeOwnership', { id }, 'pipelineSchedule { owner { username } }');
  expect(taken.pipelineSchedule).toEqual({ owner: { username: root.user.username } });
  expect(await mutate(owner, 'pipelineScheduleDelete', { id }, '')).toEqual({ errors: [] });
  expect(await ask(owner, 'pipelineSchedules { count }')).toEqual({ pipelineSchedules: { count: 0 } });
});

test('trigger tokens are created, changed and deleted', async () => {
  const created = await mutate(
    owner,
    'pipelineTriggerCreate',
    { projectPath: path, description: 'Deploys' },
    'pipelineTrigger { id token hasTokenExposed description }',
  );
  const { id, token } = created.pipelineTrigger;
  expect(created.pipelineTrigger).toMatchObject({ hasTokenExposed: true, description: 'Deploys' });
  expect(token.length).toBeGreaterThan(20);
  const changed = await mutate(
    owner,
    'pipelineTriggerUpdate',
    { id, description: 'Ships' },
    'pipelineTrigger { description token }',
  );
  expect(changed.pipelineTrigger.description).toBe('Ships');
  expect(changed.pipelineTrigger.token).not.toBe(token);
  expect(await ask(owner, 'pipelineTriggers { nodes { id description } }')).toEqual({
    pipelineTriggers: { nodes: [{ id, description: 'Ships' }] },
  });
  expect(await ask(developer, 'pipelineTriggers { count }')).toEqual({ pipelineTriggers: null });
  expect(await mutate(owner, 'pipelineTriggerDelete', { id }, '')).toEqual({ errors: [] });
  expect(await ask(owner, 'pipelineTriggers { count }')).toEqual({ pipelineTriggers: { count: 0 } });
});

test('a configuration is checked', async () => {
  const lint = (content: string) =>
    mutate(
      owner,
      'ciLint',
      { projectPath: path, content },
      'config { status errors mergedYaml stages { name groups { name size jobs { name script } } } }',
    );
  const fine = await lint('shards: { script: make, parallel: 2 }');
  expect(fine.config).toMatchObject({
    status: 'VALID',
    errors: [],
    stages: [
      {
        name: 'test',
        groups: [{ name: 'shards', size: 2, jobs: [{ name: 'shards 1/2', script: ['make'] }, { name: 'shards 2/2' }] }],
      },
    ],
  });
  const wrong = await lint('build: { image: ruby }');
  expect(wrong.config).toMatchObject({ status: 'INVALID', errors: [expect.stringContaining('script')] });
});
