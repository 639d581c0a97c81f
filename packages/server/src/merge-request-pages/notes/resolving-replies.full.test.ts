import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { project, user: reporter.user, level: 20 });
  row = await createMergeRequest(app, { project, author: owner });
  await call('POST', `/projects/${project.id}/labels`, owner, { name: 'bug', color: '#336699' });
});
afterAll(() => app.close());

const rest = ({ iid } = row) => `/projects/${project.id}/merge_requests/${iid}`;
const thread = async (body: string, on = row) =>
  (await call('POST', `${rest(on)}/discussions`, owner, { body })).body.id as string;

async function reply(as: TestUser, discussionId: string, text: string, key: string, { on = row, resolve = true } = {}) {
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url: `/${project.full_path}/-/notes?target_type=merge_request&target_id=${on.id}`,
    headers: { ...as.headers, 'idempotency-key': key },
    payload: {
      note: { note: text },
      in_reply_to_discussion_id: discussionId,
      resolve_discussion: resolve,
      return_discussion: true,
    },
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Rows that were last written by one and the same transaction. */
async function areOfOneAct(discussionId: string, words: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select (select xmin::text from notes where discussion_id = ${discussionId} and body = ${words}) =
           (select xmin::text from discussions where id = ${discussionId}) as same`.execute(app.platform.db);
  return rows[0]?.same === true;
}

test.each(['Done', 'Done\n\n/label ~bug'])('a reply that settles its thread is one act: %j', async (text) => {
  const id = await thread('Why?');
  const answer = await reply(owner, id, text, `key-${text.length}`);
  expect(answer.status).toBe(200);
  expect(answer.body.discussion).toMatchObject({ resolved: true, notes: [{}, { note: 'Done', resolved: true }] });
  expect(await areOfOneAct(id, 'Done')).toBe(true);
});

test('sent again it does neither again, also when someone reopened the thread meanwhile', async () => {
  const id = await thread('And this?');
  await reply(owner, id, 'Done', 'again');
  await call('PUT', `${rest()}/discussions/${id}`, owner, { resolved: false });
  const again = await reply(owner, id, 'Done', 'again');
  expect(again.body.discussion).toMatchObject({ resolved: false });
  expect(again.body.discussion.notes).toHaveLength(2);
});

test('who may not settle it says nothing either', async () => {
  const id = await thread('Yours?');
  expect((await reply(reporter, id, 'Mine!', 'not-mine')).status).toBe(403);
  const { notes } = (await call('GET', `${rest()}/discussions/${id}`, owner)).body;
  expect(notes).toHaveLength(1);
});

const labels = async () => (await call('GET', rest(), owner)).body.labels as string[];

test('commands alone settle the thread too, and reopen it; sent again they do neither', async () => {
  const id = await thread('And the label?');
  const done = await reply(owner, id, '/unlabel', 'alone');
  expect(done.status).toBe(200);
  expect(done.body).toMatchObject({ valid: true, discussion: { id, resolved: true, notes: [{ resolved: true }] } });
  const open = await reply(owner, id, '/label ~bug', 'open', { resolve: false });
  expect(open.body).toMatchObject({ valid: true, discussion: { id, resolved: false, notes: [{}] } });
  expect(await labels()).toEqual(['bug']);
  expect((await reply(owner, id, '/unlabel', 'alone')).body).toMatchObject({
    valid: true,
    discussion: { resolved: false },
  });
  expect(await labels()).toEqual(['bug']);
});

test('the thread is settled also where none of the commands could be done', async () => {
  const id = await thread('And this label?');
  const answer = await reply(owner, id, '/label ~nosuch', 'failing');
  expect([answer.status, answer.body.errors.commands_only]).toEqual([
    422,
    ['Could not apply /label: there is no ~"nosuch" label'],
  ]);
  expect(answer.body.discussion).toMatchObject({ resolved: true, notes: [{}] });
});

test('with a thread that one may not settle, or that is not there, no command is done', async () => {
  const id = await thread('Not yours');
  await call('PUT', rest(), owner, { title: 'As it was' });
  expect((await reply(reporter, id, '/title Taken over', 'refused')).status).toBe(403);
  expect((await reply(owner, 'f'.repeat(40), '/title Lost', 'lost')).status).toBe(404);
  expect((await call('GET', `${rest()}/discussions/${id}`, owner)).body.notes).toMatchObject([{ resolved: false }]);
  expect((await call('GET', rest(), owner)).body.title).toBe('As it was');
});

test('a merge that waits for the last thread is done with the reply that settles it', async () => {
  await call('PUT', `/projects/${project.id}`, owner, { only_allow_merge_if_all_discussions_are_resolved: true });
  const on = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  const id = await thread('The last one', on);
  // Alone it sets auto-merge, which waits for the thread.
  expect((await call('POST', `${rest(on)}/notes`, owner, { body: '/merge' })).status).toBe(202);
  expect((await call('GET', rest(on), owner)).body).toMatchObject({
    state: 'opened',
    merge_when_pipeline_succeeds: true,
  });
  expect((await reply(owner, id, '/merge', 'merging', { on })).body).toMatchObject({
    quick_actions_status: { messages: ['Merged this merge request.'], error_messages: [] },
    discussion: { resolved: true },
  });
  expect((await call('GET', rest(on), owner)).body.state).toBe('merged');
});
