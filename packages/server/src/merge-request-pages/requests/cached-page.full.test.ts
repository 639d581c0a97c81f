import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createPlatform, type RunningPlatform } from '../../app/create-platform.ts';
import { createWebServer } from '../../app/web.ts';
import { sql } from '../../platform/db/database.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../../merge-requests/testing.ts';

/** Pages come from one process, changes are made by another: what a page remembers of its parts must not outlive them. */
let app: TestApp;
let other: RunningPlatform;
let reads: FastifyInstance;
let owner: TestUser;
let helper: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let asked = 0;

beforeAll(async () => {
  app = await createTestApp();
  [owner, helper] = [await createUser(app), await createUser(app)];
  const group = await createGroup(app, { owner: owner.user, visibility: 'private' });
  project = await createProject(app, { owner: owner.user, group, visibility: 'private', files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: helper.user, level: 40, project });
  row = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  other = await createPlatform({ ...app.platform.config }, app.databaseUrl, {
    clock: app.clock,
    log: app.platform.log,
  });
  other.database.pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => ((asked += 1), ask(...args))) as typeof client.query;
  });
  reads = await createWebServer(other.platform, { directory: app.dataDir, entry: 'main.js', styles: [], preloads: [], fonts: [], pageFiles: new Map() }); // prettier-ignore
});
afterAll(async () => {
  await reads.close();
  await other.close();
  await app.close();
});

async function send(method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object, by: TestUser = owner) {
  const answer = await (await app.server()).inject({ method, url, headers: by.headers, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
}

/** The page as a process tells it, without the moment of telling. */
async function pageFrom(server: FastifyInstance, path: string, by: TestUser): Promise<string> {
  const answer = await server.inject({ url: `/-/page${path}`, headers: by.headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body.replace(/"lastFetchedAt":"\d+"/, '');
}

test.each(['merge_requests', 'issues'])('pages below %s are asked anew when a part of them changes', async (kind) => {
  const api = `/api/v4/projects/${project.id}`;
  const issue = (await send('POST', `${api}/issues`, { title: 'Kept' })).json<{ id: number; iid: number }>();
  const thing = kind === 'issues' ? issue : row;
  const type = kind === 'issues' ? 'Issue' : 'MergeRequest';
  const path = `/${project.full_path}/-/${kind}/${thing.iid}`;
  const address = `${api}/${kind}/${thing.iid}`;
  const db = app.system.db;
  const name = `Renamed by ${kind}`;
  const changes: [string, () => Promise<unknown>][] = [
    ['a comment of somebody new', () => send('POST', `${address}/notes`, { body: 'First words' }, helper)],
    ['a reaction', () => send('POST', `${address}/award_emoji`, { name: 'tada' })],
    ['somebody to do it', () => send('PUT', address, { assignee_ids: [helper.user.id] })],
    ['nobody to do it', () => send('PUT', address, { assignee_ids: [] })],
    ['the time it takes', () => send('POST', `${address}/add_spent_time`, { duration: '1h 30m' })],
    ['the name of a person', () => sql`update users set name = ${name} where id = ${helper.user.id}`.execute(db)],
    [
      'the name of the reader',
      () => sql`update users set name = ${`${name} too`} where id = ${owner.user.id}`.execute(db),
    ],
    ['the name of the group', () => sql`update namespaces set name = ${name} where kind = 'group'`.execute(db)],
    [
      'the wish to see one part only',
      () =>
        sql`insert into activity_filters (user_id, noteable_type, filter) values (${owner.user.id}, ${type}, 1)`.execute(
          db,
        ),
    ],
  ];
  if (kind === 'merge_requests') {
    const files = { 'b.txt': 'b\n' };
    const push = () => pushCommit(app, { project, branch: row.source_branch, files, by: owner });
    changes.push(['a push', async () => (await push(), await app.runJobs())]);
  }
  for (const [what, change] of changes) {
    for (let time = 0; time < 3; time++) await pageFrom(reads, path, owner);
    const before = await pageFrom(reads, path, owner);
    await change();
    const after = await pageFrom(reads, path, owner);
    expect([what, after === before]).toEqual([what, false]);
    expect([what, after]).toEqual([what, await pageFrom(await app.server(), path, owner)]);
  }
});

test('a page that was looked at costs half of its statements', async () => {
  const path = `/${project.full_path}/-/merge_requests/${row.iid}`;
  await sql`update users set name = 'Once more' where id = ${owner.user.id}`.execute(app.system.db);
  await sql`update merge_requests set title = 'Once more' where id = ${row.id}`.execute(app.system.db);
  asked = 0;
  await pageFrom(reads, path, owner);
  const anew = asked;
  for (let time = 0; time < 3; time++) await pageFrom(reads, path, owner);
  asked = 0;
  await pageFrom(reads, path, owner);
  expect([anew, asked]).toEqual([expect.any(Number), expect.any(Number)]);
  expect(asked).toBeLessThanOrEqual(20);
  expect(asked).toBeLessThan(anew * 0.6);
});
