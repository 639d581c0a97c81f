import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createPipeline, endJob, uploadJobFile } from '../../ci/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../../merge-requests/testing.ts';
import { addMember, createProject } from '../../projects/testing.ts';
import { deniedLicenses } from './reads/denied-licenses.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer] = [await createUser(app), await createUser(app)];
});
afterAll(() => app.close());

const REPORT = JSON.stringify({
  licenses: [
    { id: 'gpl', name: 'GPL-3.0', url: 'https://licenses.example/gpl' },
    { id: 'mit', name: 'MIT', url: '' },
  ],
  dependencies: [{ name: 'left-pad', licenses: ['gpl'] }],
});

test('a merge request whose report names a denied license is not merged, until that is allowed', async () => {
  const project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.ts': 'a\n' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic', files: { 'b.ts': 'b\n' } });
  const stages = { test: [{ name: 'licenses', status: 'running' as const }] };
  const pipeline = { project_id: project.id, sha: row.head_sha ?? '', ref: 'topic' };
  const { jobs } = await createPipeline(app, { ...pipeline, stages });
  await uploadJobFile(app, jobs[0]?.id ?? 0, 'license_scanning', REPORT);
  await app.runJobs();
  const path = `/projects/${project.id}/managed_licenses`;
  const request = `/projects/${project.id}/merge_requests/${row.iid}`;
  const statusOf = async () => (await call('GET', request, owner)).body.detailed_merge_status;
  expect(await statusOf()).toBe('mergeable');

  expect((await call('POST', path, developer, { name: 'gpl-3.0', approval_status: 'denied' })).status).toBe(403);
  const made = await call('POST', path, owner, { name: ' gpl-3.0 ', approval_status: 'blacklisted' });
  expect(made).toMatchObject({ status: 201, body: { name: 'gpl-3.0', approval_status: 'denied' } });
  expect((await call('POST', path, owner, { name: 'GPL-3.0', approval_status: 'allowed' })).status).toBe(400);
  expect((await call('GET', path, developer)).body).toEqual([made.body]);
  expect(await statusOf()).toBe('policies_denied');
  expect((await call('PUT', `${request}/merge`, owner)).status).toBe(405);

  const server = await app.server();
  const page = async (name: string) =>
    (
      await server.inject({
        url: `/${project.full_path}/-/merge_requests/${row.iid}/${name}`,
        headers: owner.headers,
      })
    ).json();
  const widget = await page('widget.json');
  expect(widget).toMatchObject({ widget_state: 'policyViolation', policy_violation: true });
  expect(widget.merge_checks).toContainEqual(
    expect.objectContaining({
      identifier: 'policies_denied',
      status: 'failed',
      message: 'Merge blocked: denied licenses must be removed. Denied: gpl-3.0.',
    }),
  );
  expect(await page('license_scanning_reports.json')).toMatchObject({
    has_denied_licenses: true,
    new_licenses: [
      { name: 'GPL-3.0', classification: { approval_status: 'denied' }, dependencies: [{ name: 'left-pad' }] },
      { name: 'MIT', classification: { approval_status: 'unclassified' } },
    ],
  });

  expect(await page('license_scanning_reports_collapsed.json')).toEqual({
    new_licenses: 2,
    existing_licenses: 0,
    removed_licenses: 0,
    has_denied_licenses: true,
    approval_required: false,
  });
  expect(widget).toMatchObject({
    license_scanning_comparison_path: expect.stringMatching(/license_scanning_reports\.json$/),
    license_scanning_comparison_collapsed_path: expect.stringMatching(/license_scanning_reports_collapsed\.json$/),
    test_reports_path: null,
  });

  const one = `${path}/${made.body.id}`;
  expect((await call('PATCH', one, developer, { approval_status: 'allowed' })).status).toBe(403);
  expect((await call('PATCH', one, owner, { approval_status: 'approved' })).body.approval_status).toBe('allowed');
  expect(await statusOf()).toBe('mergeable');
  expect((await call('DELETE', one, developer)).status).toBe(403);
  expect((await call('DELETE', one, owner)).status).toBe(204);
  expect((await call('DELETE', one, owner)).status).toBe(404);
  const many = Array.from({ length: 100 }, (_, index) => `License ${index}`);
  const rows = many.map((name) => ({ project_id: project.id, name, approval_status: 'allowed' as const }));
  await app.system.db.insertInto('license_policies').values(rows).execute();
  expect((await call('POST', path, owner, { name: 'MIT', approval_status: 'denied' })).body.message).toEqual({
    base: [expect.stringContaining('100 license policies, the maximum')],
  });
});

test('while the pipeline runs or its report cannot be read, a project that denies licenses merges nothing', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.ts': 'a\n' } });
  const denied = { name: 'GPL-3.0', approval_status: 'denied' };
  expect((await call('POST', `/projects/${project.id}/managed_licenses`, owner, denied)).status).toBe(201);
  const statusAfter = async (branch: string, status: 'running' | 'success', report?: string) => {
    const row = await createMergeRequest(app, { project, author: owner, branch, files: { [branch]: 'b\n' } });
    const pipeline = { project_id: project.id, sha: row.head_sha ?? '', ref: branch };
    const { jobs } = await createPipeline(app, { ...pipeline, stages: { test: [{ name: 'licenses', status }] } });
    if (report !== undefined) await uploadJobFile(app, jobs[0]?.id ?? 0, 'license_scanning', report);
    await app.runJobs();
    const request = `/projects/${project.id}/merge_requests/${row.iid}`;
    const merged = status === 'running' ? (await call('PUT', `${request}/merge`, owner)).status : 0;
    return [(await call('GET', request, owner)).body.detailed_merge_status, merged];
  };
  expect(await statusAfter('runs', 'running')).toEqual(['ci_still_running', 405]);
  expect(await statusAfter('damaged', 'running', '{')).toEqual(['policies_denied', 405]);
  expect(await statusAfter('without', 'success')).toEqual(['mergeable', 0]);
});

test('a move of the target reads the reports of its open merge requests no second time', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.ts': 'a\n' } });
  const denied = { name: 'GPL-3.0', approval_status: 'denied' };
  await call('POST', `/projects/${project.id}/managed_licenses`, owner, denied);
  const rows: MergeRequestRow[] = [];
  for (const branch of ['one', 'two', 'three']) {
    const row = await createMergeRequest(app, { project, author: owner, branch, files: { [branch]: 'b\n' } });
    const pipeline = { project_id: project.id, sha: row.head_sha ?? '', ref: branch };
    const { jobs } = await createPipeline(app, {
      ...pipeline,
      stages: { test: [{ name: 'licenses', status: 'running' }] },
    });
    const named = branch === 'three' ? 'GPL-3.0' : 'MIT';
    const report = JSON.stringify({ licenses: [{ id: named, name: named, url: '' }], dependencies: [] });
    await uploadJobFile(app, jobs[0]?.id ?? 0, 'license_scanning', report);
    await endJob(app, jobs[0]?.id ?? 0);
    rows.push(row);
  }
  const read = vi.spyOn(app.system.storage, 'open');
  const names = async (of: readonly MergeRequestRow[]) =>
    [...(await deniedLicenses(app.system, of)).values()].map((each) => each.names);
  expect(await names(rows)).toEqual([[], [], ['GPL-3.0']]);
  // Reports with the same content are read once.
  expect(read).toHaveBeenCalledTimes(2);
  const forOne = await countStatements(() => names(rows.slice(0, 1)));
  expect(await countStatements(() => names(rows))).toBe(forOne);
  await pushCommit(app, { project, branch: 'main', files: { 'c.ts': 'c\n' }, by: owner });
  await app.runJobs();
  expect(read).toHaveBeenCalledTimes(2);
  read.mockRestore();
  const statuses = await call('GET', `/projects/${project.id}/merge_requests?order_by=created_at&sort=asc`, owner);
  expect(statuses.body.map((each: { detailed_merge_status: string }) => each.detailed_merge_status)).toEqual([
    'mergeable',
    'mergeable',
    'policies_denied',
  ]);
});
