import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, signInHeaders, TEST_PASSWORD, type TestUser } from '../../accounts/testing.ts';
import { createPlatform, type RunningPlatform } from '../../app/create-platform.ts';
import { createWebServer } from '../../app/web.ts';
import { changeTopicRow, createTopic, defineTopics } from '../../discussions/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { addGroupLink, addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../../merge-requests/testing.ts';

/** Requests go to one process, changes are made by another: what is remembered must not outlive what it rests on. */
let app: TestApp;
let other: RunningPlatform;
let reads: FastifyInstance;
let owner: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let issueIid: number;
let page: string;
let undoTopics: () => void;
let queries = 0;
let asked: string[] = [];

beforeAll(async () => {
  app = await createTestApp();
  undoTopics = await defineTopics(app);
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'a\n' } });
  row = await createMergeRequest(app, { project, author: owner });
  page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  other = await createPlatform({ ...app.platform.config }, app.databaseUrl, {
    clock: app.clock,
    log: app.platform.log,
  });
  other.database.pool.on('connect', (client) => listenTo(client));
  reads = await createWebServer(other.platform, { directory: app.dataDir, entry: 'main.js', styles: [], preloads: [], fonts: [], pageFiles: new Map() }); // prettier-ignore
  const api = `/api/v4/projects/${project.id}`;
  issueIid = (await send('POST', `${api}/issues`, { title: 'A named issue' })).json().iid;
  await send('POST', `${api}/labels`, { name: 'named', color: '#aabbcc' });
  await send('POST', `${api}/milestones`, { title: 'named' });
  const { head_sha: head } = row;
  const texts = ['Plain words', `See #${issueIid}, !${row.iid}, ~named, %named, @${owner.user.username} and ${head}`];
  for (const body of texts) await send('POST', `${api}/merge_requests/${row.iid}/discussions`, { body });
  await send('PUT', `${api}/merge_requests/${row.iid}`, { description: 'Another description' });
  await app.runJobs();
});
afterAll(async () => {
  undoTopics();
  await reads.close();
  await other.close();
  await app.close();
});

/** Notes what the reading process asks the database. */
function listenTo(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const [query] = args;
    queries += 1;
    asked.push(typeof query === 'string' ? query : String((query as { text?: string }).text));
    return ask(...args);
  }) as typeof client.query;
}

/** Through the process that changes things. */
async function send(method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object = {}, by: TestUser = owner) {
  const answer = await (await app.server()).inject({ method, url, headers: by.headers, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
}

async function read(url: string, headers: Record<string, string>, etag?: string) {
  queries = 0;
  asked = [];
  const answer = await reads.inject({
    url,
    headers: { ...headers, ...(etag !== undefined && { 'if-none-match': etag }) },
  });
  return { status: answer.statusCode, body: answer.body, etag: String(answer.headers['etag']), queries };
}

/** Queries that a known answer costs: the marks, and for files where the project is deployed today. */
const costOf = (url: string) => (url.includes('/diffs_batch.json') ? 2 : 1);

/** Asks until the answer is finished and nothing else is asked for any more. */
async function warm(url: string, headers: Record<string, string>) {
  let answer = await read(url, headers);
  const again = async () => {
    answer = await read(url, headers);
    return [answer.status, answer.queries, answer.etag === 'undefined'];
  };
  await expect.poll(again, { interval: 20 }).toEqual([200, costOf(url), false]);
  return answer;
}

const threads = () => `${page}/discussions.json`;
const batch = () => `${page}/diffs_batch.json?page=0&per_page=20`;

test('a poll of unchanged threads and a known batch of files cost one question, or two', async () => {
  for (const url of [threads(), batch(), `/api/v4/projects/${project.id}/merge_requests/${row.iid}/discussions`]) {
    const { etag } = await warm(url, owner.headers);
    const again = await read(url, owner.headers, etag);
    expect([again.status, again.body, again.queries]).toEqual([304, '', costOf(url)]);
  }
});

test('a poll for new notes that finds none reads none, and finds the next one', async () => {
  const url = `/${project.full_path}/noteable/merge_request/${row.id}/notes`.replace('/noteable', '/-/noteable');
  const poll = async (since: string) => {
    queries = 0;
    const answer = await reads.inject({ url, headers: { ...owner.headers, 'x-last-fetched-at': since } });
    expect(answer.statusCode, answer.body).toBe(200);
    return { ...answer.json<{ notes: { note: string }[]; last_fetched_at: string }>(), queries };
  };
  const future = String((Date.now() + 60_000) * 1_000);
  for (let round = 0; round < 4; round++) await poll(future);
  expect(await poll(future)).toMatchObject({ notes: [], queries: 1 });
  const before = String((Date.now() - 1) * 1_000);
  await send('POST', `/api/v4/projects/${project.id}/merge_requests/${row.iid}/notes`, { body: 'Heard by the poll' });
  expect((await poll(before)).notes.map(({ note }) => note)).toContain('Heard by the poll');
});

test('what is remembered says the same as what is made again', async () => {
  const known = await warm(threads(), owner.headers);
  const fresh = await (await app.server()).inject({ url: threads(), headers: owner.headers });
  expect([known.body, known.etag]).toEqual([fresh.body, fresh.headers['etag']]);
});

test('T-109: who loses access is refused by the next request to any process', async () => {
  const group = await createGroup(app, { visibility: 'private' });
  const person = async (access: (user: TestUser) => Promise<void>, options = {}) => {
    const made = await createUser(app, options);
    await access(made);
    return made;
  };
  const member = (user: TestUser) => addMember(app, { user: user.user, level: 30, project });
  await addGroupLink(app, { project, group, level: 20 });
  const direct = await person(member);
  const invited = await person((user) => addMember(app, { user: user.user, level: 30, group }));
  const blocked = await person(member);
  const revoked = await person(member);
  const expiring = await person(member);
  const signedIn = await person(member, { password: TEST_PASSWORD });
  const admin = await createUser(app, { isAdmin: true });
  const second = await createToken(app, revoked.user, ['api']);
  const { cookie } = await signInHeaders(app, signedIn.user);
  const db = app.system.db;
  const cases: [string, Record<string, string>, () => Promise<unknown>, number][] = [
    ['a removed member', direct.headers, () => send('DELETE', `/api/v4/projects/${project.id}/members/${direct.user.id}`), 404], // prettier-ignore
    ['a group no longer invited', invited.headers, () => sql`delete from group_links where group_id = ${group.id}`.execute(db), 404], // prettier-ignore
    ['a blocked person', blocked.headers, () => sql`update users set state = 'blocked' where id = ${blocked.user.id}`.execute(db), 401], // prettier-ignore
    ['a revoked token', second.headers, () => sql`update personal_access_tokens set revoked_at = now() where id = ${second.id}`.execute(db), 401], // prettier-ignore
    ['fewer scopes', revoked.headers, () => sql`update personal_access_tokens set scopes = '{read_user}' where user_id = ${revoked.user.id}`.execute(db), 404], // prettier-ignore
    ['a token that ends', expiring.headers, () => sql`update personal_access_tokens set expires_at = '2001-01-01' where user_id = ${expiring.user.id}`.execute(db), 401], // prettier-ignore
    [
      'an ended session',
      { cookie },
      () => sql`delete from sessions where user_id = ${signedIn.user.id}`.execute(db),
      404,
    ],
    ['an administrator no more', admin.headers, () => sql`update users set is_admin = false where id = ${admin.user.id}`.execute(db), 404], // prettier-ignore
  ];
  for (const [what, headers, end, status] of cases) {
    await warm(threads(), headers);
    const { etag } = await warm(batch(), headers);
    await end();
    expect([what, (await read(batch(), headers, etag)).status, (await read(threads(), headers)).status]).toEqual([
      what,
      status,
      status,
    ]);
  }
});

test('what a project allows is asked again when it changes', async () => {
  const guest = await createUser(app);
  await addMember(app, { user: guest.user, level: 30, project });
  await warm(threads(), guest.headers);
  await sql`update projects set merge_requests_access_level = 'disabled' where id = ${project.id}`.execute(
    app.system.db,
  );
  expect((await read(threads(), guest.headers)).status).toBe(404);
  await sql`update projects set merge_requests_access_level = 'enabled' where id = ${project.id}`.execute(
    app.system.db,
  );
  await warm(threads(), guest.headers);
  app.clock.advance(25 * 60 * 60 * 1_000);
  await sql`update members set expires_at = ${app.clock.now().toISOString().slice(0, 10)}::date where user_id = ${guest.user.id}`.execute(app.system.db); // prettier-ignore
  expect((await read(threads(), guest.headers)).status).toBe(404);
});

test('a membership that ends by itself ends at midnight', async () => {
  const guest = await createUser(app);
  await addMember(app, { user: guest.user, level: 30, project });
  const tomorrow = new Date(app.clock.now().getTime() + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  await sql`update members set expires_at = ${tomorrow}::date where user_id = ${guest.user.id}`.execute(app.system.db);
  await warm(threads(), guest.headers);
  app.clock.advance(24 * 60 * 60 * 1_000);
  expect((await read(threads(), guest.headers)).status).toBe(404);
});

test('every change of what threads tell is told by the next poll', async () => {
  const api = `/api/v4/projects/${project.id}`;
  const request = `${api}/merge_requests/${row.iid}`;
  const made = (await send('POST', `${request}/discussions`, { body: 'To be changed' })).json();
  const note = made.notes[0].id as number;
  const helper = await createUser(app, { isAdmin: true });
  await send('POST', `${request}/notes`, { body: 'From outside' }, helper);
  const merged = await createMergeRequest(app, { project, author: helper });
  const group = owner.user.id;
  const changes: [string, () => Promise<unknown>][] = [
    ['a comment', () => send('POST', `${request}/notes`, { body: 'One more' })],
    ['a reply', () => send('POST', `${request}/discussions/${made.id}/notes`, { body: 'A reply' })],
    ['an edit', () => send('PUT', `${request}/notes/${note}`, { body: 'Changed' })],
    ['resolving', () => send('PUT', `${request}/discussions/${made.id}?resolved=true`)],
    ['a reaction', () => send('POST', `${request}/notes/${note}/award_emoji`, { name: 'tada' })],
    ['a title that is named', () => send('PUT', `${api}/issues/${issueIid}`, { title: 'Named in another way' })],
    ['secrecy of what is named', () => sql`update issues set is_confidential = true, author_id = null, project_id = project_id where iid = ${issueIid}`.execute(app.system.db).then(() => send('PUT', `${api}/issues/${issueIid}`, { title: 'Secret' }))], // prettier-ignore
    ['a label', () => send('PUT', `${api}/labels/named`, { color: '#112233' })],
    ['the own title', () => send('PUT', request, { title: 'Another title' })],
    [
      'the name of a person',
      () => sql`update users set name = 'Another Name' where id = ${group}`.execute(app.system.db),
    ],
    ['a push', () => pushCommit(app, { project, branch: row.source_branch, files: { 'b.txt': 'b\n' }, by: owner })],
    ['a removed comment', () => send('DELETE', `${request}/notes/${note}`)],
    ['the wish to see one part only', () => send('POST', '/-/nothing', {}).catch(() => sql`insert into activity_filters (user_id, noteable_type, filter) values (${group}, 'MergeRequest', 1)`.execute(app.system.db))], // prettier-ignore
    ['a merged request of somebody who is no member', () => sql`update merge_requests set state = 'merged', merged_at = now() where id = ${merged.id}`.execute(app.system.db)], // prettier-ignore
    ['a new address of the project', () => sql`update projects set name = 'Renamed' where id = ${project.id}`.execute(app.system.db)], // prettier-ignore
  ];
  for (const [what, change] of changes) {
    const { etag } = await warm(threads(), owner.headers);
    await change();
    expect([what, (await read(threads(), owner.headers, etag)).status]).toEqual([what, 200]);
  }
});

test('a note about a thing that was hidden is there as soon as the thing may be seen', async () => {
  const open = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
  const plain = await createMergeRequest(app, { project: open, author: owner });
  const url = `/${open.full_path}/-/merge_requests/${plain.iid}/discussions.json`;
  const visitor = await createUser(app);
  const secret = { title: 'Secret', confidential: true };
  const issue = (await send('POST', `/api/v4/projects/${open.id}/issues`, secret)).json<{ id: number }>();
  const words = { body: 'Something came of this' };
  const told = await send('POST', `/api/v4/projects/${open.id}/merge_requests/${plain.iid}/discussions`, words);
  await sql`update discussions set about_type = 'Issue', about_id = ${issue.id}
    where id = ${told.json<{ id: string }>().id}`.execute(app.system.db);
  expect((await warm(url, owner.headers)).body).toContain(words.body);
  const { etag, body } = await warm(url, visitor.headers);
  expect(body).not.toContain(words.body);
  await sql`update issues set is_confidential = false where id = ${issue.id}`.execute(app.system.db);
  const shown = await read(url, visitor.headers, etag);
  expect([shown.status, shown.body.includes(words.body)]).toEqual([200, true]);
});

test('what is said in a group is remembered, until something of it, of the group or of its members changes', async () => {
  const group = await createGroup(app, { owner: owner.user, visibility: 'private' });
  const member = await createUser(app);
  await addMember(app, { user: member.user, level: 20, group });
  const topic = await createTopic(app, { group, title: 'Plans', author: owner.user });
  const api = `/api/v4/groups/${group.id}/topics/${topic.iid}`;
  const url = `/groups/${group.full_path}/-/topics/${topic.iid}/discussions.json`;
  const said = (await send('POST', `${api}/notes`, { body: 'Among us' }, member)).json<{ id: number }>();
  const { db } = app.system;
  const changes: [string, () => Promise<unknown>][] = [
    ['a comment', () => send('POST', `${api}/notes`, { body: 'One more' })],
    ['an edit', () => send('PUT', `${api}/notes/${said.id}`, { body: 'Changed' }, member)],
    ['a reaction', () => send('POST', `${api}/notes/${said.id}/award_emoji`, { name: 'tada' })],
    ['a role', () => sql`update members set access_level = 30 where user_id = ${member.user.id}`.execute(db)],
    ['the name of the group', () => sql`update namespaces set name = 'Renamed' where id = ${group.id}`.execute(db)],
    ['a lock', () => changeTopicRow(app.platform.db, topic.id, { is_locked: true })],
  ];
  for (const [what, change] of changes) {
    const { etag } = await warm(url, member.headers);
    expect([what, (await read(url, member.headers, etag)).status]).toEqual([what, 304]);
    await change();
    const isShown = what !== 'a lock';
    expect([what, (await read(url, member.headers, etag)).status]).toEqual([what, isShown ? 200 : 304]);
    expect(queries).toBeGreaterThan(1);
  }
  await warm(url, member.headers);
  await sql`delete from members where user_id = ${member.user.id}`.execute(db);
  expect((await read(url, member.headers)).status).toBe(404);
});

/** What may be read for an answer without a mark, and why. */
const UNMARKED = new Set([
  // Written together with their version.
  'merge_request_version_commits',
  // What two commits differ in never changes.
  'diff_indexes',
  // Known for five seconds, whoever asks; what is folded by them is named by what a batch is remembered by.
  'application_settings',
  // Read for every request, before the batch that is kept for that site is looked up.
  'environments',
]);

test('every table that threads and batches are made from moves a mark', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct event_object_table as name from information_schema.triggers where trigger_name like 'mark\\_%'`.execute(
    app.system.db,
  );
  const marked = new Set(rows.map(({ name }) => name));
  const read = new Set<string>();
  await sql`update users set name = 'Yet Another' where id = ${owner.user.id}`.execute(app.system.db);
  await sql`update projects set description = 'Touched' where id = ${project.id}`.execute(app.system.db);
  await sql`update merge_requests set description = 'Touched' where id = ${row.id}`.execute(app.system.db);
  for (const url of [threads(), batch()]) {
    asked = [];
    expect((await reads.inject({ url, headers: owner.headers })).statusCode).toBe(200);
    for (const text of asked) for (const [, name] of text.matchAll(/(?:from|join) "?(\w+)"?/gi)) read.add(String(name));
  }
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    app.system.db,
  );
  const known = tables.map(({ name }) => name).filter((name) => read.has(name));
  expect(known).toEqual(expect.arrayContaining(['notes', 'discussions', 'projects', 'issues', 'labels']));
  expect(known.filter((name) => !marked.has(name) && !UNMARKED.has(name))).toEqual([]);
});
