import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { transact } from '../../platform/context.ts';
import { sql } from '../../platform/db/database.ts';
import { createProject } from '../../projects/testing.ts';
import { updateDraft } from '../../reviews/testing.ts';
import { createMergeRequest, pushCommit } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
const ask = graphqlCaller(() => app);
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

/** A request with an image, and a push whose followers have not run yet. */
async function proposePicture() {
  const project = await createProject(app, { owner: owner.user, files: { 'base.txt': 'base\n' } });
  const files = { 'p.png': '\u0089PNG\u0000binary' };
  const row = await createMergeRequest(app, { project, author: owner, branch: 'picture', files });
  const rest = `/projects/${project.id}/merge_requests/${row.iid}`;
  const { diff_refs: refs } = (await call('GET', rest, owner)).body;
  const place = { old_path: 'p.png', new_path: 'p.png', width: 100, height: 50, x: 10, y: 20 };
  const position: DiffPosition = { ...refs, position_type: 'image', ...place };
  const push = () => pushCommit(app, { project, branch: 'picture', files: { 'other.txt': 'x\n' }, by: owner });
  return { project, row, rest, position, push };
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.platform.db);
  return rows[0]?.count ?? 0;
}

const hasWaiting = (count: number) => expect.poll(waiting, { timeout: 20_000 }).toBe(count);

const LOCK = 4711;
const MOVE = `mutation ($id: ID!, $position: UpdateDiffImagePositionInput!) {
  repositionImageDiffNote(input: { id: $id, position: $position }) { note { position { x y } } errors } }`;

/** From now on who moves a pin waits, with the moved pin in an open transaction, for whoever holds the lock. */
async function holdMovedPins(): Promise<void> {
  await sql`
    create function hold_moved_pin() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${sql.lit(LOCK)}); return null; end $$`.execute(app.platform.db);
  await sql`
    create trigger hold_moved_pin after update of original_position on discussions
    for each row execute function hold_moved_pin()`.execute(app.platform.db);
}

test('a pin that is moved while its thread is looked for in a new version stays where it was put', async () => {
  const { row, rest, position, project, push } = await proposePicture();
  const made = (await call('POST', `${rest}/discussions`, owner, { body: 'Here', position })).body;
  await app.runJobs();
  const head = await push();
  const to = { x: 70, y: 40, width: 100, height: 50 };
  await holdMovedPins();
  const { moving, tracing } = await transact(app.system, async ({ db }) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
    const move = ask(owner, MOVE, { id: `gid://gitlab/DiffNote/${made.notes[0].id}`, position: to });
    await hasWaiting(1);
    const jobs = app.runJobs();
    await hasWaiting(2);
    // Not awaited here: both go on when this ends.
    return { moving: { end: move }, tracing: { end: jobs } };
  });
  expect((await moving.end).data.repositionImageDiffNote.errors).toEqual([]);
  await tracing.end;
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/discussions.json`;
  const threads: PageDiscussion[] = (await server.inject({ url, headers: owner.headers })).json();
  const thread = threads.find((each) => each.id === made.id);
  expect(thread?.position).toMatchObject({ ...to, head_sha: head });
  expect(thread?.original_position).toMatchObject({ ...to, head_sha: position.head_sha });
  expect(thread?.placement).toMatchObject({ on: 'file', version: 2 });
});

test('a pending comment that is put elsewhere meanwhile is looked for where it is now', async () => {
  const { row, rest, position, push } = await proposePicture();
  const made = (await call('POST', `${rest}/draft_notes`, owner, { note: 'Here', position })).body;
  await app.runJobs();
  const head = await push();
  const { jobs } = await transact(contextOf(app, owner), async (ctx) => {
    await updateDraft(ctx, { mergeRequestId: row.id, draftId: made.id, position: { ...position, x: 70 } });
    const running = app.runJobs();
    await hasWaiting(1);
    return { jobs: { end: running } };
  });
  await jobs.end;
  const { current } = await app.platform.db
    .selectFrom('merge_request_drafts')
    .select('current')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  expect(current?.position).toMatchObject({ x: 70, head_sha: head });
});

const CONVERT = `mutation ($id: ID!) { noteConvertToThread(input: { id: $id }) { note { id } errors } }`;
const POINT = { x: 30, y: 30, width: 100, height: 50 };

/** As pages do it: the note and, through it, the thread. */
async function savePoint(id: string, position: DiffPosition, project: string) {
  const server = await app.server();
  const url = `/${project}/notes/${id.split('/').at(-1)}`;
  const payload = { note: { position: { ...position, ...POINT } } };
  return (await server.inject({ method: 'PUT', url, headers: owner.headers, payload })).json();
}

test.each([
  ['moves a pin', (id: string) => ask(owner, MOVE, { id, position: POINT })],
  ['makes a thread of a comment', (id: string) => ask(owner, CONVERT, { id })],
  ['saves a note with its point', savePoint],
])('who %s waits for the thread with its notes free, as others hold the thread first', async (_name, act) => {
  const { rest, position, project } = await proposePicture();
  const made = (await call('POST', `${rest}/discussions`, owner, { body: 'Here', position })).body;
  const [{ id }] = made.notes;
  const { acting } = await transact(app.system, async ({ db }) => {
    await sql`select 1 from discussions where id = ${made.id} for update`.execute(db);
    const end = act(`gid://gitlab/DiffNote/${id}`, position, project.full_path);
    await hasWaiting(1);
    await sql`select 1 from notes where id = ${id} for update nowait`.execute(db);
    return { acting: { end } };
  });
  expect(JSON.stringify(await acting.end)).toMatch(/"errors":\[\]|"x":30/);
});
