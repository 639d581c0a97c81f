import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../testing/call-graphql.ts';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { playJob } from '../ci/index.ts';
import { endJob, runTestPipeline } from '../ci/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { stopDueEnvironments } from './jobs/stop-due.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let project: BuiltProject;
let base: string;
const call = restCaller(() => app);
const graphql = graphqlCaller(() => app);

const CONFIG = `
deploy:
  script: ./deploy
  environment:
    name: review/$CI_COMMIT_REF_NAME
    url: https://$CI_ENVIRONMENT_SLUG.example.org/$CI_JOB_NAME
    on_stop: remove
    auto_stop_in: 1 day
evil: { script: x, environment: { name: evil, url: "$WHERE" }, variables: { WHERE: "javascript:alert(1)" } }
remove:
  script: ./remove
  when: manual
  environment: { name: review/$CI_COMMIT_REF_NAME, action: stop }
`;

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, reporter] = [await createUser(app), await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { '.gitlab-ci.yml': CONFIG } });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addMember(app, { project, user: reporter.user, level: 20 });
  base = `/projects/${project.id}`;
});
afterAll(() => app.close());

async function runPipeline(): Promise<(name: string) => Promise<number>> {
  const { job } = await runTestPipeline(app, { project, by: owner });
  return async (name) => (await job(name)).id;
}

const environmentNamed = async (name: string) => {
  const { body } = await call('GET', `${base}/environments?name=${encodeURIComponent(name)}`, reporter);
  return (await call('GET', `${base}/environments/${body[0].id}`, reporter)).body;
};

test('a job makes environment and deployment, another stops it, and time does', async () => {
  const idOf = await runPipeline();
  await app.runJobs();
  expect((await call('GET', `${base}/deployments`, reporter)).body).toMatchObject([
    { status: 'created', environment: { name: 'review/main' }, deployable: { name: 'deploy' } },
    { status: 'created', environment: { name: 'evil' } },
  ]);
  await endJob(app, await idOf('deploy'));
  await endJob(app, await idOf('evil'));
  await app.runJobs();
  const found = await environmentNamed('review/main');
  expect(found).toMatchObject({
    state: 'available',
    tier: 'development',
    external_url: `https://${found.slug}.example.org/deploy`,
    auto_stop_at: expect.any(String),
    last_deployment: { status: 'success', ref: 'main', user: { id: owner.user.id } },
  });
  expect(await environmentNamed('evil')).toMatchObject({ state: 'available', external_url: null });

  const page = async (path: string, by: TestUser) => {
    const url = `/-/page/${project.full_path}/-/environments${path}`;
    return (await (await app.server()).inject({ url, headers: by.headers })).json().data;
  };
  const list = await page('', owner);
  expect(list.counts).toEqual({ available: 2, stopped: 0 });
  expect(list.entries).toMatchObject([
    { folder: null, environment: { name: 'evil' } },
    { folder: 'review', size: 1 },
  ]);
  expect((await page('?folder=review', reporter)).entries).toMatchObject([
    { folder: null, environment: { name: 'review/main', stop_path: null } },
  ]);
  const shown = await page(`/${found.id}`, owner);
  expect(shown.environment.stop_path).toMatch(new RegExp(`/-/environments/${found.id}/stop$`));
  expect(shown.deployments).toMatchObject([
    { status: 'success', is_last: true, play_path: null, retry_path: expect.stringMatching(/retry$/) },
  ]);

  const query = `{ project(fullPath: "${project.full_path}") {
    environments(states: ["available"]) { nodes { name tier lastDeployment(status: SUCCESS) { status ref triggerer { username } } } }
    environment(name: "review/main") { externalUrl path deployments { nodes { iid } } }
  } }`;
  const triggerer = { username: owner.user.username };
  expect((await graphql(owner, query)).data.project).toEqual({
    environments: {
      nodes: [
        { name: 'evil', tier: 'OTHER', lastDeployment: { status: 'SUCCESS', ref: 'main', triggerer } },
        { name: 'review/main', tier: 'DEVELOPMENT', lastDeployment: { status: 'SUCCESS', ref: 'main', triggerer } },
      ],
    },
    environment: {
      externalUrl: found.external_url,
      path: `/${project.full_path}/-/environments/${found.id}`,
      deployments: { nodes: [{ iid: expect.any(String) }] },
    },
  });

  const stop = `${base}/environments/${found.id}/stop`;
  expect((await call('POST', stop, reporter)).status).toBe(403);
  expect((await call('POST', stop, owner)).body).toMatchObject({ state: 'stopping' });
  await endJob(app, await idOf('remove'));
  await app.runJobs();
  expect(await environmentNamed('review/main')).toMatchObject({ state: 'stopped', auto_stop_at: null });

  // Another pipeline brings it back until its time is over.
  const nextOf = await runPipeline();
  await app.runJobs();
  const current = async () => {
    const { last_deployment: last, upcoming_deployment: upcoming } = (await page(`/${found.id}`, owner)).environment;
    return [last?.status, upcoming?.status];
  };
  expect(await current()).toEqual(['success', 'created']);
  await endJob(app, await nextOf('deploy'));
  await app.runJobs();
  expect(await current()).toEqual(['success', undefined]);
  expect(await environmentNamed('review/main')).toMatchObject({ state: 'available' });
  await app.system.db
    .updateTable('environments')
    .set({ auto_stop_at: new Date(0) })
    .where('id', '=', found.id)
    .execute();
  await stopDueEnvironments.run(app.system, {});
  expect(await environmentNamed('review/main')).toMatchObject({ state: 'stopping' });
  await endJob(app, await nextOf('remove'), { status: 'failed' });
  await app.runJobs();
  expect(await environmentNamed('review/main')).toMatchObject({ state: 'available' });
  await expect(
    playJob(contextOf(app, owner), { projectId: project.id, jobId: await nextOf('remove') }),
  ).rejects.toThrow('Unplayable');
});

test('environments and deployments of other systems by REST', async () => {
  const made = await call('POST', `${base}/environments`, developer, {
    name: 'live',
    external_url: 'https://a.example',
  });
  expect([made.status, made.body]).toMatchObject([201, { name: 'live', slug: 'live', tier: 'production' }]);
  expect((await call('POST', `${base}/environments`, developer, { name: 'live' })).status).toBe(400);
  for (const bad of [{ name: '<b>' }, { name: 'x', external_url: 'javascript:alert(1)' }, { name: 'x', slug: 'A' }]) {
    expect((await call('POST', `${base}/environments`, developer, bad)).status, JSON.stringify(bad)).toBe(400);
  }
  expect((await call('POST', `${base}/environments`, reporter, { name: 'no' })).status).toBe(403);
  const one = `${base}/environments/${made.body.id}`;
  expect((await call('PUT', one, developer, { tier: 'other', external_url: '' })).body).toMatchObject({
    tier: 'other',
    external_url: null,
  });
  expect((await call('GET', `${base}/environments?search=li`, reporter)).status).toBe(400);
  expect((await call('GET', `${base}/environments?search=liv&states=available`, reporter)).body).toMatchObject([
    { name: 'live' },
  ]);

  const sha = (await project.repository.git('rev-parse', 'main')).trim();
  const fields = { environment: 'live', sha, ref: 'main', tag: false, status: 'running' };
  const deployment = await call('POST', `${base}/deployments`, developer, fields);
  expect([deployment.status, deployment.body]).toMatchObject([201, { status: 'running', deployable: null }]);
  expect((await call('POST', `${base}/deployments`, developer, { ...fields, sha: '0'.repeat(40) })).status).toBe(400);
  const path = `${base}/deployments/${deployment.body.id}`;
  expect((await call('PUT', path, developer, { status: 'success' })).body).toMatchObject({ status: 'success' });
  expect((await call('PUT', path, developer, { status: 'failed' })).status).toBe(400);
  expect((await call('DELETE', path, owner)).status).toBe(400);
  expect((await call('GET', `${base}/deployments?environment=live&status=success`, reporter)).body).toHaveLength(1);

  // A developer stops only what has a job to stop it.
  expect((await call('POST', `${one}/stop`, developer)).status).toBe(403);
  expect((await call('DELETE', one, owner)).status).toBe(403);
  expect((await call('POST', `${one}/stop`, owner)).body).toMatchObject({ state: 'stopped' });
  expect((await call('DELETE', one, developer)).status).toBe(204);
  expect((await call('GET', one, owner)).status).toBe(404);
  expect((await call('GET', `${base}/environments`, await createUser(app))).status).toBe(404);
});
