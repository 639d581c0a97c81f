import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { createMergeRequest, reloadMergeRequest } from '../merge-requests/testing.ts';
import type { MergeRequestRow } from '../merge-requests/index.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';

/** Ways around what has to pass before a merge: each is refused, or does what the button would. */
let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let reviewer: TestUser;

const call = restCaller(() => app);
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, reviewer] = [await createUser(app), await createUser(app), await createUser(app)];
});
afterAll(() => app.close());

async function newProject(settings: Record<string, unknown>): Promise<BuiltProject> {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  for (const { user } of [developer, reviewer]) await addMember(app, { user, level: 30, project });
  const open = { name: 'main', push_access_level: 0, merge_access_level: 30 };
  expect((await call('POST', `/projects/${project.id}/protected_branches`, owner, open)).status).toBe(201);
  expect((await call('PUT', `/projects/${project.id}`, owner, settings)).status).toBe(200);
  return project;
}

const of = (project: BuiltProject, { iid }: MergeRequestRow, rest = '') =>
  `/projects/${project.id}/merge_requests/${iid}${rest}`;
const stateOf = async ({ id }: MergeRequestRow) => (await reloadMergeRequest(app, id)).state;
const report = async (project: BuiltProject, sha: string | null, status: Record<string, unknown>) => {
  expect((await call('POST', `/projects/${project.id}/statuses/${sha}`, owner, status)).status).toBe(201);
  await app.runJobs();
};

/** A head that is no longer awaited to get a pipeline. */
async function aged(project: BuiltProject): Promise<MergeRequestRow> {
  const row = await createMergeRequest(app, { project, author: developer });
  await app.system.db
    .updateTable('merge_request_versions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('merge_request_id', '=', row.id)
    .execute();
  await app.runJobs();
  return row;
}

const TRAINS = { merge_pipelines_enabled: true, merge_trains_enabled: true };

test('T-031: the command /merge joins no train without the approvals, as the button does not', async () => {
  const project = await newProject(TRAINS);
  await call('POST', `/projects/${project.id}/approvals`, owner, { approvals_before_merge: 1 });
  const row = await aged(project);
  const train = `/projects/${project.id}/merge_trains/merge_requests/${row.iid}`;
  const cars = async () => (await call('GET', `/projects/${project.id}/merge_trains/main?scope=active`, owner)).body;
  const pressed = await call('POST', train, developer);
  expect([405, 406, 409, 422]).toContain(pressed.status);
  const command = await call('POST', of(project, row, '/notes'), developer, { body: '/merge' });
  expect(command.status).toBeLessThan(500);
  await app.runJobs();
  expect(await cars()).toEqual([]);
  expect(await stateOf(row)).toBe('opened');
  // Approved, it goes into the train.
  await call('POST', of(project, row, '/approve'), reviewer);
  await app.runJobs();
  const later = await stateOf(row);
  if (later === 'opened' && (await cars()).length === 0)
    expect((await call('POST', train, developer)).status).toBe(201);
  await app.runJobs();
  expect(await stateOf(row)).toBe('merged');
});

test('T-032: auto_merge after a pipeline that passed does not go past the train', async () => {
  const project = await newProject(TRAINS);
  const row = await aged(project);
  await report(project, row.head_sha, { state: 'success', name: 'ci', ref: row.source_branch });
  const at = of(project, row, '/merge');
  for (const choice of [{ auto_merge: true }, { merge_when_pipeline_succeeds: true }]) {
    const { status, body } = await call('PUT', at, developer, { ...choice, sha: row.head_sha });
    expect([200, 405, 409, 422]).toContain(status);
    if (status === 200) expect(body.state).toBe('opened');
    expect(await stateOf(row)).toBe('opened');
  }
  await app.runJobs();
  const cars = await call('GET', `/projects/${project.id}/merge_trains/main?scope=active`, owner);
  expect(cars.body).toMatchObject([{ merge_request: { iid: row.iid } }]);
  expect(await stateOf(row)).toBe('opened');
  // Nor does a plain merge of one who may not skip it.
  const other = await aged(project);
  expect((await call('PUT', of(project, other, '/merge'), developer)).status).toBe(405);
  expect(await stateOf(other)).toBe('opened');
});

test('T-034: a status for another branch or commit makes nothing green', async () => {
  const project = await newProject({ only_allow_merge_if_pipeline_succeeds: true });
  const row = await aged(project);
  const attempt = async () => (await call('PUT', of(project, row, '/merge'), developer)).status;
  await report(project, row.head_sha, { state: 'failed', name: 'ci', ref: row.source_branch });
  expect(await attempt()).toBe(405);
  const base = (await project.repository.git('rev-parse', 'main')).trim();
  for (const [sha, status] of [
    [row.head_sha, { state: 'success', name: 'mine', ref: 'elsewhere' }],
    [base, { state: 'success', name: 'ci', ref: row.source_branch }],
    // One more job of the same pipeline does not make up for the failed one.
    [row.head_sha, { state: 'success', name: 'mine', ref: row.source_branch }],
  ] as const) {
    await report(project, sha, status);
    expect([status, await attempt()]).toEqual([status, 405]);
  }
  await report(project, row.head_sha, { state: 'success', name: 'ci', ref: row.source_branch });
  expect(await attempt()).toBe(200);
});

test('T-038: a request from the project into a fork lets the owner of the fork push nowhere in the project', async () => {
  const upstream = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
  const forker = await createUser(app);
  const forked = await call('POST', `/projects/${upstream.id}/fork`, forker, { path: 'reverse', name: 'reverse' });
  expect(forked.status).toBe(201);
  await app.runJobs();
  await call('POST', `/projects/${upstream.id}/repository/branches`, owner, { branch: 'feature', ref: 'main' });
  await call('POST', `/projects/${upstream.id}/repository/commits`, owner, {
    branch: 'feature',
    commit_message: 'Feature',
    actions: [{ action: 'create', file_path: 'feature.txt', content: 'x' }],
  });
  const made = await call('POST', `/projects/${upstream.id}/merge_requests`, forker, {
    title: 'Reverse',
    source_branch: 'feature',
    target_branch: 'main',
    target_project_id: forked.body.id,
    allow_collaboration: true,
  });
  if (made.status === 201) expect(made.body.allow_collaboration).toBe(false);
  else expect([401, 403, 404]).toContain(made.status);
  const push = await call('POST', `/projects/${upstream.id}/repository/commits`, forker, {
    branch: 'feature',
    commit_message: 'Gain',
    actions: [{ action: 'create', file_path: 'gain.txt', content: 'x' }],
  });
  expect(push.status).toBe(403);
});
