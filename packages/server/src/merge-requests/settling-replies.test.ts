import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { sql } from '../platform/db/database.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import type { MergeRequestRow } from './store/merge-requests.ts';
import { createMergeRequest } from './testing.ts';

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

const thread = async (body: string) =>
  (await call('POST', `/projects/${project.id}/merge_requests/${row.iid}/discussions`, owner, { body })).body
    .id as string;

async function reply(as: TestUser, discussionId: string, text: string, key: string) {
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url: `/${project.full_path}/-/notes?target_type=merge_request&target_id=${row.id}`,
    headers: { ...as.headers, 'idempotency-key': key },
    payload: {
      note: { note: text },
      in_reply_to_discussion_id: discussionId,
      resolve_discussion: true,
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

test('sent again it does neither again, also when somebody reopened the thread meanwhile', async () => {
  const id = await thread('And this?');
  await reply(owner, id, 'Done', 'again');
  await call('PUT', `/projects/${project.id}/merge_requests/${row.iid}/discussions/${id}`, owner, { resolved: false });
  const again = await reply(owner, id, 'Done', 'again');
  expect(again.body.discussion).toMatchObject({ resolved: false });
  expect(again.body.discussion.notes).toHaveLength(2);
});

test('who may not settle it says nothing either', async () => {
  const id = await thread('Yours?');
  expect((await reply(reporter, id, 'Mine!', 'not-mine')).status).toBe(403);
  const { notes } = (await call('GET', `/projects/${project.id}/merge_requests/${row.iid}/discussions/${id}`, owner))
    .body;
  expect(notes).toHaveLength(1);
});
