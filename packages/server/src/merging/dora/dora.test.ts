import type { DoraPageData } from '@tributary/contract/environments/dora-page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';
import { addMember, createGroup, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let guest: TestUser;
const call = restCaller(() => app);
const graphql = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, guest] = [await createUser(app), await createUser(app)];
});
afterAll(() => app.close());

test('frequency, lead time, time to restore and failure rate of deployments to production', async () => {
  const group = await createGroup(app, { owner: owner.user, visibility: 'private' });
  const project = await createProject(app, { owner: owner.user, group, visibility: 'private', files: { a: '1' } });
  await addMember(app, { group, user: guest.user, level: 10 });
  const base = `/projects/${project.id}`;
  const before = (await project.repository.git('rev-parse', 'main')).trim();
  const request = await createMergeRequest(app, { project, author: owner, files: { b: '2' } });
  const other = await createMergeRequest(app, { project, author: owner, files: { c: '3' } });
  const setMerged = (id: number, sha: string, at: string) =>
    app.system.db
      .updateTable('merge_requests')
      .set({ state: 'merged', merged_at: new Date(at), merged_commit_sha: sha })
      .where('id', '=', id)
      .execute();
  const merged = await project.repository.commit({ files: { b: '2' }, message: 'Merge it' });
  // Merged earlier, and not among the commits that are deployed.
  const elsewhere = await project.repository.commit({ branch: 'next', parents: [before], files: { c: '3' } });
  await setMerged(request.id, merged, '2026-03-02T07:00:00Z');
  await setMerged(other.id, elsewhere, '2026-03-01T07:00:00Z');
  const deploy = async (environment: string, status: 'success' | 'failed', at: string, sha = merged) => {
    const fields = { environment, sha, ref: 'main', tag: false, status };
    const { body } = await call('POST', `${base}/deployments`, owner, fields);
    await app.system.db
      .updateTable('deployments')
      .set({ finished_at: new Date(at) })
      .where('id', '=', body.id)
      .execute();
    return body.id as number;
  };
  await deploy('production', 'success', '2026-03-01T12:00:00Z', before);
  const failed = await deploy('production', 'failed', '2026-03-02T08:00:00Z');
  const deployed = await deploy('production', 'success', '2026-03-02T09:00:00Z');
  const later = await deploy('production', 'success', '2026-03-02T11:00:00Z');
  await app.system.db.updateTable('deployments').set({ status: 'canceled' }).where('id', '=', later).execute();
  await deploy('staging', 'success', '2026-03-01T10:00:00Z', before);
  await app.runJobs();

  const idsOf = async (path: string, by = owner) => {
    const answer = await call('GET', `${base}${path}`, by);
    return Array.isArray(answer.body) ? answer.body.map(({ id }: { id: number }) => id) : answer.status;
  };
  expect(await idsOf(`/deployments/${deployed}/merge_requests`)).toEqual([request.id]);
  expect(await idsOf(`/deployments/${deployed}/merge_requests?state=opened`)).toEqual([]);
  expect(await idsOf(`/deployments/${failed}/merge_requests`)).toEqual([]);
  expect(await idsOf(`/deployments/${deployed}/merge_requests`, guest)).toBe(404);
  expect(await idsOf('/merge_requests?environment=production&deployed_after=2026-03-02')).toEqual([request.id]);
  expect(await idsOf('/merge_requests?environment=production&deployed_after=2026-03-03')).toEqual([]);
  expect(await idsOf('/merge_requests?environment=staging')).toEqual([]);
  const deployedAt = async (by: TestUser) =>
    (await call('GET', `${base}/merge_requests/${request.iid}`, by)).body.first_deployed_to_production_at;
  expect(await deployedAt(owner)).toBe('2026-03-02T09:00:00.000Z');
  expect(
    (await call('GET', `${base}/merge_requests/${other.iid}`, owner)).body.first_deployed_to_production_at,
  ).toBeNull();
  // Who may read merge requests and not the repository is not told where they are deployed.
  const stranger = await createUser(app);
  const seenBy = async (by: TestUser, query: string) =>
    (await call('GET', `/merge_requests?scope=all${query}`, by)).body.map(({ id }: { id: number }) => id);
  const setLevels = (levels: object) =>
    app.system.db.updateTable('projects').set(levels).where('id', '=', project.id).execute();
  await setLevels({ visibility: 'public', repository_access_level: 'private' });
  expect((await seenBy(stranger, '')).toSorted()).toEqual([request.id, other.id]);
  expect(await deployedAt(stranger)).toBeNull();
  expect(await seenBy(stranger, '&environment=production')).toEqual([]);
  expect(await seenBy(owner, '&environment=production')).toEqual([request.id]);
  await setLevels({ visibility: 'private', repository_access_level: 'enabled' });

  const range = 'start_date=2026-03-01&end_date=2026-03-03';
  const values = async (metric: string, more = '', path = base) =>
    (await call('GET', `${path}/dora/metrics?metric=${metric}&${range}${more}`, owner)).body;
  expect(await values('deployment_frequency')).toEqual([
    { date: '2026-03-01', value: 1 },
    { date: '2026-03-02', value: 1 },
    { date: '2026-03-03', value: 0 },
  ]);
  expect(await values('deployment_frequency', '&interval=monthly&environment_tiers=production,staging')).toEqual([
    { date: '2026-03-01', value: 3 },
  ]);
  expect(await values('lead_time_for_changes')).toEqual([
    { date: '2026-03-01', value: null },
    { date: '2026-03-02', value: 7_200 },
    { date: '2026-03-03', value: null },
  ]);
  expect(await values('time_to_restore_service', '&interval=all', `/groups/${group.id}`)).toEqual([
    { date: null, value: 3_600 },
  ]);
  expect(await values('change_failure_rate')).toMatchObject([{ value: 0 }, { value: 0.5 }, { value: null }]);

  expect(
    (await call('GET', `${base}/dora/metrics?metric=deployment_frequency&start_date=2025-01-01`, owner)).status,
  ).toBe(400);
  expect((await call('GET', `${base}/dora/metrics?metric=other`, owner)).status).toBe(400);
  expect((await call('GET', `${base}/dora/metrics?metric=deployment_frequency`, guest)).status).toBe(403);
  const query = `{ project(fullPath: "${project.full_path}") { dora { metrics(startDate: "2026-03-02", endDate: "2026-03-02") {
    date deploymentFrequency leadTimeForChanges timeToRestoreService changeFailureRate } } } }`;
  expect((await graphql(owner, query)).data.project.dora.metrics).toEqual([
    {
      date: '2026-03-02',
      deploymentFrequency: 1,
      leadTimeForChanges: 7_200,
      timeToRestoreService: 3_600,
      changeFailureRate: 0.5,
    },
  ]);
  expect((await graphql(guest, query)).data.project.dora).toBeNull();

  // The page has the last days and those before them.
  const page = async (path: string, as: TestUser) =>
    (await app.server()).inject({ url: `/-/page/${path}/-/dora?days=7`, headers: as.headers });
  app.clock.set(new Date('2026-03-08T12:00:00Z'));
  for (const path of [project.full_path, `groups/${group.full_path}`]) {
    const { data } = (await page(path, owner)).json<PageData<DoraPageData>>();
    expect(data).toMatchObject({ days: 7, tier: 'production', from: '2026-03-02', to: '2026-03-08' });
    expect(data.figures.map(({ metric, value, before }) => [metric, value, before])).toEqual([
      ['deployment_frequency', 1, 1],
      ['lead_time_for_changes', 7_200, null],
      ['time_to_restore_service', 3_600, null],
      ['change_failure_rate', 0.5, 0],
    ]);
    expect(data.figures[0]?.points).toHaveLength(7);
  }
  expect((await page(project.full_path, guest)).statusCode).toBe(403);
});
