import { restEvent } from '@tributary/contract/projects/events.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../testing.ts';

/** Entries about comments carry them, for whoever may read them now. */

let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let guest: TestUser;
let stranger: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter, guest, stranger] = (await Promise.all(
    ['owner', 'reporter', 'guest', 'stranger'].map((username) => createUser(app, { username })),
  )) as [TestUser, TestUser, TestUser, TestUser];
  project = await createProject(app, { owner: owner.user, visibility: 'public', files: { a: 'a' } });
  await addMember(app, { user: reporter.user, project, level: 20 });
  await addMember(app, { user: guest.user, project, level: 10 });
});
afterAll(() => app.close());

type Entry = { target_id: number; target_type: string; target_title: string; note?: { id: number; body: string } };

async function commentsIn(path: string, as: { headers: Record<string, string> } | null): Promise<Entry[]> {
  const { body } = await rest('GET', `${path}?action=commented&per_page=100`, as);
  for (const entry of body) restEvent.strict().parse(entry);
  return body;
}

/** What this user gets of a comment, at each of the interfaces. */
async function bodies(noteId: number, as: TestUser) {
  const doors = [`/projects/${project.id}/events`, `/users/owner/events`, ...(as === owner ? ['/events'] : [])];
  const found: (string | undefined)[] = [];
  for (const door of doors)
    found.push((await commentsIn(door, as)).find((each) => each.target_id === noteId)?.note?.body);
  return [...new Set(found)];
}

async function issue(fields: Record<string, unknown> = {}) {
  const { iid } = (await rest('POST', `/projects/${project.id}/issues`, owner, { title: 'Leak', ...fields })).body;
  return `/projects/${project.id}/issues/${iid}`;
}
const say = async (of: string, body: string) => (await rest('POST', `${of}/notes`, owner, { body })).body;

test('a comment comes with its author, thing and words as they are now, at every interface', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const request = `/projects/${project.id}/merge_requests/${row.iid}`;
  const note = await say(request, 'Frist');
  await rest('PUT', `${request}/notes/${note.id}`, owner, { body: 'First' });
  for (const as of [owner, reporter, stranger]) expect(await bodies(note.id, as)).toEqual(['First']);
  const entry = (await commentsIn(`/projects/${project.id}/events`, null)).find((each) => each.target_id === note.id);
  expect(entry).toMatchObject({
    target_type: 'Note',
    target_title: row.title,
    note: {
      id: note.id,
      body: 'First',
      attachment: null,
      author: { username: 'owner' },
      system: false,
      noteable_id: row.id,
      noteable_type: 'MergeRequest',
      noteable_iid: row.iid,
      project_id: project.id,
    },
  });
  const { body } = await rest('GET', `/projects/${project.id}/events?action=opened`, null);
  expect(body.some((each: Entry) => 'note' in each)).toBe(false);
});

test('what this reader may not read is not there: internal, confidential, deleted', async () => {
  const [open, hidden] = [await issue(), await issue({ confidential: true })];
  const [said, inside, gone] = [await say(open, 'Said'), await say(open, 'Inside'), await say(open, 'Gone')];
  const secret = await say(hidden, 'Secret');
  await app.platform.db.updateTable('notes').set({ is_internal: true }).where('id', '=', inside.id).execute();
  await rest('DELETE', `${open}/notes/${gone.id}`, owner);
  for (const [as, seen] of [
    [owner, ['Said', 'Inside', undefined, 'Secret']],
    [reporter, ['Said', 'Inside', undefined, 'Secret']],
    [guest, ['Said', undefined, undefined, undefined]],
    [stranger, ['Said', undefined, undefined, undefined]],
  ] as const) {
    const found = await Promise.all([said, inside, gone, secret].map(({ id }) => bodies(id, as)));
    expect([as.user.username, found]).toEqual([as.user.username, seen.map((each) => [each])]);
  }
});

test('the activity shows a comment as it is now, and not at all when it is gone', async () => {
  const of = await issue();
  const [edited, gone] = [await say(of, 'The password is hunter2'), await say(of, 'Never said')];
  await rest('PUT', `${of}/notes/${edited.id}`, owner, { body: 'The **password** is gone' });
  await rest('DELETE', `${of}/notes/${gone.id}`, owner);
  const { body } = await page(`/${project.full_path}`, owner);
  const { body: profile } = await page('/owner', owner);
  for (const shown of [body, profile]) {
    expect(JSON.stringify(shown)).not.toContain('hunter2');
    expect(JSON.stringify(shown)).not.toContain('Never said');
  }
  const rows = await app.platform.db
    .selectFrom('user_events')
    .select(['target_id', 'detail'])
    .where('target_type', '=', 'note')
    .where('target_id', 'in', [edited.id, gone.id])
    .execute();
  expect(rows).toEqual([{ target_id: edited.id, detail: 'The password is gone' }]);
});

test('entries of an older version lose the words of comments that were edited or deleted', async () => {
  const of = await issue();
  const [kept, edited, gone] = [await say(of, 'Kept'), await say(of, 'Secret one'), await say(of, 'Secret two')];
  const ids = [kept.id, edited.id, gone.id];
  const entries = () =>
    app.platform.db
      .selectFrom('user_events')
      .select(['target_id', 'detail'])
      .where('target_type', '=', 'note')
      .where('target_id', 'in', ids)
      .orderBy('target_id')
      .execute();
  const before = await app.platform.db
    .selectFrom('user_events')
    .selectAll()
    .where('target_type', '=', 'note')
    .where('target_id', 'in', ids)
    .execute();
  await rest('PUT', `${of}/notes/${edited.id}`, owner, { body: 'Nothing' });
  await rest('DELETE', `${of}/notes/${gone.id}`, owner);
  // As they were left behind.
  await app.platform.db.deleteFrom('user_events').where('target_id', 'in', ids).execute();
  for (const { id: _id, push_data: _data, ...entry } of before) {
    await app.platform.db.insertInto('user_events').values(entry).execute();
  }
  await sql`delete from schema_migrations where version = '0285'`.execute(app.platform.db);
  expect(await migrate(app.databaseUrl)).toEqual(['0285_projects_told_notes.sql']);
  expect(await entries()).toEqual([
    { target_id: kept.id, detail: 'Kept' },
    { target_id: edited.id, detail: '' },
  ]);
});

test('a token that reads no project reads no comment here', async () => {
  const note = await say(await issue(), 'Only with read_api');
  const of = async (scopes: string[]) => {
    const { headers } = await createToken(app, owner.user, scopes);
    return (await commentsIn('/events', { headers })).find((each) => each.target_id === note.id)?.note?.body;
  };
  expect([await of(['read_api']), await of(['read_user'])]).toEqual(['Only with read_api', undefined]);
});
