import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import type { MergeRequestRow } from '../merge-requests/index.ts';
import { createMergeRequest } from '../merge-requests/testing.ts';
import { IS_FULL } from '../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let ann: TestUser;
let ben: TestUser;
let stranger: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  // One after the other: reviewers who came at one moment stand in the order of their numbers.
  owner = await createUser(app, { username: 'owner-asks' });
  ann = await createUser(app, { username: 'ann-reviews' });
  ben = await createUser(app, { username: 'ben-reviews' });
  stranger = await createUser(app, { username: 'stranger' });
  project = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'base.txt': 'base\n' } });
  for (const { user } of [ann, ben]) await addMember(app, { user, level: 30, project });
});
afterAll(() => app.close());

const api = (row: MergeRequestRow, path = '') => `/projects/${project.id}/merge_requests/${row.iid}${path}`;

async function graphql(as: TestUser | undefined, query: string, variables: Record<string, unknown> = {}) {
  const server = await app.server();
  const payload = { query, variables };
  const answer = await server.inject({ method: 'POST', url: '/api/graphql', headers: as?.headers ?? {}, payload });
  return answer.json();
}

const READ = `query($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) {
  approved approvalsRequired approvalsLeft approvedBy { nodes { username mergeRequestInteraction { approved } } }
  approvalState { approvalRulesOverwritten rules { id } invalidApproversRules { id } }
  changeRequesters { nodes { username } }
  userPermissions { canApprove } subscribed
  author { mergeRequestInteraction { reviewState canUpdate } }
  reviewers { nodes { username mergeRequestInteraction { reviewState reviewed approved canMerge canUpdate } } }
} } }`;

async function read(as: TestUser | undefined, row: MergeRequestRow) {
  const answer = await graphql(as, READ, { path: project.full_path, iid: String(row.iid) });
  expect(answer.errors).toBeUndefined();
  return answer.data.project.mergeRequest;
}

async function mutate(as: TestUser, name: string, row: MergeRequestRow, more: Record<string, unknown> = {}) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const answer = await graphql(
    as,
    `mutation($input: ${type}!) { ${name}(input: $input) { mergeRequest { iid subscribed reviewers { nodes { username } } assignees { nodes { username } } labels { nodes { title } } } errors } }`,
    {
      input: { projectPath: project.full_path, iid: String(row.iid), ...more },
    },
  );
  return answer.errors ? { failed: answer.errors[0].message } : answer.data[name];
}

const names = (list: { nodes: { username: string }[] }) => list.nodes.map((each) => each.username).toSorted();
const gid = ({ user }: TestUser) => `gid://gitlab/User/${user.id}`;
const todosOf = async (user: TestUser, row: MergeRequestRow) =>
  (await rest('GET', '/todos', user)).body
    .filter((todo: { target: { iid: number } }) => todo.target.iid === row.iid)
    .map((todo: { action_name: string }) => todo.action_name);

test('what reviewers think is told with them, and who agreed', async () => {
  const row = await createMergeRequest(app, { project, author: owner, reviewerIds: [ann.user.id, ben.user.id] });
  await rest('POST', api(row, '/approve'), ann);
  await mutate(ben, 'mergeRequestRequestChanges', row);
  const seen = await read(owner, row);
  expect(seen).toMatchObject({
    approved: true,
    approvalsRequired: 0,
    approvalsLeft: 0,
    approvedBy: { nodes: [{ username: 'ann-reviews', mergeRequestInteraction: { approved: true } }] },
    approvalState: { approvalRulesOverwritten: false, rules: [], invalidApproversRules: [] },
    changeRequesters: { nodes: [{ username: 'ben-reviews' }] },
    userPermissions: { canApprove: false },
    author: { mergeRequestInteraction: { reviewState: null, canUpdate: true } },
  });
  expect(seen.reviewers.nodes).toEqual([
    {
      username: 'ann-reviews',
      mergeRequestInteraction: {
        reviewState: 'APPROVED',
        reviewed: true,
        approved: true,
        canMerge: true,
        canUpdate: true,
      },
    },
    {
      username: 'ben-reviews',
      mergeRequestInteraction: {
        reviewState: 'REQUESTED_CHANGES',
        reviewed: true,
        approved: false,
        canMerge: true,
        canUpdate: true,
      },
    },
  ]);
  expect((await read(ann, row)).userPermissions.canApprove).toBe(true);
  expect((await read(undefined, row)).userPermissions.canApprove).toBe(false);
  const alone = await graphql(owner, '{ user(username: "ann-reviews") { mergeRequestInteraction { approved } } }');
  expect(alone.data.user).toEqual({ mergeRequestInteraction: null });
  expect((await rest('GET', api(row, '/approval_state'), ann)).body).toEqual({
    approval_rules_overwritten: false,
    rules: [],
  });
});

test('who writes a pending comment has begun, until all of them are thrown away or the review is published', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  await mutate(owner, 'mergeRequestSetReviewers', row, { reviewerUsernames: [ann.user.username] });
  const stateOfAnn = async () => (await read(owner, row)).reviewers.nodes[0]?.mergeRequestInteraction.reviewState;
  const write = (as: TestUser) => rest('POST', api(row, '/draft_notes'), as, { note: 'Not yet' });
  await write(ben);
  expect(await stateOfAnn()).toBe('UNREVIEWED');
  const { body: first } = await write(ann);
  const { body: second } = await write(ann);
  expect(await stateOfAnn()).toBe('REVIEW_STARTED');
  await rest('DELETE', api(row, `/draft_notes/${first.id}`), ann);
  expect(await stateOfAnn()).toBe('REVIEW_STARTED');
  await rest('DELETE', api(row, `/draft_notes/${second.id}`), ann);
  expect(await stateOfAnn()).toBe('UNREVIEWED');
  await write(ann);
  await rest('POST', api(row, '/draft_notes/bulk_publish'), ann);
  expect(await stateOfAnn()).toBe('REVIEWED');
  // Who has said something is not back at the beginning.
  await write(ann);
  expect(await stateOfAnn()).toBe('REVIEWED');
  expect((await read(owner, row)).reviewers.nodes).toHaveLength(1);
});

test('changes are asked for and not any more; both are for those who may', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  expect(await mutate(stranger, 'mergeRequestRequestChanges', row)).toMatchObject({
    mergeRequest: null,
    errors: [expect.any(String)],
  });
  expect(await mutate(ann, 'mergeRequestDestroyRequestedChanges', row)).toMatchObject({
    failed: 'You have not requested changes.',
  });
  expect((await mutate(ann, 'mergeRequestRequestChanges', row)).errors).toEqual([]);
  expect((await rest('GET', api(row), owner)).body.detailed_merge_status).toBe('requested_changes');
  expect((await mutate(ann, 'mergeRequestDestroyRequestedChanges', row)).errors).toEqual([]);
  expect((await read(owner, row)).reviewers.nodes).toMatchObject([
    { mergeRequestInteraction: { reviewState: 'REVIEWED' } },
  ]);
  const notes = (await rest('GET', api(row, '/notes?sort=asc'), owner)).body.map((note: { body: string }) => note.body);
  expect(notes).toEqual(['requested changes', 'removed the request for changes']);
});

test('a reviewer is asked once more: the outcome is open, the approval gone, it waits for them again', async () => {
  const row = await createMergeRequest(app, { project, author: owner, reviewerIds: [ann.user.id] });
  await app.runJobs();
  await rest('POST', api(row, '/approve'), ann);
  await app.runJobs();
  expect(await todosOf(ann, row)).toEqual([]);
  await app.platform.db.deleteFrom('mail_messages').execute();
  expect(await mutate(stranger, 'mergeRequestReviewerRereview', row, { userId: gid(ann) })).toMatchObject({
    mergeRequest: null,
  });
  expect(await mutate(owner, 'mergeRequestReviewerRereview', row, { userId: gid(ben) })).toMatchObject({
    failed: '404 Reviewer Not Found',
  });
  expect((await mutate(owner, 'mergeRequestReviewerRereview', row, { userId: gid(ann) })).errors).toEqual([]);
  await app.runJobs();
  expect((await rest('GET', api(row, '/blocks'), owner)).body).toEqual([]);
  expect((await rest('GET', api(row, '/reviewers'), owner)).body).toMatchObject([
    { state: 'unreviewed', user: { username: 'ann-reviews' } },
  ]);
  expect((await rest('GET', api(row, '/approvals'), owner)).body.approved_by).toEqual([]);
  expect(await todosOf(ann, row)).toEqual(['review_requested']);
  const mails = await app.platform.db.selectFrom('mail_messages').select(['recipient', 'text_body']).execute();
  expect(mails.filter((mail) => mail.recipient === ann.user.email).map((mail) => mail.text_body)).toEqual([
    expect.stringContaining('requested your review'),
  ]);
  const { body: notes } = await rest('GET', api(row, '/notes?sort=desc'), owner);
  expect(notes[0].body).toBe('requested review from @ann-reviews');
});

test.runIf(IS_FULL)('the page offers it for those who have looked, to those who may', async () => {
  const row = await createMergeRequest(app, { project, author: owner, reviewerIds: [ann.user.id, ben.user.id] });
  await rest('POST', api(row, '/approve'), ann);
  const server = await app.server();
  const address = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const pathsFor = async (as: TestUser) => {
    const answer = await server.inject({ url: `/-/page${address}`, headers: as.headers });
    return answer.json().data.mergeRequest.reviewers.map((each: { askAgainPath: string | null }) => each.askAgainPath);
  };
  expect(await pathsFor(owner)).toEqual([`${address}/reviewers/${ann.user.id}/request_review`, null]);
  expect(await pathsFor(stranger)).toEqual([null, null]);
  const ask = (as: TestUser) =>
    server.inject({
      method: 'POST',
      url: `${address}/reviewers/${ann.user.id}/request_review`,
      headers: as.headers,
      payload: {},
    });
  expect((await ask(stranger)).statusCode).toBe(403);
  expect((await ask(owner)).statusCode).toBe(204);
  expect(await pathsFor(owner)).toEqual([null, null]);
  await rest('PUT', api(row), owner, { state_event: 'close' });
  expect((await ask(owner)).statusCode).toBeGreaterThanOrEqual(400);
});

test.runIf(IS_FULL)('on the page each takes back their own request for changes', async () => {
  const row = await createMergeRequest(app, { project, author: owner, reviewerIds: [ann.user.id, ben.user.id] });
  for (const who of [ann, ben]) await mutate(who, 'mergeRequestRequestChanges', row);
  const server = await app.server();
  const address = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const url = `${address}/withdraw_requested_changes`;
  const pathsFor = async (as: TestUser | null) => {
    const answer = await server.inject({ url: `/-/page${address}`, headers: as?.headers ?? {} });
    return answer.json().data.mergeRequest.reviewers.map((each: { withdrawPath: string | null }) => each.withdrawPath);
  };
  const withdraw = async (as: TestUser) =>
    (await server.inject({ method: 'POST', url, headers: as.headers, payload: {} })).statusCode;
  expect(await pathsFor(ann)).toEqual([url, null]);
  for (const other of [owner, stranger, null]) expect(await pathsFor(other)).toEqual([null, null]);
  expect([await withdraw(stranger), await withdraw(owner)]).toEqual([403, 403]);
  expect(await withdraw(ann)).toBe(204);
  expect((await rest('GET', api(row, '/reviewers'), owner)).body).toMatchObject([
    { state: 'reviewed', user: { username: 'ann-reviews' } },
    { state: 'requested_changes', user: { username: 'ben-reviews' } },
  ]);
  expect([await pathsFor(ann), await withdraw(ann)]).toEqual([[null, null], 404]);
  await rest('PUT', api(row), owner, { state_event: 'close' });
  expect([await pathsFor(ben), await withdraw(ben)]).toEqual([[null, null], 405]);
  expect((await rest('GET', api(row, '/reviewers'), owner)).body[1].state).toBe('requested_changes');
});

test.runIf(IS_FULL)('asked for with a command, someone who is a reviewer is asked once more', async () => {
  const row = await createMergeRequest(app, { project, author: owner, reviewerIds: [ann.user.id] });
  await rest('POST', api(row, '/approve'), ann);
  await rest('POST', api(row, '/notes'), owner, { body: '/request_review @ann-reviews @ben-reviews' });
  expect((await rest('GET', api(row, '/reviewers'), owner)).body).toMatchObject([
    { user: { username: 'ann-reviews' }, state: 'unreviewed' },
    { user: { username: 'ben-reviews' }, state: 'unreviewed' },
  ]);
});

test('lists are replaced, added to and taken from', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const set = async (name: string, list: string, people: string[], operationMode?: string) =>
    mutate(owner, name, row, { [list]: people, ...(operationMode && { operationMode }) });
  for (const [name, list, field] of [
    ['mergeRequestSetReviewers', 'reviewerUsernames', 'reviewers'],
    ['mergeRequestSetAssignees', 'assigneeUsernames', 'assignees'],
  ] as const) {
    expect(names((await set(name, list, ['ann-reviews'])).mergeRequest[field])).toEqual(['ann-reviews']);
    const both = await set(name, list, ['ben-reviews'], 'APPEND');
    expect(names(both.mergeRequest[field])).toEqual(['ann-reviews', 'ben-reviews']);
    expect(names((await set(name, list, ['ann-reviews'], 'REMOVE')).mergeRequest[field])).toEqual(['ben-reviews']);
    expect((await set(name, list, ['nobody-like-that'])).failed).toBe('404 User Not Found');
  }
  const { id } = (await rest('POST', `/projects/${project.id}/labels`, owner, { name: 'bug', color: '#ff0000' })).body;
  const labelled = await mutate(owner, 'mergeRequestSetLabels', row, {
    labelIds: [`gid://gitlab/ProjectLabel/${id}`],
    operationMode: 'APPEND',
  });
  expect(labelled.mergeRequest.labels.nodes).toEqual([{ title: 'bug' }]);
  const elsewhere = await createProject(app, { owner: owner.user, files: { a: 'a' } });
  const foreign = (await rest('POST', `/projects/${elsewhere.id}/labels`, owner, { name: 'theirs', color: '#00ff00' }))
    .body;
  expect(
    (await mutate(owner, 'mergeRequestSetLabels', row, { labelIds: [`gid://gitlab/ProjectLabel/${foreign.id}`] }))
      .failed,
  ).toBe('404 Label Not Found');
  const { id: milestone } = (await rest('POST', `/projects/${project.id}/milestones`, owner, { title: 'Soon' })).body;
  await mutate(owner, 'mergeRequestSetMilestone', row, { milestoneId: `gid://gitlab/Milestone/${milestone}` });
  expect((await rest('GET', api(row), owner)).body.milestone).toMatchObject({ title: 'Soon' });
  await mutate(owner, 'mergeRequestSetMilestone', row, { milestoneId: null });
  expect((await rest('GET', api(row), owner)).body.milestone).toBeNull();
  for (const isSubscribed of [true, false]) {
    const told = await mutate(stranger, 'mergeRequestSetSubscription', row, { subscribedState: isSubscribed });
    expect(told.mergeRequest.subscribed).toBe(isSubscribed);
    expect((await rest('GET', api(row), stranger)).body.subscribed).toBe(isSubscribed);
  }
  // Who made it follows it; who is not signed in follows nothing.
  expect([(await read(owner, row)).subscribed, (await read(undefined, row)).subscribed]).toEqual([true, false]);
});
