import type { PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import { restAwardEmoji } from '@tributary/contract/discussions/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let visitor: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let base: string;

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter, visitor] = (await Promise.all([1, 2, 3].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: reporter.user, level: 20, project });
  row = await createMergeRequest(app, { project, author: owner });
  base = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(user: TestUser | undefined, method: Method, url: string, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: { ...user?.headers }, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

const say = async (user: TestUser, body: string) => (await call(user, 'POST', `${base}/notes`, { body })).body;
const web = (path: string) => `/${project.full_path}/-/${path}`;
const toggle = (user: TestUser | undefined, path: string, name: string) =>
  call(user, 'POST', web(`${path}/toggle_award_emoji`), { name });

test('a reaction is given once, listed, shown alone and taken back by its giver', async () => {
  const made = await call(visitor, 'POST', `${base}/award_emoji`, { name: 'tada' });
  expect(made.status).toBe(201);
  const award = restAwardEmoji.parse(made.body);
  expect(award).toMatchObject({ name: 'tada', awardable_type: 'MergeRequest', awardable_id: row.id });
  const again = await call(visitor, 'POST', `${base}/award_emoji`, { name: ':tada:' });
  expect([again.status, again.body.message]).toEqual([404, 'Award Emoji Name has already been taken']);
  expect((await call(undefined, 'GET', `${base}/award_emoji`)).body).toEqual([award]);
  expect((await call(reporter, 'GET', `${base}/award_emoji/${award.id}`)).body).toEqual(award);
  expect((await call(reporter, 'DELETE', `${base}/award_emoji/${award.id}`)).status).toBe(404);
  expect((await call(visitor, 'DELETE', `${base}/award_emoji/${award.id}`)).status).toBe(204);
  expect((await call(visitor, 'GET', `${base}/award_emoji/${award.id}`)).status).toBe(404);
});

test('thumbs are votes, under all their names', async () => {
  await toggle(reporter, `merge_requests/${row.iid}`, '+1');
  await toggle(visitor, `merge_requests/${row.iid}`, 'thumbsup');
  await toggle(owner, `merge_requests/${row.iid}`, 'thumbsdown');
  expect((await call(owner, 'GET', base)).body).toMatchObject({ upvotes: 2, downvotes: 1 });
  await toggle(visitor, `merge_requests/${row.iid}`, '+1');
  expect((await call(owner, 'GET', base)).body).toMatchObject({ upvotes: 1, downvotes: 1 });
});

test('whoever says what shall be there may say it again', async () => {
  const url = web(`merge_requests/${row.iid}/toggle_award_emoji`);
  const mine = async () => {
    const all = (await call(owner, 'GET', `${base}/award_emoji`)).body as { name: string; user: { id: number } }[];
    return all.filter((each) => each.name === 'rocket' && each.user.id === reporter.user.id).length;
  };
  for (const [wanted, count] of [
    [true, 1],
    [true, 1],
    [false, 0],
    [false, 0],
  ] as const) {
    expect(await call(reporter, 'POST', url, { name: 'rocket', wanted })).toEqual({ status: 200, body: { ok: true } });
    expect(await mine()).toBe(count);
  }
  expect((await call(reporter, 'POST', url, { name: 'nope', wanted: true })).body).toEqual({ ok: false });
  expect((await call(reporter, 'POST', url, { name: 'rocket', wanted: 'yes' })).status).toBe(400);
});

test('pages show reactions of notes, and polls bring new ones', async () => {
  const note = await say(owner, 'Nice');
  expect((await toggle(visitor, `notes/${note.id}`, 'heart')).body).toEqual({ ok: true });
  const listed = (await call(visitor, 'GET', web(`merge_requests/${row.iid}/discussions.json?per_page=100`)))
    .body as PageDiscussion[];
  const shown = listed.flatMap((each) => each.notes).find((each) => each.id === String(note.id)) as PageNote;
  expect(shown.award_emoji).toEqual([
    {
      name: 'heart',
      emoji: '❤️',
      user: { id: visitor.user.id, name: visitor.user.name, username: visitor.user.username },
    },
  ]);
  expect(shown).toMatchObject({ emoji_awardable: true, current_user: { can_award_emoji: true } });
  expect(shown.toggle_award_path).toBe(web(`notes/${note.id}/toggle_award_emoji`));
  expect(shown.updated_at > note.updated_at).toBe(true);
  // No edit: the text is whose it was.
  expect(shown.last_edited_at).toBeUndefined();
  const rest = await call(owner, 'GET', `${base}/notes/${note.id}/award_emoji`);
  expect(rest.body).toMatchObject([{ name: 'heart', awardable_type: 'Note', awardable_id: note.id }]);
  expect((await toggle(visitor, `notes/${note.id}`, 'heart')).body).toEqual({ ok: true });
  expect((await call(owner, 'GET', `${base}/notes/${note.id}/award_emoji`)).body).toEqual([]);
});

test('what is refused: unknown names, non-members to the thing, notes of other things, system notes, archives', async () => {
  const note = await say(owner, 'Mine');
  expect((await toggle(owner, `notes/${note.id}`, 'no_such_emoji')).body).toEqual({ ok: false });
  expect((await toggle(owner, `notes/${note.id}`, '<script>')).body).toEqual({ ok: false });
  expect((await call(owner, 'POST', `${base}/award_emoji`, { name: 'constructor' })).status).toBe(404);
  expect((await toggle(undefined, `notes/${note.id}`, 'tada')).status).toBe(401);
  const other = await createMergeRequest(app, { project, author: owner });
  const elsewhere = `/api/v4/projects/${project.id}/merge_requests/${other.iid}/notes/${note.id}/award_emoji`;
  expect((await call(owner, 'POST', elsewhere, { name: 'tada' })).status).toBe(404);
  await call(owner, 'PUT', base, { title: 'Changed' });
  const system = (await call(owner, 'GET', `${base}/notes?activity_filter=only_activity`)).body[0];
  expect((await toggle(owner, `notes/${system.id}`, 'tada')).status).toBe(403);
  await call(owner, 'PUT', base, { discussion_locked: true });
  expect((await toggle(visitor, `notes/${note.id}`, 'tada')).status).toBe(403);
  expect((await toggle(reporter, `notes/${note.id}`, 'tada')).status).toBe(200);
  await call(owner, 'PUT', base, { discussion_locked: false });
});

test('GraphQL adds, removes and toggles', async () => {
  const note = await say(owner, 'By graph');
  const run = async (name: string, extra = '') => {
    const input = `{ awardableId: "gid://gitlab/Note/${note.id}", name: "rocket" }`;
    const query = `mutation { ${name}(input: ${input}) { awardEmoji { name emoji user { username } } errors ${extra} } }`;
    return (await call(reporter, 'POST', '/api/graphql', { query })).body.data[name];
  };
  const award = { name: 'rocket', emoji: '🚀', user: { username: reporter.user.username } };
  expect(await run('awardEmojiAdd')).toEqual({ awardEmoji: award, errors: [] });
  expect(await run('awardEmojiAdd')).toMatchObject({ awardEmoji: null, errors: [expect.stringContaining('taken')] });
  expect(await run('awardEmojiRemove')).toEqual({ awardEmoji: null, errors: [] });
  expect(await run('awardEmojiToggle', 'toggledOn')).toEqual({ awardEmoji: award, errors: [], toggledOn: true });
  expect(await run('awardEmojiToggle', 'toggledOn')).toEqual({ awardEmoji: null, errors: [], toggledOn: false });
});

test('reactions go with what they were given to', async () => {
  const note = await say(owner, 'Short-lived');
  await toggle(visitor, `notes/${note.id}`, 'tada');
  expect((await call(owner, 'DELETE', `${base}/notes/${note.id}`)).status).toBe(204);
  expect((await call(owner, 'GET', `${base}/notes/${note.id}/award_emoji`)).status).toBe(404);
});

test('lists are narrowed by what the reader gave and ordered by how many are for it', async () => {
  const own = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  const make = () => createMergeRequest(app, { project: own, author: owner });
  const [liked, partied, quiet] = [await make(), await make(), await make()];
  const list = `/api/v4/projects/${own.id}/merge_requests`;
  const give = (user: TestUser, iid: number, name: string) =>
    call(user, 'POST', `${list}/${iid}/award_emoji`, { name });
  await give(owner, liked.iid, '+1');
  await give(visitor, liked.iid, 'thumbsup');
  await give(visitor, partied.iid, 'tada');
  // A reaction to a note is none to the thing itself.
  const { body: note } = await call(visitor, 'POST', `${list}/${quiet.iid}/notes`, { body: 'Well' });
  await call(visitor, 'POST', `${list}/${quiet.iid}/notes/${note.id}/award_emoji`, { name: 'tada' });
  const found = async (query: string, as: TestUser | undefined = visitor) =>
    (await call(as, 'GET', `${list}?sort=asc&${query}`)).body.map((each: { iid: number }) => each.iid);
  const [one, two, three] = [liked.iid, partied.iid, quiet.iid];
  expect(await found('my_reaction_emoji=tada')).toEqual([two]);
  expect(await found('my_reaction_emoji=%2B1')).toEqual([one]);
  expect(await found('my_reaction_emoji=Any')).toEqual([one, two]);
  expect(await found('my_reaction_emoji=None')).toEqual([three]);
  expect(await found('not[my_reaction_emoji]=thumbsup')).toEqual([two, three]);
  expect(await found('my_reaction_emoji=tada', owner)).toEqual([]);
  expect((await call(undefined, 'GET', `${list}?my_reaction_emoji=Any`)).body).toEqual([]);
  // The second was talked about, the first is liked by two.
  await give(owner, three, 'thumbsup');
  expect(await found('order_by=popularity')).toEqual([two, three, one]);
  const page = await call(visitor, 'GET', `/-/page/${own.full_path}/-/merge_requests?my_reaction_emoji=tada`);
  expect(page.body.data.items.map((each: { iid: number }) => each.iid)).toEqual([two]);
});

test('lists are ordered by the best priority of their labels', async () => {
  const own = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  for (const [name, priority] of [
    ['urgent', 1],
    ['later', 7],
  ] as const) {
    const label = { name, priority, color: '#ff0000' };
    expect((await call(owner, 'POST', `/api/v4/projects/${own.id}/labels`, label)).status).toBe(201);
  }
  const list = `/api/v4/projects/${own.id}/merge_requests`;
  const make = async (labels: string) => {
    const { iid } = await createMergeRequest(app, { project: own, author: owner });
    await call(owner, 'PUT', `${list}/${iid}`, { labels });
    return iid;
  };
  const [none, later, both] = [await make(''), await make('later'), await make('later,urgent')];
  for (const order of ['label_priority', 'priority']) {
    const { body } = await call(owner, 'GET', `${list}?sort=asc&order_by=${order}`);
    expect(body.map((each: { iid: number }) => each.iid)).toEqual([both, later, none]);
  }
});
