import { createClient } from 'graphql-ws';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { publish } from '../../platform/events.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let origin: string;
let owner: TestUser;
let reviewer: TestUser;
let guest: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

const call = restCaller(() => app);
const open: WebSocket[] = [];

beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
  [owner, reviewer, guest] = (await Promise.all([1, 2, 3].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'a\n' } });
  await addMember(app, { project, user: reviewer.user, level: 30 });
  await addMember(app, { project, user: guest.user, level: 10 });
  row = await createMergeRequest(app, { project, author: owner });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(() => app.close());

type Headers = Record<string, string>;
type Frame = {
  type?: string;
  identifier?: string;
  message?: { result?: { data: Record<string, unknown> | null }; more?: boolean; errors?: unknown };
};

/** The one of Node takes headers, which no browser's does. */
const NodeWebSocket: new (address: string, options: { protocols: string; headers: Headers }) => WebSocket =
  Object(WebSocket);

/** A socket and all that came over it. */
function knock(headers: Headers) {
  const socket = new NodeWebSocket(`${origin.replace('http', 'ws')}/-/cable`, {
    protocols: 'actioncable-v1-json',
    headers,
  });
  open.push(socket);
  const frames: Frame[] = [];
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data))));
  return { socket, frames };
}

/** A client of the ActionCable kind that asked for this; answers what came once the server confirmed. */
async function cable(headers: Headers, query: string, variables: object = {}) {
  const { socket, frames } = knock(headers);
  const types = () => frames.map((frame) => frame.type);
  await expect.poll(types).toContain('welcome');
  expect(socket.protocol).toBe('actioncable-v1-json');
  const identifier = JSON.stringify({ channel: 'GraphqlChannel', query, variables, nonce: '1' });
  socket.send(JSON.stringify({ command: 'subscribe', identifier }));
  await expect.poll(() => frames.some((frame) => frame.type?.endsWith('_subscription'))).toBe(true);
  return {
    socket,
    identifier,
    frames,
    results: () => frames.flatMap(({ message }) => (message?.result ? [message.result.data] : [])),
    isOver: () => frames.some(({ message }) => message?.more === false),
  };
}

const request = () => `gid://gitlab/MergeRequest/${row.id}`;
const path = () => `/projects/${project.id}/merge_requests/${row.iid}`;

const TITLE = `subscription ($id: ID!) { issuableTitleUpdated(issuableId: $id) { ... on MergeRequest { title } ... on Issue { title } } }`;

test('a change is told to those who asked for that field, and nothing else is', async () => {
  const heard = await cable(owner.headers, TITLE, { id: request() });
  const described = await cable(
    reviewer.headers,
    'subscription ($id: ID!) { issuableDescriptionUpdated(issuableId: $id) { ... on MergeRequest { description } } }',
    { id: request() },
  );
  await call('PUT', path(), owner, { description: 'Why' });
  await expect.poll(described.results).toEqual([{ issuableDescriptionUpdated: { description: 'Why' } }]);
  await call('PUT', path(), owner, { title: 'Better' });
  await expect.poll(heard.results).toEqual([{ issuableTitleUpdated: { title: 'Better' } }]);
  expect(described.results()).toHaveLength(1);
});

test.runIf(IS_FULL)('labels, users and milestone of a merge request, and an issue', async () => {
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Do' })).body;
  const id = `gid://gitlab/Issue/${issue.id}`;
  const labels = await cable(
    reviewer.headers,
    'subscription ($id: ID!) { issuableLabelsUpdated(issuableId: $id) { ... on Issue { labels { nodes { title } } } } }',
    { id },
  );
  const people = await cable(
    reviewer.headers,
    'subscription ($id: ID!) { issuableAssigneesUpdated(issuableId: $id) { ... on Issue { assignees { nodes { username } } } } }',
    { id },
  );
  const milestones = await cable(
    reviewer.headers,
    'subscription ($id: ID!) { issuableMilestoneUpdated(issuableId: $id) { ... on Issue { milestone { title } } } }',
    { id },
  );
  const milestone = (await call('POST', `/projects/${project.id}/milestones`, owner, { title: 'One' })).body;
  await call('PUT', `/projects/${project.id}/issues/${issue.iid}`, owner, {
    labels: 'bug',
    assignee_ids: [reviewer.user.id],
    milestone_id: milestone.id,
  });
  await expect.poll(labels.results).toEqual([{ issuableLabelsUpdated: { labels: { nodes: [{ title: 'bug' }] } } }]);
  await expect
    .poll(people.results)
    .toEqual([{ issuableAssigneesUpdated: { assignees: { nodes: [{ username: reviewer.user.username }] } } }]);
  await expect.poll(milestones.results).toEqual([{ issuableMilestoneUpdated: { milestone: { title: 'One' } } }]);
});

test('a pipeline is followed while its reader may read pipelines', async () => {
  const url = `/projects/${project.id}`;
  const sha = (await call('GET', `${url}/repository/commits/main`, owner)).body.id;
  const made = await call('POST', `${url}/statuses/${sha}`, owner, { state: 'pending', name: 'outside' });
  const pipelineId = made.body.pipeline_id;
  const heard = await cable(
    reviewer.headers,
    'subscription ($id: CiPipelineID!) { ciPipelineStatusUpdated(pipelineId: $id) { status } }',
    { id: `gid://gitlab/Ci::Pipeline/${pipelineId}` },
  );
  await call('POST', `${url}/statuses/${sha}`, owner, { state: 'success', name: 'outside' });
  await expect.poll(() => heard.results().at(-1)).toEqual({ ciPipelineStatusUpdated: { status: 'SUCCESS' } });
  const access = (level: string) => ({ repository_access_level: level, merge_requests_access_level: level });
  expect((await call('PUT', url, owner, access('disabled'))).status).toBe(200);
  await pause(100);
  const before = heard.results().length;
  await publish(app.system, `project:${project.id}`, 'pipeline.changed', { id: pipelineId });
  await pause(500);
  expect(heard.results()).toHaveLength(before);
  expect((await call('PUT', url, owner, access('enabled'))).status).toBe(200);
});

const CREATED = 'subscription ($id: ID!) { workItemNoteCreated(noteableId: $id) { id body } }';
const UPDATED = 'subscription ($id: ID!) { workItemNoteUpdated(noteableId: $id) { body } }';
const DELETED =
  'subscription ($id: ID!) { workItemNoteDeleted(noteableId: $id) { id discussionId lastDiscussionNote } }';

test('what is said, changed and taken back is told; what is internal to those who may read it', async () => {
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Talk' })).body;
  const id = `gid://gitlab/Issue/${issue.id}`;
  const notes = `/projects/${project.id}/issues/${issue.iid}/notes`;
  const reporter = await createUser(app);
  await addMember(app, { project, user: reporter.user, level: 20 });
  const [inCreated, inUpdated, inDeleted] = await Promise.all([
    cable(reporter.headers, CREATED, { id }),
    cable(reporter.headers, UPDATED, { id }),
    cable(reporter.headers, DELETED, { id }),
  ]);
  const [created, updated, deleted] = await Promise.all([
    cable(guest.headers, CREATED, { id }),
    cable(guest.headers, UPDATED, { id }),
    cable(guest.headers, DELETED, { id }),
  ]);
  const hidden = (await call('POST', notes, owner, { body: 'Among us', internal: true })).body;
  // What is told is read when it is told.
  await expect.poll(inCreated.results).toMatchObject([{ workItemNoteCreated: { body: 'Among us' } }]);
  await call('PUT', `${notes}/${hidden.id}`, owner, { body: 'Still among us' });
  await call('POST', `${notes}/${hidden.id}/award_emoji`, owner, { name: 'tada' });
  const note = (await call('POST', notes, owner, { body: 'Words' })).body;
  await expect
    .poll(created.results)
    .toEqual([{ workItemNoteCreated: { id: `gid://gitlab/Note/${note.id}`, body: 'Words' } }]);
  await expect.poll(() => inCreated.results().length).toBe(2);
  await call('PUT', `${notes}/${note.id}`, owner, { body: 'Other words' });
  await expect.poll(updated.results).toEqual([{ workItemNoteUpdated: { body: 'Other words' } }]);
  await expect.poll(() => inUpdated.results().length).toBe(3);
  await call('DELETE', `${notes}/${hidden.id}`, owner);
  await call('DELETE', `${notes}/${note.id}`, owner);
  await expect.poll(deleted.results).toEqual([
    {
      workItemNoteDeleted: {
        id: `gid://gitlab/Note/${note.id}`,
        discussionId: expect.stringMatching(/Discussion/),
        lastDiscussionNote: true,
      },
    },
  ]);
  await expect.poll(() => inDeleted.results().length).toBe(2);
  expect(inDeleted.results()[0]).toMatchObject({ workItemNoteDeleted: { id: `gid://gitlab/Note/${hidden.id}` } });
  expect(inCreated.results()).toMatchObject([
    { workItemNoteCreated: { body: 'Among us' } },
    { workItemNoteCreated: { body: 'Words' } },
  ]);
  expect(inUpdated.results()).toMatchObject([
    { workItemNoteUpdated: { body: 'Still among us' } },
    { workItemNoteUpdated: { body: 'Still among us' } },
    { workItemNoteUpdated: { body: 'Other words' } },
  ]);
  expect(created.results()).toHaveLength(1);
  expect(updated.results()).toHaveLength(1);
});

test('who may not read internal notes any more hears on, but not of these', async () => {
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Talk' })).body;
  const notes = `/projects/${project.id}/issues/${issue.iid}/notes`;
  const reporter = await createUser(app);
  await addMember(app, { project, user: reporter.user, level: 20 });
  const heard = await cable(reporter.headers, CREATED, { id: `gid://gitlab/Issue/${issue.id}` });
  await call('POST', notes, owner, { body: 'Among us', internal: true });
  await expect.poll(() => heard.results().length).toBe(1);
  const lowered = await call('PUT', `/projects/${project.id}/members/${reporter.user.id}`, owner, { access_level: 10 });
  expect(lowered.status).toBe(200);
  await call('POST', notes, owner, { body: 'Without you', internal: true });
  await call('POST', notes, owner, { body: 'To all' });
  await expect.poll(() => heard.results().length).toBe(2);
  expect(heard.results()[1]).toMatchObject({ workItemNoteCreated: { body: 'To all' } });
});

test.runIf(IS_FULL)('reviewers, outcomes and versions, and what concerns a user', async () => {
  const fields = '{ iid }';
  const by = async (name: string) =>
    cable(owner.headers, `subscription ($id: ID!) { ${name}(issuableId: $id) ${fields} }`, { id: request() });
  const reviewers = await by('mergeRequestReviewersUpdated');
  const approvals = await by('mergeRequestApprovalStateUpdated');
  const diffs = await by('mergeRequestDiffGenerated');
  const own = await cable(
    reviewer.headers,
    'subscription ($id: ID!) { userMergeRequestUpdated(userId: $id) { iid } }',
    {
      id: `gid://gitlab/User/${reviewer.user.id}`,
    },
  );
  await call('PUT', path(), owner, { reviewer_ids: [reviewer.user.id] });
  await expect.poll(reviewers.results).toEqual([{ mergeRequestReviewersUpdated: { iid: String(row.iid) } }]);
  await expect.poll(own.results).toEqual([{ userMergeRequestUpdated: { iid: String(row.iid) } }]);
  const before = approvals.results().length;
  expect((await call('POST', `${path()}/approve`, reviewer)).status).toBe(201);
  await expect.poll(() => approvals.results().length).toBeGreaterThan(before);
  await app.runJobs();
  await expect.poll(diffs.results).toEqual([{ mergeRequestDiffGenerated: { iid: String(row.iid) } }]);
});

test.runIf(IS_FULL)(
  'what is said on a commit is heard from the first word on, by who may read its code; it has no title to change',
  async () => {
    const id = `gid://gitlab/Commit/${project.id}-${row.head_sha}`;
    const heard = await cable(reviewer.headers, CREATED, { id });
    const unseen = await cable(guest.headers, CREATED, { id });
    const untitled = await cable(reviewer.headers, TITLE, { id });
    for (const refused of [unseen, untitled]) await expect.poll(refused.isOver).toBe(true);
    const comments = `/projects/${project.id}/repository/commits/${row.head_sha}/comments`;
    expect((await call('POST', comments, owner, { note: 'Why?' })).status).toBe(201);
    await expect.poll(heard.results).toMatchObject([{ workItemNoteCreated: { body: 'Why?' } }]);
  },
);

test('what may not be seen is not heard, and nobody hears what concerns others', async () => {
  const outsider = await createUser(app);
  const refused = await cable(outsider.headers, TITLE, { id: request() });
  await expect.poll(refused.isOver).toBe(true);
  expect(refused.frames.at(-1)?.message?.result).toMatchObject({
    errors: [{ message: expect.stringContaining('Not Found') }],
  });
  const others = await cable(
    owner.headers,
    'subscription ($id: ID!) { userMergeRequestUpdated(userId: $id) { iid } }',
    {
      id: `gid://gitlab/User/${reviewer.user.id}`,
    },
  );
  await expect.poll(others.isOver).toBe(true);
  expect(others.results()).toEqual([undefined]);
});

test('who loses the role hears nothing more', async () => {
  const leaving = await createUser(app);
  await addMember(app, { project, user: leaving.user, level: 30 });
  const heard = await cable(leaving.headers, TITLE, { id: request() });
  await call('PUT', path(), owner, { title: 'While a member' });
  await expect.poll(heard.results).toHaveLength(1);
  expect((await call('DELETE', `/projects/${project.id}/members/${leaving.user.id}`, owner)).status).toBe(204);
  await call('PUT', path(), owner, { title: 'Afterwards' });
  await expect.poll(heard.isOver).toBe(true);
  expect(heard.results()).toEqual([{ issuableTitleUpdated: { title: 'While a member' } }]);
});

test('who is no administrator any more hears nothing more by that', async () => {
  const admin = await createUser(app, { isAdmin: true });
  const heard = await cable(admin.headers, TITLE, { id: request() });
  await call('PUT', path(), owner, { title: 'Seen by administrators' });
  const seen = [{ issuableTitleUpdated: { title: 'Seen by administrators' } }];
  await expect.poll(heard.results).toEqual(seen);
  await sql`update users set is_admin = false where id = ${admin.user.id}`.execute(app.platform.db);
  app.clock.advance(5_000);
  await call('PUT', path(), owner, { title: 'Not any more' });
  await expect.poll(heard.isOver).toBe(true);
  expect(heard.results()).toEqual(seen);
});

test('a token that comes to its end ends what runs by it', async () => {
  const { token } = await createToken(app, reviewer.user, ['read_api']);
  const heard = await cable({ 'private-token': token }, TITLE, { id: request() });
  await sql`update personal_access_tokens set expires_at = '2001-01-01'
    where id = (select max(id) from personal_access_tokens)`.execute(app.platform.db);
  app.clock.advance(5_000);
  await call('PUT', path(), owner, { title: 'Too late' });
  await expect.poll(heard.isOver).toBe(true);
  expect(heard.results()).toEqual([]);
});

test.runIf(IS_FULL)('after a gap in which nothing was heard, states are told again', async () => {
  const heard = await cable(owner.headers, TITLE, { id: request() });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'LISTEN%'`.execute(app.platform.db);
  await expect.poll(heard.results).toEqual([{ issuableTitleUpdated: { title: expect.any(String) } }]);
});

test('a token that is revoked ends what runs by it, and none can be begun by it', async () => {
  const { token } = await createToken(app, reviewer.user, ['read_api']);
  const headers = { 'private-token': token };
  const heard = await cable(headers, TITLE, { id: request() });
  expect((await call('DELETE', '/personal_access_tokens/self', { headers })).status).toBe(204);
  await expect.poll(heard.isOver).toBe(true);
  expect(heard.results()).toEqual([]);
  const { socket: again, frames } = knock(headers);
  await expect.poll(() => frames.map((frame) => frame.type)).toContain('welcome');
  const identifier = JSON.stringify({ channel: 'GraphqlChannel', query: TITLE, variables: { id: request() } });
  again.send(JSON.stringify({ command: 'subscribe', identifier }));
  await expect.poll(() => frames.at(-1)?.message).toMatchObject({ errors: [expect.anything()], more: false });
});

test('another channel is rejected, nonsense is passed over, and what is unsubscribed is quiet', async () => {
  const heard = await cable(owner.headers, TITLE, { id: request() });
  const other = JSON.stringify({ channel: 'NoSuchChannel' });
  heard.socket.send('nonsense');
  heard.socket.send(JSON.stringify({ command: 'subscribe', identifier: other }));
  await expect.poll(() => heard.frames.at(-1)).toEqual({ identifier: other, type: 'reject_subscription' });
  heard.socket.send(JSON.stringify({ command: 'unsubscribe', identifier: heard.identifier }));
  // Asked on the same socket after that: its answer comes after the other was let go of.
  const last = JSON.stringify({ channel: 'GraphqlChannel', query: '{ metadata { version } }' });
  heard.socket.send(JSON.stringify({ command: 'subscribe', identifier: last }));
  await expect.poll(() => heard.frames.at(-1)?.message?.more).toBe(false);
  await call('PUT', path(), owner, { title: 'Unheard' });
  const pings = () => heard.frames.filter((frame) => frame.type === 'ping').length;
  const before = pings();
  await expect.poll(pings, { timeout: 5_000 }).toBeGreaterThan(before);
  expect(heard.results().filter((data) => data && 'issuableTitleUpdated' in data)).toEqual([]);
});

test.runIf(IS_FULL)(
  'what was let go of before it began is not confirmed; what is asked for again is heard once',
  async () => {
    const { socket, frames } = knock(owner.headers);
    await expect.poll(() => frames.map((frame) => frame.type)).toContain('welcome');
    const identifier = JSON.stringify({ channel: 'GraphqlChannel', query: TITLE, variables: { id: request() } });
    for (const command of ['subscribe', 'unsubscribe', 'subscribe'])
      socket.send(JSON.stringify({ command, identifier }));
    const confirmed = () => frames.filter((frame) => frame.type === 'confirm_subscription').length;
    await expect.poll(confirmed).toBe(1);
    await call('PUT', path(), owner, { title: 'Heard once' });
    const results = () => frames.flatMap(({ message }) => (message ? [message] : []));
    await expect
      .poll(results)
      .toEqual([{ result: { data: { issuableTitleUpdated: { title: 'Heard once' } } }, more: true }]);
    expect(confirmed()).toBe(1);
  },
);

test('pages of other origins open no socket, and a plain request finds none', async () => {
  const { socket } = knock({ origin: 'https://evil.test' });
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  expect(await closed).toBe(1008);
  const server = await app.server();
  expect((await server.inject({ url: '/-/cable', headers: owner.headers })).statusCode).toBe(404);
});

/** A client of `graphql-transport-ws` as the owner. */
function transportClient() {
  const { token } = owner;
  class Signed extends NodeWebSocket {
    constructor(address: string, protocol: string) {
      super(address, { protocols: protocol, headers: { 'private-token': token } });
    }
  }
  return createClient({ url: `${origin.replace('http', 'ws')}/api/graphql`, webSocketImpl: Signed, retryAttempts: 0 });
}

test.runIf(IS_FULL)('questions that were refused take no room on a socket', async () => {
  const client = transportClient();
  const answered = (query: string) =>
    new Promise((resolve) => client.subscribe({ query }, { next: resolve, error: resolve, complete: () => undefined }));
  let isOver = false;
  const end = () => (isOver = true);
  // This one stays, and with it the socket.
  client.subscribe(
    { query: TITLE, variables: { id: request() } },
    { next: () => undefined, error: end, complete: end },
  );
  for (let count = 0; count < 101; count++) await answered('{ noSuchField }');
  expect(await answered('{ metadata { version } }')).toMatchObject({ data: { metadata: {} } });
  expect(isOver).toBe(false);
  await client.dispose();
});

test('the same is heard over graphql-transport-ws, and ends with the client', async () => {
  const client = transportClient();
  const seen: unknown[] = [];
  let isDone = false;
  const stop = client.subscribe(
    { query: CREATED, variables: { id: request() } },
    {
      next: ({ data }) => seen.push(data),
      error: (error) => seen.push(error),
      complete: () => (isDone = true),
    },
  );
  await expect
    .poll(async () => {
      await call('POST', `${path()}/notes`, owner, { body: 'Knock' });
      return seen.length;
    })
    .toBeGreaterThan(0);
  expect(seen[0]).toMatchObject({ workItemNoteCreated: { body: 'Knock' } });
  stop();
  await expect.poll(() => isDone).toBe(true);
  await client.dispose();
});
