import { restApprovals } from '@tributary/contract/approvals/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { ANONYMOUS } from '../platform/actor.ts';
import { findMergeRequestAccess, type MergeRequestRow } from '../merge-requests/index.ts';
import { conditions, createMergeRequest, pushCommit, reloadMergeRequest } from '../merge-requests/testing.ts';
import { approvalData } from './reads/review-page.ts';
import { IS_FULL } from '../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, reporter] = (await Promise.all([1, 2, 3].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  project = await createProject(app, { owner: owner.user, files: { 'base.txt': 'base\n' } });
  await addMember(app, { user: developer.user, level: 30, project });
  await addMember(app, { user: reporter.user, level: 20, project });
});
afterAll(() => app.close());

async function call(
  user: TestUser | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: user?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

const rest = (row: MergeRequestRow, path = '') => `/api/v4/projects/${project.id}/merge_requests/${row.iid}${path}`;
const status = async (row: MergeRequestRow) => (await call(owner, 'GET', rest(row))).body.detailed_merge_status;
const reviewers = async (row: MergeRequestRow) =>
  (await call(owner, 'GET', rest(row, '/reviewers'))).body.map((each: { user: { id: number }; state: string }) => [
    each.user.id,
    each.state,
  ]);
const publish = (user: TestUser, row: MergeRequestRow, payload: object) =>
  call(user, 'POST', `/${project.full_path}/-/merge_requests/${row.iid}/drafts/publish`, payload);

test('agreement is given to a head, once, and taken back', async () => {
  const row = await createMergeRequest(app, { project, author: owner, branch: 'agree' });
  const { head_sha: head } = await reloadMergeRequest(app, row.id);
  for (const sha of ['0'.repeat(40), 'deadbeef', 'no sha at all']) {
    expect((await call(developer, 'POST', rest(row, '/approve'), { sha })).status).toBe(409);
  }
  const given = await call(developer, 'POST', rest(row, '/approve'), { sha: head });
  expect(given.status).toBe(201);
  expect(restApprovals.parse(given.body)).toMatchObject({
    id: row.id,
    iid: row.iid,
    project_id: project.id,
    title: row.title,
    state: 'opened',
    approved: true,
    user_has_approved: true,
    user_can_approve: false,
    approved_by: [{ user: { id: developer.user.id } }],
  });
  expect((await call(developer, 'POST', rest(row, '/approve'))).body).toEqual(given.body);
  const told = (await call(reporter, 'GET', `/api/v4/users/${developer.user.id}/events?action=approved`)).body;
  expect(told).toMatchObject([
    { action_name: 'approved', target_type: 'MergeRequest', target_id: row.id, target_iid: row.iid },
  ]);
  expect(await reviewers(row)).toEqual([[developer.user.id, 'approved']]);
  await pushCommit(app, { project, branch: 'agree', files: { 'more.txt': 'more\n' }, by: owner });
  const shown = await call(owner, 'GET', rest(row, '/approvals'));
  // Other content than what was approved.
  expect(restApprovals.parse(shown.body)).toMatchObject({ approved: false, approved_by: [] });
  expect(await reviewers(row)).toEqual([[developer.user.id, 'unapproved']]);
  expect((await call(developer, 'POST', rest(row, '/approve'))).body).toMatchObject({ approved: true });
  expect((await call(developer, 'POST', rest(row, '/unapprove'))).body).toMatchObject({ approved: false });
  // Also the author's own is one that is not there.
  for (const person of [developer, owner]) {
    const refused = await call(person, 'POST', rest(row, '/unapprove'));
    expect([refused.status, refused.body.message]).toEqual([404, 'You have not approved this merge request.']);
  }
  expect(await reviewers(row)).toEqual([[developer.user.id, 'unapproved']]);
  const notes = (await call(owner, 'GET', rest(row, '/notes?sort=asc'))).body.map(
    (each: { body: string }) => each.body,
  );
  expect(notes.filter((body: string) => body.includes('approv'))).toEqual([
    'approved this merge request',
    `removed the approval of @${developer.user.username} because the content changed`,
    'approved this merge request',
    'unapproved this merge request',
  ]);
});

test('those who may not agree are told so as clients know it', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  for (const user of [owner, reporter]) expect((await call(user, 'POST', rest(row, '/approve'))).status).toBe(401);
  expect((await call(undefined, 'POST', rest(row, '/approve'))).status).toBe(401);
  expect((await call(owner, 'GET', rest(row, '/approvals'))).body.user_can_approve).toBe(false);
  await call(owner, 'PUT', rest(row), { state_event: 'close' });
  expect((await call(developer, 'POST', rest(row, '/approve'))).status).toBe(401);
});

test('requested changes stand in the way until they are taken back', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  expect(await status(row)).toBe('mergeable');
  expect((await publish(developer, row, { note: 'Not yet', reviewer_state: 'requested_changes' })).status).toBe(200);
  expect(await status(row)).toBe('requested_changes');
  expect(await reviewers(row)).toEqual([[developer.user.id, 'requested_changes']]);
  expect((await call(owner, 'PUT', rest(row, '/merge'))).status).toBe(405);
  // A later comment takes no outcome back.
  await publish(developer, row, { note: 'Still thinking' });
  expect(await status(row)).toBe('requested_changes');
  expect((await publish(developer, row, { reviewer_state: 'approved' })).status).toBe(200);
  expect(await status(row)).toBe('mergeable');
  expect((await call(owner, 'GET', rest(row, '/approvals'))).body.approved_by).toHaveLength(1);
});

test('only those who are asked or may approve can stand in the way', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const wish = { note: 'No', reviewer_state: 'requested_changes' };
  expect((await publish(reporter, row, wish)).status).toBe(403);
  expect((await publish(owner, row, wish)).status).toBe(403);
  expect((await publish(owner, row, { note: 'Me', reviewer_state: 'approved' })).status).toBe(403);
  await call(owner, 'PUT', rest(row), { reviewer_ids: [reporter.user.id] });
  expect((await publish(reporter, row, wish)).status).toBe(200);
  await app.runJobs();
  expect(await status(row)).toBe('requested_changes');
  await call(owner, 'PUT', rest(row), { reviewer_ids: [] });
  expect(await status(row)).toBe('mergeable');
  // Nothing of a refused review remains.
  const notes = (await call(owner, 'GET', rest(row, '/notes?activity_filter=only_comments'))).body;
  expect(notes.map((note: { body: string }) => note.body)).toEqual(['No']);
});

test.runIf(IS_FULL)('lists are filtered by who approved', async () => {
  const make = (branch: string) => createMergeRequest(app, { project, author: owner, branch });
  const [both, one, none] = [await make('by-both'), await make('by-one'), await make('by-none')];
  for (const row of [both, one]) await call(developer, 'POST', rest(row, '/approve'));
  const maintainer = await createUser(app);
  await addMember(app, { user: maintainer.user, level: 40, project });
  await call(maintainer, 'POST', rest(both, '/approve'));
  const iids = [both, one, none].map((row) => `iids[]=${row.iid}`).join('&');
  const found = async (query: string) => {
    const answer = await call(owner, 'GET', `/api/v4/projects/${project.id}/merge_requests?${iids}&${query}`);
    return new Set(answer.body.map((each: { id: number }) => each.id));
  };
  const ids = (...rows: MergeRequestRow[]) => new Set(rows.map((row) => row.id));
  expect(await found(`approved_by_ids[]=${developer.user.id}`)).toEqual(ids(both, one));
  expect(await found(`approved_by_ids[]=${developer.user.id}&approved_by_ids[]=${maintainer.user.id}`)).toEqual(
    ids(both),
  );
  const twice = [developer, maintainer, developer].map(({ user }) => `approved_by_ids[]=${user.id}`).join('&');
  expect(await found(twice)).toEqual(ids(both));
  expect(await found(`${twice}&approved_by_ids[]=${owner.user.id}`)).toEqual(ids());
  expect(await found('approved_by_ids=')).toEqual(ids(both, one, none));
  expect(await found(twice.replaceAll('approved_by_ids', 'not[approved_by_ids]'))).toEqual(ids(none));
  expect(await found('approved_by_ids=Any')).toEqual(ids(both, one));
  expect(await found('approved_by_ids[]=None')).toEqual(ids(none));
  expect(await found(`approved_by_usernames[]=${maintainer.user.username}`)).toEqual(ids(both));
  expect(await found(`approved_by_usernames[]=${maintainer.user.username},nobody-here`)).toEqual(ids());
  expect(await found(`not[approved_by_usernames]=${maintainer.user.username}`)).toEqual(ids(one, none));
  expect(await found('approved=yes')).toEqual(ids(both, one));
  expect(await found('approved=no')).toEqual(ids(none));
});

test('many approvers are one question to the database', () => {
  const viewer = { actor: ANONYMOUS, today: '2026-01-01' };
  const approvedByIds = Array.from({ length: 500 }, (_unused, at) => at + 1);
  const { sql } = conditions(viewer, { approvedByIds, not: { approvedByIds } }).compile(app.platform.db);
  expect(sql.match(/merge_request_valid_approvals/g)).toHaveLength(2);
});

test.runIf(IS_FULL)('an approval counts for its commit and its target branch, and ends with either', async () => {
  const row = await createMergeRequest(app, { project, author: owner, branch: 'recreated' });
  await project.repository.git('branch', 'other-target', 'main');
  const counts = async () => {
    const { approved, user_has_approved: own } = (await call(developer, 'GET', rest(row, '/approvals'))).body;
    const url = `/api/v4/projects/${project.id}/merge_requests?approved_by_ids[]=${developer.user.id}`;
    const listed = (await call(owner, 'GET', url)).body.some((each: { iid: number }) => each.iid === row.iid);
    const ctx = contextOf(app, developer);
    const found = await findMergeRequestAccess(ctx, row.id);
    const { approvals } = await approvalData(ctx, found!);
    return [approved, own, listed, approvals.map(({ ended }) => ended)];
  };
  const retarget = (branch: string) => call(owner, 'PUT', rest(row), { target_branch: branch });
  await call(developer, 'POST', rest(row, '/approve'));
  expect(await counts()).toEqual([true, true, true, [null]]);
  // The other branch stands at the same commit: nothing that was approved is different there.
  expect((await retarget('other-target')).status).toBe(200);
  expect(await counts()).toEqual([true, true, true, [null]]);
  await retarget('main');
  expect(await counts()).toEqual([true, true, true, [null]]);
  const branches = `/api/v4/projects/${project.id}/repository/branches`;
  expect((await call(owner, 'DELETE', `${branches}/recreated`)).status).toBe(204);
  await app.runJobs();
  expect((await call(owner, 'POST', `${branches}?branch=recreated&ref=main`)).status).toBe(201);
  await pushCommit(app, { project, branch: 'recreated', files: { 'other.txt': 'other\n' }, by: owner });
  await app.runJobs();
  expect(await counts()).toEqual([false, false, false, ['replaced']]);
  expect((await call(developer, 'POST', rest(row, '/approve'))).status).toBe(201);
  expect(await counts()).toEqual([true, true, true, [null]]);
});
