import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findMailAddress } from '../../accounts/index.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { playJob, retryJob } from '../../ci/index.ts';
import { endJob, runTestPipeline } from '../../ci/testing.ts';
import { addMember, createGroup, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let first: TestUser;
let second: TestUser;
let developer: TestUser;
let project: BuiltProject;
let base: string;
const call = restCaller(() => app);
const page = pageCaller(() => app);
const graphql = graphqlCaller(() => app);

const CONFIG = `
production: { script: d, environment: production, retry: 2 }
by-hand: { script: d, when: manual, environment: production }
look: { script: l, stage: .post, needs: [], environment: { name: production, action: verify }, id_tokens: { TOKEN: { aud: x } } }
look-after: { script: l, stage: .post, environment: { name: production, action: verify }, needs: [production] }
after: { script: a, stage: .post }
`;

beforeAll(async () => {
  app = await createTestApp();
  [owner, first, second] = [await createUser(app), await createUser(app), await createUser(app)];
  developer = await createUser(app);
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { '.gitlab-ci.yml': CONFIG } });
  for (const { user } of [first, second]) await addMember(app, { project, user, level: 40 });
  await addMember(app, { project, user: developer.user, level: 30 });
  base = `/projects/${project.id}`;
  await call('POST', `${base}/protected_environments`, owner, {
    name: 'production',
    deploy_access_levels: [{ access_level: 40 }],
    approval_rules: [{ access_level: 40 }, { user_id: second.user.id }],
  });
});
afterAll(() => app.close());

let pipeline: Awaited<ReturnType<typeof runTestPipeline>>;
beforeEach(async () => {
  pipeline = await runTestPipeline(app, { project, by: owner });
  await app.runJobs();
});

async function deploymentOf(name: string) {
  const { id } = await pipeline.job(name);
  const { body } = await call('GET', `${base}/deployments?order_by=id&sort=desc&per_page=100`, developer);
  const found = (body as { id: number; deployable: { id: number } | null }[]).find(
    (each) => each.deployable?.id === id,
  );
  if (!found) throw new Error(`no deployment of ${name}`);
  return (await call('GET', `${base}/deployments/${found.id}`, developer)).body;
}

const decide = (id: number, by: TestUser, body: Record<string, unknown> = { status: 'approved' }) =>
  call('POST', `${base}/deployments/${id}/approval`, by, body);

test('a deployment waits for its approvals, then its job starts', async () => {
  expect((await pipeline.job('production')).status).toBe('manual');
  const waiting = await deploymentOf('production');
  expect(waiting).toMatchObject({
    status: 'blocked',
    pending_approval_count: 2,
    approvals: [],
    approval_summary: { rules: [{ access_level: 40, required_approvals: 1 }, { user_id: second.user.id }] },
  });
  const mails = await app.system.db.selectFrom('mail_messages').select(['recipient', 'text_body']).execute();
  const own = mails.filter(({ text_body: text }) => text.includes(`/deployments/${waiting.iid}\n`));
  const addresses = await Promise.all([first, second].map(({ user }) => findMailAddress(app.system, user.id)));
  expect(new Set(own.map(({ recipient }) => recipient))).toEqual(new Set(addresses));
  expect(own).toHaveLength(2);
  for (const [by, text] of [
    [developer, /not among those/],
    [owner, /your own deployment/],
  ] as const) {
    const refused = await decide(waiting.id, by);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(text)]);
  }
  const job = await pipeline.job('production');
  await expect(playJob(contextOf(app, first), { projectId: project.id, jobId: job.id })).rejects.toThrow(
    /waits for approval/,
  );

  const given = await decide(waiting.id, first, {
    status: 'approved',
    comment: 'Looks good',
    represented_as: 'Maintainers',
  });
  expect([given.status, given.body]).toMatchObject([
    201,
    { status: 'approved', comment: 'Looks good', user: { id: first.user.id } },
  ]);
  expect((await decide(waiting.id, first, { status: 'approved', represented_as: 'Nobody' })).status).toBe(400);
  expect(await deploymentOf('production')).toMatchObject({
    status: 'blocked',
    pending_approval_count: 1,
    approvals: [{ user: { id: first.user.id } }],
  });
  const path = (await page(`/${project.full_path}/-/environments`, owner)).body.data.entries[0].environment.path;
  const environment = (await page(path, owner)).body.data;
  const blocked = environment.deployments.find((each: { id: number }) => each.id === waiting.id);
  expect(blocked).toMatchObject({ status: 'blocked', pending_approvals: 1, play_path: null });
  expect((await page(blocked.path, second)).body.data.approvals).toMatchObject({
    pending: 1,
    rules: [
      { name: 'Maintainers', required: 1, approved: 1 },
      { name: second.user.name, approved: 0 },
    ],
    given: [{ status: 'approved', comment: 'Looks good' }],
    can: { approve: true, reject: true },
    reason: null,
  });
  expect((await page(blocked.path, developer)).body.data.approvals.can).toEqual({ approve: false, reject: false });

  const mutation = `mutation { approveDeployment(input: { id: "gid://gitlab/Deployment/${waiting.id}", status: APPROVED }) {
    errors deploymentApproval { status user { username } } } }`;
  expect((await graphql(developer, mutation)).data.approveDeployment.errors).toEqual([
    expect.stringMatching(/not among/),
  ]);
  expect((await graphql(second, mutation)).data.approveDeployment).toEqual({
    errors: [],
    deploymentApproval: { status: 'APPROVED', user: { username: second.user.username } },
  });
  const started = await pipeline.job('production');
  expect([started.status, started.user_id]).toEqual(['pending', owner.user.id]);
  expect(await deploymentOf('production')).toMatchObject({ status: 'created', pending_approval_count: 0 });
  expect((await decide(waiting.id, first)).body.message).toMatch(/not waiting/);
  await endJob(app, started.id);
  await app.runJobs();
  expect(await deploymentOf('production')).toMatchObject({ status: 'success' });

  // Deploying it again is another deployment, which waits again.
  const again = await retryJob(contextOf(app, owner), { projectId: project.id, jobId: started.id });
  expect(again.status).toBe('manual');
});

test('a rejected deployment fails its job, which is not tried again', async () => {
  const { id } = await deploymentOf('production');
  expect((await decide(id, second, { status: 'rejected', comment: 'Not on a Friday' })).status).toBe(201);
  const job = await pipeline.job('production');
  expect([job.status, job.failure_reason]).toEqual(['failed', 'deployment_rejected']);
  await app.runJobs();
  expect(await deploymentOf('production')).toMatchObject({
    status: 'failed',
    approvals: [{ status: 'rejected', comment: 'Not on a Friday' }],
  });
  expect((await pipeline.job('after')).status).toBe('skipped');
});

test('what no rule holds any more starts by itself', async () => {
  const one = `${base}/protected_environments/production`;
  const { approval_rules: rules } = (await call('GET', one, owner)).body;
  const change = (body: object) => call('PUT', one, owner, { ...body });
  await change({ approval_rules: [{ id: rules[1].id, _destroy: true }] });
  await app.runJobs();
  expect((await pipeline.job('production')).status).toBe('manual');
  await decide((await deploymentOf('production')).id, first);
  expect((await pipeline.job('production')).status).toBe('pending');
  pipeline = await runTestPipeline(app, { project, by: owner });
  await app.runJobs();
  expect((await deploymentOf('production')).status).toBe('blocked');
  await change({ approval_rules: [{ id: rules[0].id, _destroy: true }] });
  await app.runJobs();
  expect((await pipeline.job('production')).status).toBe('pending');
  expect((await deploymentOf('by-hand')).status).toBe('created');
  await change({ approval_rules: [{ access_level: 40 }, { user_id: second.user.id }] });
});

test('a manual job is started by hand after its approval, and not by one of its approvers alone', async () => {
  const { id } = await deploymentOf('by-hand');
  await decide(id, first);
  await decide(id, second);
  const job = await pipeline.job('by-hand');
  expect(job.status).toBe('manual');
  expect(await deploymentOf('by-hand')).toMatchObject({ status: 'created' });
  // Their own approval does not count for what they deploy themselves.
  await expect(playJob(contextOf(app, first), { projectId: project.id, jobId: job.id })).rejects.toThrow(
    /waits for approval/,
  );
  const settings = {
    url: `/${project.full_path}/-/settings/environments`,
    payload: { allows_own_approval: true },
  } as const;
  const server = await app.server();
  expect((await server.inject({ method: 'PUT', ...settings, headers: developer.headers })).statusCode).toBe(403);
  expect((await server.inject({ method: 'PUT', ...settings, headers: owner.headers })).statusCode).toBe(200);
  await playJob(contextOf(app, first), { projectId: project.id, jobId: job.id });
  expect((await pipeline.job('by-hand')).status).toBe('pending');
});

test('a job that does not deploy gets what belongs to the environment when its pipeline has deployed', async () => {
  const secret = { key: 'DEPLOY_KEY', value: 'of production', environment_scope: 'production' };
  expect((await call('POST', `${base}/variables`, owner, secret)).status).toBe(201);
  const { body: runner } = await call('POST', '/user/runners', owner, {
    runner_type: 'project_type',
    project_id: project.id,
    run_untagged: true,
  });
  const take = async (name: string) => {
    for (;;) {
      const next = await call('POST', '/jobs/request', null, { token: runner.token });
      if (next.status !== 201) throw new Error(`${name} is not taken`);
      if (next.body.job_info.name !== name || next.body.id !== (await pipeline.job(name)).id) continue;
      const variables = next.body.variables as { key: string; value: string }[];
      return new Map(variables.map(({ key, value }) => [key, value]));
    }
  };
  const before = await take('look');
  const claims = JSON.parse(Buffer.from(before.get('TOKEN')?.split('.')[1] ?? '', 'base64url').toString());
  expect([before.get('DEPLOY_KEY'), before.get('CI_ENVIRONMENT_NAME'), claims.environment]).toEqual([
    undefined,
    'production',
    undefined,
  ]);
  const { id } = await deploymentOf('production');
  for (const by of [first, second]) await decide(id, by);
  await endJob(app, (await pipeline.job('production')).id);
  await app.runJobs();
  expect((await take('look-after')).get('DEPLOY_KEY')).toBe('of production');
});

test('a job that names a protected tier is approved in an environment of another tier', async () => {
  const group = await createGroup(app, { owner: owner.user });
  const config = 'job: { script: d, environment: { name: elsewhere, deployment_tier: production } }\n';
  const own = await createProject(app, { owner: owner.user, group, files: { '.gitlab-ci.yml': config } });
  await addMember(app, { group, user: first.user, level: 40 });
  const environment = { name: 'elsewhere', tier: 'other' };
  expect((await call('POST', `/projects/${own.id}/environments`, owner, environment)).status).toBe(201);
  const protection = {
    name: 'production',
    deploy_access_levels: [{ access_level: 40 }],
    approval_rules: [{ access_level: 40, group_inheritance_type: 0 }],
  };
  expect((await call('POST', `/groups/${group.id}/protected_environments`, owner, protection)).status).toBe(201);
  const run = await runTestPipeline(app, { project: own, by: owner });
  await app.runJobs();
  expect((await run.job('job')).status).toBe('manual');
  const [blocked] = (await call('GET', `/projects/${own.id}/deployments`, owner)).body;
  expect(blocked).toMatchObject({ status: 'blocked' });
  const approved = await call('POST', `/projects/${own.id}/deployments/${blocked.id}/approval`, first, {
    status: 'approved',
  });
  expect(approved.status).toBe(201);
  expect((await run.job('job')).status).toBe('pending');
});
