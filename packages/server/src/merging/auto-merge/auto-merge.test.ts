import { AppError } from '@tributary/contract/errors/app-error.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { reportCommitStatus } from '../../ci/testing.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest } from '../../merge-requests/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { isTransient } from './transient.ts';
import { tryAutoMergeJob } from './try-auto-merge.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, reporter] = [await createUser(app), await createUser(app), await createUser(app)];
});
afterAll(() => app.close());

/** A request whose head has a pipeline that is running. */
async function running(): Promise<void> {
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: developer.user, level: 30, project });
  await addMember(app, { user: reporter.user, level: 20, project });
  const protect = { name: 'main', merge_access_level: 30 };
  const server = await app.server();
  await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/protected_branches`,
    headers: owner.headers,
    payload: protect,
  });
  row = await createMergeRequest(app, { project, author: developer });
  await status('running');
  await app.runJobs();
  row = await reloadMergeRequest(app, row.id);
}

const status = (state: 'running' | 'success' | 'failed') =>
  reportCommitStatus(app, { project, commit: row.head_sha ?? '', by: developer, state, name: 'build' });

async function send(end: string, body: object = {}, user = developer, method: 'POST' | 'PUT' = 'PUT') {
  const server = await app.server();
  const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/${end}`;
  const answer = await server.inject({ method, url, headers: user.headers, payload: body });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

async function widget(): Promise<Record<string, unknown>> {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/widget.json`;
  return (await server.inject({ url, headers: developer.headers })).json();
}

test('it waits for the pipeline and is merged by itself, as its setter, with what they chose', async () => {
  await running();
  expect(await widget()).toMatchObject({
    available_auto_merge_strategies: ['merge_when_checks_pass', 'merge_when_pipeline_succeeds'],
    auto_merge_enabled: false,
  });
  const set = await send('merge', { auto_merge: true, sha: row.head_sha, merge_commit_message: 'By itself' });
  expect(set).toMatchObject({
    status: 200,
    body: { state: 'opened', merge_when_pipeline_succeeds: true, merge_user: { id: developer.user.id } },
  });
  await app.runJobs();
  expect(await widget()).toMatchObject({ state: 'opened', auto_merge_enabled: true, widget_state: 'autoMergeEnabled' });
  await status('success');
  await app.runJobs();
  const merged = await reloadMergeRequest(app, row.id);
  expect(merged).toMatchObject({ state: 'merged', merged_by_id: developer.user.id });
  expect(await project.repository.git('log', '-1', '--format=%s', 'main')).toContain('By itself');
});

test('another head, another target and a setter without rights end it', async () => {
  await running();
  await send('merge', { auto_merge: true });
  await pushCommit(app, { project, branch: row.source_branch, files: { 'late.txt': 'late\n' }, by: developer });
  await app.runJobs();
  expect(await widget()).toMatchObject({ auto_merge_enabled: false });
  await running();
  await send('merge', { auto_merge: true });
  await addMember(app, { user: developer.user, level: 10, project }).catch(() => undefined);
  await app.system.db
    .updateTable('members')
    .set({ access_level: 10 })
    .where('user_id', '=', developer.user.id)
    .where('project_id', '=', project.id)
    .execute();
  await status('success').catch(() => undefined);
  await tryAutoMergeJob.run(app.system, { mergeRequestId: row.id });
  expect((await reloadMergeRequest(app, row.id)).state).toBe('opened');
});

test('it is canceled by who may merge, and only while it is set', async () => {
  await running();
  const cancel = (user: TestUser) => send('cancel_merge_when_pipeline_succeeds', {}, user, 'POST');
  expect((await cancel(developer)).status).toBe(406);
  await send('merge', { auto_merge: true });
  expect((await cancel(reporter)).status).toBe(401);
  expect((await cancel(developer)).body).toEqual({ status: 'success' });
  await status('success');
  await app.runJobs();
  expect((await reloadMergeRequest(app, row.id)).state).toBe('opened');
});

test('a failed pipeline is not waited for', async () => {
  await running();
  await status('failed');
  expect((await send('merge', { auto_merge: true })).status).toBe(405);
  // A newer pipeline of another ref says nothing about the branch.
  const commit = row.head_sha ?? '';
  await reportCommitStatus(app, { project, commit, by: developer, state: 'success', name: 'build', ref: 'x' });
  expect((await send('merge', { auto_merge: true })).status).toBe(405);
  expect((await reloadMergeRequest(app, row.id)).state).toBe('opened');
});

test.each([
  ['database_unavailable', true],
  ['storage_full', true],
  ['repository_not_ready', true],
  ['merge_target_moved', true],
  ['maintenance_mode', true],
  ['merge_conflicts', false],
  ['merge_forbidden', false],
] as const)('%s is waited for: %s', (code, isWaitedFor) => {
  expect(isTransient(new AppError(code))).toBe(isWaitedFor);
});
