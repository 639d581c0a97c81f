import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { playJob, retryJob } from '../../ci/index.ts';
import { endJob, runTestPipeline } from '../../ci/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let maintainer: TestUser;
let developer: TestUser;
let project: BuiltProject;
let group: Awaited<ReturnType<typeof createGroup>>;
let base: string;
const call = restCaller(() => app);

const CONFIG = `
test: { script: t }
staging: { script: d, stage: deploy, environment: staging }
production: { script: d, stage: deploy, environment: { name: production, deployment_tier: development } }
live: { script: d, stage: deploy, environment: { name: live/$GITLAB_USER_ID, deployment_tier: development } }
by-hand: { script: d, stage: deploy, when: manual, environment: canary }
after: { script: a, stage: .post }
`;

beforeAll(async () => {
  app = await createTestApp();
  [owner, maintainer, developer] = [await createUser(app), await createUser(app), await createUser(app)];
  group = await createGroup(app, { owner: owner.user });
  project = await createProject(app, {
    owner: owner.user,
    group,
    visibility: 'private',
    files: { '.gitlab-ci.yml': CONFIG },
  });
  await addMember(app, { project, user: maintainer.user, level: 40 });
  await addMember(app, { project, user: developer.user, level: 30 });
  base = `/projects/${project.id}`;
});
afterAll(() => app.close());

test('rules name roles, users and groups, and are changed entry by entry', async () => {
  const all = `${base}/protected_environments`;
  const made = await call('POST', all, maintainer, {
    name: 'x/y',
    deploy_access_levels: [{ access_level: 40 }, { user_id: developer.user.id }],
    approval_rules: [
      { access_level: 40, required_approvals: 2 },
      { group_id: group.id, group_inheritance_type: 1 },
    ],
  });
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      name: 'x/y',
      required_approval_count: 0,
      deploy_access_levels: [
        { access_level: 40, access_level_description: 'Maintainers', user_id: null },
        { access_level: null, access_level_description: developer.user.name, user_id: developer.user.id },
      ],
      approval_rules: [
        { required_approvals: 2 },
        { group_id: group.id, required_approvals: 1, group_inheritance_type: 1 },
      ],
    },
  ]);
  const one = `${all}/${encodeURIComponent('x/y')}`;
  const [first, second] = made.body.deploy_access_levels;
  const changed = await call('PUT', one, maintainer, {
    deploy_access_levels: [
      { id: first.id, access_level: 30 },
      { id: second.id, _destroy: true },
    ],
    approval_rules: [{ id: made.body.approval_rules[0].id, required_approvals: 1 }],
  });
  expect(changed.body).toMatchObject({
    deploy_access_levels: [{ id: first.id, access_level: 30 }],
    approval_rules: [{ access_level: 40, required_approvals: 1 }, { group_id: group.id }],
  });
  const bad = [
    { deploy_access_levels: [{ id: first.id, _destroy: true }] },
    { deploy_access_levels: [{ access_level: 20 }] },
    { deploy_access_levels: [{ access_level: 40, user_id: developer.user.id }] },
    { deploy_access_levels: [{ user_id: (await createUser(app)).user.id }] },
    { approval_rules: [{ access_level: 40, required_approvals: 6 }] },
  ];
  for (const body of bad) expect((await call('PUT', one, maintainer, body)).status, JSON.stringify(body)).toBe(400);
  expect(
    (await call('POST', all, maintainer, { name: 'x/y', deploy_access_levels: [{ access_level: 40 }] })).status,
  ).toBe(409);
  for (const [method, path] of [
    ['GET', all],
    ['GET', one],
    ['DELETE', one],
  ] as const) {
    expect((await call(method, path, developer)).status).toBe(403);
  }
  expect((await call('DELETE', one, maintainer)).status).toBe(204);
  expect((await call('GET', one, maintainer)).status).toBe(404);

  const tiers = `/groups/${group.id}/protected_environments`;
  const rule = { name: 'production', deploy_access_levels: [{ access_level: 50 }] };
  expect((await call('POST', tiers, owner, rule)).status).toBe(400);
  expect(
    (await call('POST', tiers, owner, { name: 'canary', deploy_access_levels: [{ access_level: 40 }] })).body.message,
  ).toEqual({
    name: [expect.stringContaining('production, staging')],
  });
  expect(
    (await call('POST', tiers, maintainer, { name: 'staging', deploy_access_levels: [{ access_level: 40 }] })).status,
  ).toBe(403);
});

test('only those who may deploy start a job with the environment, at the moment it starts', async () => {
  const all = `${base}/protected_environments`;
  for (const name of ['staging', 'canary']) {
    await call('POST', all, owner, { name, deploy_access_levels: [{ user_id: maintainer.user.id }] });
  }
  // The tier is protected by the group: a tier in the configuration does not avoid it.
  await call('POST', `/groups/${group.id}/protected_environments`, owner, {
    name: 'production',
    deploy_access_levels: [{ access_level: 40 }],
  });
  const create = async (by: TestUser, body: Record<string, unknown>) =>
    (await call('POST', `${base}/environments`, by, body)).status;
  expect(await create(maintainer, { name: 'production', tier: 'development' })).toBe(403);
  expect(await create(maintainer, { name: 'elsewhere', tier: 'production' })).toBe(403);
  expect(await create(maintainer, { name: 'canary', tier: 'development' })).toBe(201);
  expect(await create(owner, { name: 'production', tier: 'development' })).toBe(201);

  const ofOwner = await runTestPipeline(app, { project, by: owner });
  await endJob(app, (await ofOwner.job('test')).id);
  expect([(await ofOwner.job('staging')).status, (await ofOwner.job('staging')).failure_reason]).toEqual([
    'failed',
    'protected_environment_failure',
  ]);
  // An owner of the group has the role there; the maintainer has it in the project alone.
  expect((await ofOwner.job('production')).status).toBe('pending');
  const ofMaintainer = await runTestPipeline(app, { project, by: maintainer });
  await endJob(app, (await ofMaintainer.job('test')).id);
  expect((await ofMaintainer.job('production')).failure_reason).toBe('protected_environment_failure');
  const staging = await ofMaintainer.job('staging');
  expect(staging.status).toBe('pending');
  expect((await ofMaintainer.job('after')).status).toBe('created');

  const manual = { projectId: project.id, jobId: (await ofMaintainer.job('by-hand')).id };
  const refused = /protected/;
  await expect(playJob(contextOf(app, owner), manual)).rejects.toThrow(refused);
  await expect(
    retryJob(contextOf(app, owner), { projectId: project.id, jobId: (await ofOwner.job('staging')).id }),
  ).rejects.toThrow(refused);
  await call('POST', `${base}/pipelines/${ofOwner.pipelineId}/retry`, owner);
  expect((await ofOwner.job('staging')).status).toBe('failed');
  await playJob(contextOf(app, maintainer), manual);

  // Queued by one who may, taken when they may no longer.
  await call('DELETE', `${all}/staging`, owner);
  await call('POST', all, owner, { name: 'staging', deploy_access_levels: [{ user_id: owner.user.id }] });
  const { body: runner } = await call('POST', '/user/runners', owner, {
    runner_type: 'project_type',
    project_id: project.id,
    run_untagged: true,
  });
  const taken: string[] = [];
  for (;;) {
    const next = await call('POST', '/jobs/request', null, { token: runner.token });
    if (next.status !== 201) break;
    taken.push(next.body.job_info.name);
  }
  expect(taken).toContain('by-hand');
  expect(taken).not.toContain('staging');
  expect((await ofMaintainer.job('staging')).failure_reason).toBe('protected_environment_failure');

  // Who may not deploy does not stop, change, delete or report either.
  await app.runJobs();
  const tierOf = async ({ user }: TestUser) =>
    (await call('GET', `${base}/environments?name=live/${user.id}`, owner)).body[0].tier;
  expect([await tierOf(owner), await tierOf(maintainer)]).toEqual(['development', 'production']);
  const { body: environments } = await call('GET', `${base}/environments?name=canary`, owner);
  const live = `${base}/environments/${environments[0].id}`;
  expect((await call('POST', `${live}/stop`, owner, { force: true })).status).toBe(403);
  expect((await call('PUT', live, developer, { tier: 'other' })).status).toBe(403);
  const sha = (await project.repository.git('rev-parse', 'main')).trim();
  const report = { environment: 'canary', sha, ref: 'main', tag: false, status: 'success' };
  expect((await call('POST', `${base}/deployments`, owner, report)).status).toBe(403);
  expect((await call('POST', `${base}/deployments`, maintainer, report)).status).toBe(201);

  const page = await (
    await app.server()
  ).inject({
    url: `/-/page/${project.full_path}/-/settings/environments`,
    headers: maintainer.headers,
  });
  expect(page.json().data).toMatchObject({
    protections: [{ name: 'canary', deploy: [{ user: { id: maintainer.user.id } }] }, { name: 'staging' }],
    inherited: [{ name: 'production', deploy: [{ description: 'Maintainers' }] }],
    names: expect.arrayContaining(['production']),
    can: { manage: true },
  });
});
