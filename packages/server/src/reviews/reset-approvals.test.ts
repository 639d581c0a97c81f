import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { createMergeRequest } from '../merge-requests/testing.ts';
import { publishReview } from './operations/publish-review.ts';
import { undoReview } from './operations/undo-review.ts';

let app: TestApp;
let owner: TestUser;
let ann: TestUser;
let bob: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, ann, bob] = (await Promise.all([1, 2, 3].map(() => createUser(app)))) as [TestUser, TestUser, TestUser];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'a\n' } });
  for (const { user } of [ann, bob]) await addMember(app, { user, level: 30, project });
});
afterAll(() => app.close());

async function bot(level: number): Promise<{ headers: Record<string, string> }> {
  const wish = { name: 'Gate', scopes: ['api'], access_level: level };
  const made = await call('POST', `/projects/${project.id}/access_tokens`, owner, wish);
  expect(made.status).toBe(201);
  return { headers: { 'private-token': made.body.token } };
}

async function approved() {
  const row = await createMergeRequest(app, { project, author: owner });
  const path = `/projects/${project.id}/merge_requests/${row.iid}`;
  for (const person of [ann, bob]) expect((await call('POST', `${path}/approve`, person)).status).toBe(201);
  const approvers = async () => (await call('GET', `${path}/approvals`, owner)).body.approved_by.length;
  return { row, path, approvers };
}

test('the bot of a token takes back what everyone agreed to, and all may agree again', async () => {
  const { path, approvers } = await approved();
  const gate = await bot(30);
  // Clients take an empty answer for a failure.
  expect(await call('PUT', `${path}/reset_approvals`, gate)).toMatchObject({
    status: 202,
    body: { approved: false, approved_by: [] },
  });
  expect(await approvers()).toBe(0);
  const states = (await call('GET', `${path}/reviewers`, owner)).body.map((each: { state: string }) => each.state);
  expect(states).toEqual(['unapproved', 'unapproved']);
  const notes = (await call('GET', `${path}/notes`, owner)).body.map((note: { body: string }) => note.body);
  expect(notes).toContain('reset all approvals');
  // Nothing is left to take back, and nothing is said about it.
  expect((await call('PUT', `${path}/reset_approvals`, gate)).status).toBe(202);
  expect((await call('GET', `${path}/notes`, owner)).body).toHaveLength(notes.length);
  expect((await call('POST', `${path}/approve`, ann)).status).toBe(201);
});

test('no user does, nor a bot that may not approve, nor anyone in an archive or after the end', async () => {
  const { path, approvers } = await approved();
  for (const person of [owner, ann, await bot(20)]) {
    expect((await call('PUT', `${path}/reset_approvals`, person)).status).toBe(401);
  }
  expect((await call('PUT', `${path}/reset_approvals`, await createUser(app))).status).toBe(404);
  expect((await call('PUT', `${path}/reset_approvals`, null)).status).toBe(404);
  const gate = await bot(40);
  await call('PUT', path, owner, { state_event: 'close' });
  expect((await call('PUT', `${path}/reset_approvals`, gate)).status).toBe(401);
  await call('PUT', path, owner, { state_event: 'reopen' });
  await call('POST', `/projects/${project.id}/archive`, owner);
  expect((await call('PUT', `${path}/reset_approvals`, gate)).status).toBe(401);
  await call('POST', `/projects/${project.id}/unarchive`, owner);
  expect(await approvers()).toBe(2);
});

const actions = async () => {
  await app.runJobs();
  const rows = await app.platform.db
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('attempt', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(({ request_body: body }) => {
    const { user, object_attributes: about } = JSON.parse(body) as {
      user: { username: string };
      object_attributes: { action: string };
    };
    return [user.username, about.action];
  });
};

test('webhooks hear who agreed and who took it back, and nothing of a review that was taken back', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  const hook = { url: 'https://hooks.test/in', merge_requests_events: true };
  expect((await call('POST', `/projects/${project.id}/hooks`, owner, hook)).status).toBe(201);
  const path = `/projects/${project.id}/merge_requests/${row.iid}`;
  await call('POST', `${path}/approve`, ann);
  await call('POST', `${path}/unapprove`, ann);
  const { username } = ann.user;
  expect(await actions()).toEqual([
    [username, 'approved'],
    [username, 'unapproved'],
  ]);
  const ctx = contextOf(app, bob);
  const review = await publishReview(ctx, { mergeRequestId: row.id, summary: 'Fine', verdict: 'approved' });
  await undoReview(ctx, { mergeRequestId: row.id, reviewId: review.row?.id ?? 0 });
  expect(await actions()).toHaveLength(2);
});

test('a webhook hears that a merge request cannot be merged any more, and why', async () => {
  const row = await createMergeRequest(app, { project, author: owner, branch: 'readiness' });
  await app.runJobs();
  const url = 'https://hooks.test/readiness';
  await call('POST', `/projects/${project.id}/hooks`, owner, { url, merge_requests_events: true });
  const path = `/projects/${project.id}/merge_requests/${row.iid}`;
  const other = await createMergeRequest(app, { project, author: owner, branch: 'before' });
  const block = { blocking_merge_request_iid: other.iid };
  expect((await call('POST', `${path}/blocks`, owner, block)).status).toBe(201);
  await app.runJobs();
  const sent = await app.platform.db.selectFrom('hook_deliveries').selectAll().where('url', '=', url).execute();
  expect(sent.map(({ request_body: body }) => JSON.parse(body))).toContainEqual(
    expect.objectContaining({
      object_attributes: expect.objectContaining({ iid: row.iid, action: 'update', system: true }),
      changes: { detailed_merge_status: { previous: 'mergeable', current: 'merge_request_blocked' } },
    }),
  );
});
