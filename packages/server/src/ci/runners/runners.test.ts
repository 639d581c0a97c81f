import { restRunner, restRunnerCredentials, restRunnerDetails } from '@tributary/contract/ci/runners.ts';
import type { JobsPageData } from '@tributary/contract/ci/jobs-page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { maySubscribe } from '../../platform/realtime/topics.ts';
import { artifactsLimit, projectRowsByIds } from '../../projects/index.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';

let app: TestApp;
let server: FastifyInstance;
let root: TestUser;
let owner: TestUser;
let developer: TestUser;
let outsider: TestUser;
let group: Awaited<ReturnType<typeof createGroup>>;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  root = await rootUser(app);
  [owner, developer, outsider] = [await createUser(app), await createUser(app), await createUser(app)];
  group = await createGroup(app, { owner: owner.user, visibility: 'private' });
  project = await createProject(app, { owner: owner.user, group, visibility: 'private', files: { a: '1' } });
  await addMember(app, { project, user: developer.user, level: 30 });
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const call = (method: Method, path: string, by: TestUser | null, payload?: object) => {
  const options: InjectOptions = { method, url: `/api/v4${path}`, ...(payload && { payload }) };
  return server.inject({ ...options, ...(by && { headers: by.headers }) });
};

async function create(by: TestUser, payload: object) {
  const answer = await call('POST', '/user/runners', by, payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return restRunnerCredentials.parse(answer.json());
}

const idsOf = async (path: string, by: TestUser) =>
  z
    .array(restRunner)
    .parse((await call('GET', path, by)).json())
    .map(({ id }) => id);

test('a runner is created for a project, a group or the instance, and is its owners to see', async () => {
  const ofProject = await create(owner, {
    runner_type: 'project_type',
    project_id: project.id,
    description: 'Linux',
    tag_list: 'Docker,linux',
    maximum_timeout: 3_600,
    access_level: 'ref_protected',
  });
  expect(ofProject.token).toMatch(/^glrt-[\w-]{40,}$/);
  const ofGroup = await create(owner, { runner_type: 'group_type', group_id: group.id });
  const ofInstance = await create(root, { runner_type: 'instance_type' });
  const details = restRunnerDetails.parse((await call('GET', `/runners/${ofProject.id}`, owner)).json());
  expect(details).toMatchObject({
    description: 'Linux',
    runner_type: 'project_type',
    status: 'never_contacted',
    online: null,
    paused: false,
    tag_list: ['docker', 'linux'],
    maximum_timeout: 3_600,
    access_level: 'ref_protected',
    projects: [{ id: project.id }],
  });
  expect(await idsOf('/runners', owner)).toEqual([ofGroup.id, ofProject.id]);
  expect(await idsOf(`/projects/${project.id}/runners`, owner)).toEqual([ofInstance.id, ofGroup.id, ofProject.id]);
  expect(await idsOf(`/projects/${project.id}/runners?type=group_type`, owner)).toEqual([ofGroup.id]);
  expect(await idsOf(`/groups/${group.id}/runners?tag_list=docker`, owner)).toEqual([]);
  expect(await idsOf('/runners/all?scope=shared', root)).toEqual([ofInstance.id]);
  const refused: [Method, string, TestUser | null, number, object?][] = [
    ['POST', '/user/runners', developer, 403, { runner_type: 'project_type', project_id: project.id }],
    ['POST', '/user/runners', outsider, 404, { runner_type: 'group_type', group_id: group.id }],
    ['POST', '/user/runners', owner, 403, { runner_type: 'instance_type' }],
    ['POST', '/user/runners', owner, 400, { runner_type: 'project_type' }],
    ['GET', `/runners/${ofProject.id}`, outsider, 404],
    ['GET', `/runners/${ofProject.id}`, developer, 404],
    ['GET', `/runners/${ofInstance.id}`, outsider, 200],
    ['PUT', `/runners/${ofInstance.id}`, owner, 403, { paused: true }],
    ['GET', '/runners/all', owner, 403],
    ['GET', `/projects/${project.id}/runners`, developer, 403],
    ['POST', '/runners/reset_registration_token', owner, 403],
    ['GET', '/runners', null, 401],
  ];
  for (const [method, path, by, status, payload] of refused) {
    expect((await call(method, path, by, payload)).statusCode, `${method} ${path}`).toBe(status);
  }
});

test('a runner is changed, assigned to other projects, gets another token, and is deleted', async () => {
  const { id, token } = await create(owner, { runner_type: 'project_type', project_id: project.id });
  const other = await createProject(app, { owner: owner.user, visibility: 'private' });
  const paused = await call('PUT', `/runners/${id}`, owner, { active: false, description: 'Slow', locked: true });
  expect(restRunnerDetails.parse(paused.json())).toMatchObject({ paused: true, description: 'Slow', locked: true });
  const never = await call('PUT', `/runners/${id}`, owner, { run_untagged: false, tag_list: [] });
  expect(never.statusCode).toBe(400);
  const assign = () => call('POST', `/projects/${other.id}/runners`, owner, { runner_id: id });
  expect((await assign()).statusCode).toBe(403);
  await call('PUT', `/runners/${id}`, owner, { locked: false });
  expect((await assign()).statusCode).toBe(201);
  expect((await assign()).statusCode).toBe(400);
  // Who maintains a project that borrows the runner sees it and changes nothing.
  await addMember(app, { project: other, user: outsider.user, level: 40 });
  expect((await call('GET', `/runners/${id}`, outsider)).statusCode).toBe(200);
  expect((await call('PUT', `/runners/${id}`, outsider, { paused: false })).statusCode).toBe(403);
  expect((await call('POST', `/runners/${id}/reset_authentication_token`, outsider)).statusCode).toBe(403);
  expect((await call('DELETE', `/runners/${id}`, outsider)).statusCode).toBe(403);
  expect((await call('DELETE', `/projects/${project.id}/runners/${id}`, owner)).statusCode).toBe(403);
  expect((await call('DELETE', `/projects/${other.id}/runners/${id}`, owner)).statusCode).toBe(204);
  const reset = await call('POST', `/runners/${id}/reset_authentication_token`, owner);
  expect(reset.statusCode).toBe(201);
  expect((await call('POST', '/runners/verify', null, { token })).statusCode).toBe(403);
  expect((await call('POST', '/runners/verify', null, { token: reset.json().token })).statusCode).toBe(200);
  expect((await call('DELETE', `/runners/${id}`, developer)).statusCode).toBe(404);
  expect((await call('DELETE', `/runners/${id}`, owner)).statusCode).toBe(204);
  expect((await call('GET', `/runners/${id}`, owner)).statusCode).toBe(404);
});

test('a runner registers with a registration token, names its machine and unregisters', async () => {
  const answer = await call('POST', `/projects/${project.id}/runners/reset_registration_token`, owner);
  const { token: registration } = z.object({ token: z.string() }).parse(answer.json());
  const info = { name: 'gitlab-runner', version: '15.11.0', platform: 'linux', architecture: 'amd64', features: {} };
  const register = (token: string) =>
    call('POST', '/runners', null, { token, description: 'Old', tag_list: 'a,b', run_untagged: true, info });
  expect((await register(`${registration}x`)).statusCode).toBe(403);
  const registered = await register(registration);
  expect(registered.statusCode).toBe(201);
  const { id, token } = restRunnerCredentials.parse(registered.json());
  const verified = await call('POST', '/runners/verify', null, { token, system_id: 's_1', info });
  expect(restRunnerCredentials.parse(verified.json())).toEqual({ id, token, token_expires_at: null });
  expect(restRunnerDetails.parse((await call('GET', `/runners/${id}`, owner)).json())).toMatchObject({
    status: 'online',
    online: true,
    version: '15.11.0',
    platform: 'linux',
    tag_list: ['a', 'b'],
  });
  expect((await call('GET', `/runners/${id}/managers`, owner)).json()).toMatchObject([{ system_id: 's_1' }]);
  const machine = { token, system_id: 's_1' };
  expect((await call('DELETE', '/runners/managers', null, machine)).statusCode).toBe(204);
  expect((await call('DELETE', '/runners/managers', null, machine)).statusCode).toBe(404);
  // A new registration token ends the old one, not the runners that came by it.
  await call('POST', `/projects/${project.id}/runners/reset_registration_token`, owner);
  expect((await register(registration)).statusCode).toBe(403);
  expect((await call('DELETE', '/runners', null, { token })).statusCode).toBe(204);
  expect((await call('POST', '/runners/verify', null, { token })).statusCode).toBe(403);
});

test('CI/CD settings of a group hold for its subgroups and projects', async () => {
  const upper = await createGroup(app, { owner: owner.user, visibility: 'private' });
  const files = { '.gitlab-ci.yml': 'build: { script: make, when: manual }' };
  const inside = await createProject(app, { owner: owner.user, group: upper, visibility: 'private', files });
  const target = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: '1' } });
  await addMember(app, { project: inside, user: developer.user, level: 30 });
  const child = (await call('POST', '/groups', owner, { name: 'Child', path: 'child', parent_id: upper.id })).json();
  const runnersOf = async (id: number) =>
    z.object({ shared_runners_enabled: z.boolean() }).parse((await call('GET', `/projects/${id}`, owner)).json());
  const settingOf = async (id: number) =>
    z.object({ shared_runners_setting: z.string() }).parse((await call('GET', `/groups/${id}`, owner)).json());
  const set = (by: TestUser, id: number, payload: object) => call('PUT', `/groups/${id}`, by, payload);

  expect((await set(developer, upper.id, { shared_runners_setting: 'enabled' })).statusCode).toBe(403);
  expect((await set(owner, upper.id, { shared_runners_setting: 'disabled_and_overridable' })).statusCode).toBe(200);
  expect(await runnersOf(inside.id)).toEqual({ shared_runners_enabled: false });
  expect(await settingOf(child.id)).toEqual({ shared_runners_setting: 'disabled_and_overridable' });
  const enable = () => call('PUT', `/projects/${inside.id}`, owner, { shared_runners_enabled: true });
  expect((await enable()).statusCode).toBe(200);
  expect((await set(owner, upper.id, { shared_runners_setting: 'disabled_and_unoverridable' })).statusCode).toBe(200);
  expect(await runnersOf(inside.id)).toEqual({ shared_runners_enabled: false });
  const refused = await enable();
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain('cannot be enabled because a parent group disables instance runners');
  expect((await set(owner, child.id, { shared_runners_setting: 'enabled' })).statusCode).toBe(400);
  // What moves there loses them, too.
  await call('PUT', `/projects/${target.id}/transfer`, owner, { namespace: child.id });
  expect(await runnersOf(target.id)).toEqual({ shared_runners_enabled: false });

  // Only administrators set the size of artifacts.
  expect((await set(owner, upper.id, { max_artifacts_size: 3 })).statusCode).toBe(403);
  expect((await set(root, upper.id, { max_artifacts_size: 3 })).statusCode).toBe(200);
  const [row] = await projectRowsByIds(app.system.db, [target.id]);
  expect(row && (await artifactsLimit(app.system, row))).toBe(3);
  await call('PUT', `/projects/${target.id}`, root, { max_artifacts_size: 2 });
  const [limited] = await projectRowsByIds(app.system.db, [target.id]);
  expect(limited && (await artifactsLimit(app.system, limited))).toBe(2);

  // New projects start with the role of the group; a role that is too low passes no variables.
  const graphql = graphqlCaller(() => app);
  const update = `mutation($path: ID!) { namespaceSettingsUpdate(input: { fullPath: $path, pipelineVariablesDefaultRole: MAINTAINER }) {
    ciCdSettings { pipelineVariablesDefaultRole } errors } }`;
  expect((await graphql(owner, update, { path: upper.full_path })).data).toEqual({
    namespaceSettingsUpdate: { ciCdSettings: { pipelineVariablesDefaultRole: 'MAINTAINER' }, errors: [] },
  });
  const made = (await call('POST', '/projects', owner, { name: 'Fresh', namespace_id: upper.id })).json();
  expect(made).toMatchObject({
    ci_pipeline_variables_minimum_override_role: 'maintainer',
    restrict_user_defined_variables: true,
    shared_runners_enabled: false,
  });
  await call('PUT', `/projects/${inside.id}`, owner, { restrict_user_defined_variables: true });
  const run = (by: TestUser, variables: object[]) =>
    call('POST', `/projects/${inside.id}/pipeline`, by, { ref: 'main', variables });
  const variables = [{ key: 'TARGET', value: 'x' }];
  const denied = await run(developer, variables);
  expect(denied.statusCode).toBe(400);
  expect(denied.body).toContain('Insufficient permissions to set pipeline variables');
  expect((await run(developer, [])).statusCode).toBe(201);
  expect((await run(owner, variables)).statusCode).toBe(201);
});

test('jobs of a project and of the instance are listed with filters, and administrators cancel all of them', async () => {
  const files = { '.gitlab-ci.yml': 'build: { script: make }\ndeploy: { script: make, when: manual }' };
  const busy = await createProject(app, { owner: owner.user, visibility: 'private', files });
  const { id } = (await call('POST', `/projects/${busy.id}/pipeline`, owner, { ref: 'main' })).json();
  const jobsAt = async (path: string, by: TestUser) => {
    const answer = await server.inject({ url: `/-/page${path}`, headers: by.headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<PageData<JobsPageData>>().data;
  };
  const page = `/${busy.full_path}/-/jobs`;
  const all = await jobsAt(page, owner);
  expect(all.jobs.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual(['build pending', 'deploy manual']);
  expect(all.jobs[0]).toMatchObject({ pipeline: { id, source: 'api' }, runner: null });
  expect((await jobsAt(`${page}?status=pending&source=api`, owner)).jobs.map(({ name }) => name)).toEqual(['build']);
  expect((await jobsAt(`${page}?name=DEPL`, owner)).jobs.map(({ name }) => name)).toEqual(['deploy']);
  expect((await jobsAt(`${page}?runner_type=group`, owner)).jobs).toEqual([]);

  const cancel = (by: TestUser) =>
    server.inject({ method: 'POST', url: '/admin/jobs/cancel_all', headers: by.headers });
  expect((await server.inject({ url: '/-/page/admin/jobs', headers: owner.headers })).statusCode).toBe(404);
  expect((await cancel(owner)).statusCode).toBe(403);
  const before = await jobsAt('/admin/jobs?status=pending', root);
  expect(before.canCancelAll).toBe(true);
  expect(await maySubscribe(contextOf(app, root), before.topic)).toBe(true);
  expect(await maySubscribe(contextOf(app, owner), before.topic)).toBe(false);
  await app.platform.realtime.start();
  const heard: string[] = [];
  const leave = app.platform.realtime.subscribe(before.topic, ({ event }) => heard.push(event));
  expect(before.jobs.map(({ projectPath }) => projectPath)).toContain(busy.full_path);
  expect((await cancel(root)).statusCode).toBe(200);
  await expect.poll(() => heard).toContain('pipeline.changed');
  leave();
  expect((await jobsAt('/admin/jobs?status=pending', root)).jobs).toEqual([]);
  const after = await jobsAt(page, owner);
  expect(after.jobs.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual([
    'build canceled',
    'deploy manual',
  ]);
  expect((await jobsAt('/admin/jobs', root)).canCancelAll).toBe(false);
});
