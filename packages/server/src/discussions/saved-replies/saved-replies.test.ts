import {
  foundSavedRepliesPath,
  savedReplyPreviewPath,
  SAVED_REPLIES_MAX,
  savedRepliesPath,
  savedReplyPath,
} from '@tributary/contract/discussions/saved-replies.ts';
import { expect, test } from 'vitest';
import { twoUsers } from '../../../testing/scenes.ts';
import { sql } from '../../platform/db/database.ts';
import { createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';

const { scene, ask, page } = twoUsers();

const CREATE = `mutation ($name: String!, $content: String!) { savedReplyCreate(input: { name: $name, content: $content }) {
  savedReply { id name content } errors } }`;
const UPDATE = `mutation ($id: ID!, $name: String!, $content: String!) {
  savedReplyUpdate(input: { id: $id, name: $name, content: $content }) { savedReply { name content } errors } }`;
const DESTROY = `mutation ($id: ID!) { savedReplyDestroy(input: { id: $id }) { savedReply { name } errors } }`;
const LIST = '{ currentUser { savedReplies { count nodes { name content } } } }';

type Who = { headers: Record<string, string> } | null;

async function send(as: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const server = await scene.app.server();
  return server.inject({ method, url, headers: as?.headers ?? {}, ...(payload && { payload }) });
}

const pageOf = async (as: Who, query = '') => (await page(savedRepliesPath + query, as)).body.data;
const search = async (as: Who, words: string) =>
  (await send(as, 'GET', `${foundSavedRepliesPath}?search=${encodeURIComponent(words)}`)).json();

const list = async (as: TestUser) => (await ask(as, LIST)).data.currentUser.savedReplies;

test('replies are kept, changed and let go of by their owner alone', async () => {
  const made = await ask(scene.person, CREATE, { name: ' Thanks ', content: 'Thank you, @{author}!' });
  expect(made.data.savedReplyCreate).toEqual({
    savedReply: {
      id: expect.stringMatching(/^gid:\/\/gitlab\/Users::SavedReply\/\d+$/),
      name: 'Thanks',
      content: 'Thank you, @{author}!',
    },
    errors: [],
  });
  const { id } = made.data.savedReplyCreate.savedReply;
  await ask(scene.person, CREATE, { name: 'again', content: 'Please *rebase*' });
  expect((await list(scene.person)).nodes.map((each: { name: string }) => each.name)).toEqual(['again', 'Thanks']);
  // For everyone else it is not there, and what they ask changes nothing.
  expect(await list(scene.other)).toEqual({ count: 0, nodes: [] });
  const seen = await ask(scene.other, '{ user(username: "person") { savedReplies { count } } }');
  expect(seen.data.user.savedReplies).toBeNull();
  for (const [query, variables] of [
    [UPDATE, { id, name: 'Mine', content: 'now' }],
    [DESTROY, { id }],
  ] as const) {
    expect((await ask(scene.other, query, variables)).errors?.[0]?.message).toContain('Not Found');
  }
  const changed = await ask(scene.person, UPDATE, { id, name: 'Thanks', content: 'Merci' });
  expect(changed.data.savedReplyUpdate).toEqual({ savedReply: { name: 'Thanks', content: 'Merci' }, errors: [] });
  expect((await ask(scene.person, DESTROY, { id })).data.savedReplyDestroy).toEqual({
    savedReply: { name: 'Thanks' },
    errors: [],
  });
  expect(await list(scene.person)).toEqual({ count: 1, nodes: [{ name: 'again', content: 'Please *rebase*' }] });
});

test('what cannot be one is refused by name', async () => {
  const errors = async (name: string, content: string) =>
    (await ask(scene.person, CREATE, { name, content })).data.savedReplyCreate.errors;
  expect(await errors(' ', '')).toEqual(["name can't be blank", "content can't be blank"]);
  expect(await errors('AGAIN', 'x')).toEqual(['name has already been taken']);
  expect(await errors('n'.repeat(256), 'x'.repeat(10_001))).toEqual([
    'name is too long (maximum is 255 characters)',
    'content is too long (maximum is 10000 characters)',
  ]);
  expect(await errors('null', 'a\0b')).toEqual(['content contains a null character']);
  const wrong = await ask(scene.person, DESTROY, { id: 'gid://gitlab/Note/1' });
  expect(wrong.data.savedReplyDestroy.errors).toEqual([expect.stringContaining('id')]);
});

test('nobody, and a token that only reads, keep nothing', async () => {
  const text = { name: 'x', content: 'y' };
  expect((await ask(null, CREATE, text)).errors?.[0]?.extensions?.code).toBe('unauthenticated');
  const { token } = await createToken(scene.app, scene.person.user, ['read_api']);
  const headers = { 'private-token': token };
  expect((await ask({ headers }, CREATE, text)).errors?.[0]?.extensions?.code).toBe('insufficient_scope');
  expect((await ask({ headers }, LIST)).data.currentUser.savedReplies.count).toBe(1);
});

test('the page keeps, changes and deletes what its reader alone sees', async () => {
  const { person, other } = scene;
  const made = await send(other, 'POST', savedRepliesPath, { name: ' Rebase ', content: 'Please *rebase*.' });
  const { id } = made.json();
  const item = { id, name: 'Rebase', content: 'Please *rebase*.' };
  expect([made.statusCode, made.json()]).toEqual([201, item]);
  expect(await pageOf(other)).toEqual({
    replies: [item],
    search: '',
    page: 1,
    perPage: 50,
    total: 1,
    room: SAVED_REPLIES_MAX - 1,
  });
  expect((await pageOf(person)).replies.map((each: { id: number }) => each.id)).not.toContain(id);
  const text = { name: 'Rebase', content: 'Rebase, please.' };
  for (const [who, status] of [
    [person, 404],
    [null, 401],
  ] as const) {
    expect((await send(who, 'PUT', savedReplyPath(id), text)).statusCode).toBe(status);
    expect((await send(who, 'DELETE', savedReplyPath(id))).statusCode).toBe(status);
  }
  const changed = await send(other, 'PUT', savedReplyPath(id), text);
  expect([changed.statusCode, changed.json()]).toEqual([200, { id, ...text }]);
  expect((await send(other, 'DELETE', savedReplyPath(id))).statusCode).toBe(204);
  expect((await send(other, 'DELETE', savedReplyPath(id))).statusCode).toBe(404);
  expect(await pageOf(other)).toMatchObject({ replies: [], total: 0 });
});

test('what cannot be one is told at its field', async () => {
  const { other } = scene;
  await send(other, 'POST', savedRepliesPath, { name: 'Taken', content: 'x' });
  const refused = async (name: string, content: string) =>
    (await send(other, 'POST', savedRepliesPath, { name, content })).json().error.fields;
  expect(await refused('tAKEN', 'x')).toEqual({ name: ['has already been taken'] });
  expect(await refused(' ', ' ')).toEqual({ name: ["can't be blank"], content: ["can't be blank"] });
  expect(await refused('n'.repeat(256), 'x'.repeat(10_001))).toEqual({
    name: ['is too long (maximum is 255 characters)'],
    content: ['is too long (maximum is 10000 characters)'],
  });
});

test('nobody signed in and a token that only reads', async () => {
  const text = { name: 'x', content: 'y' };
  expect((await page(savedRepliesPath, null)).status).toBe(401);
  expect((await send(null, 'GET', foundSavedRepliesPath)).statusCode).toBe(401);
  expect((await send(null, 'POST', savedRepliesPath, text)).statusCode).toBe(401);
  const { token } = await createToken(scene.app, scene.person.user, ['read_api']);
  const reader = { headers: { 'private-token': token } };
  expect((await send(reader, 'GET', foundSavedRepliesPath)).statusCode).toBe(200);
  expect((await send(reader, 'POST', savedRepliesPath, text)).statusCode).toBe(403);
});

test('found by words in the name, then in the text; signs mean themselves; never those of others', async () => {
  const { user } = scene.other;
  await scene.app.system.db.deleteFrom('saved_replies').where('user_id', '=', user.id).execute();
  for (const [name, content] of [
    ['Closing', 'Thanks a lot, 100% done.'],
    ['Thanks', 'Merged.'],
    ['Ask for tests', 'Could you add a_test?'],
  ]) {
    await send(scene.other, 'POST', savedRepliesPath, { name, content });
  }
  const names = async (words: string) =>
    (await search(scene.other, words)).replies.map((each: { name: string }) => each.name);
  expect(await names('')).toEqual(['Ask for tests', 'Closing', 'Thanks']);
  expect(await names(' THANKS ')).toEqual(['Thanks', 'Closing']);
  expect(await names('100%')).toEqual(['Closing']);
  expect(await names('a_t')).toEqual(['Ask for tests']);
  expect(await names('%')).toEqual(['Closing']);
  expect((await send(scene.other, 'GET', `${foundSavedRepliesPath}?search=%00`)).statusCode).toBe(400);
  expect(await pageOf(scene.other, '?search=merged+')).toMatchObject({
    replies: [{ name: 'Thanks' }],
    search: 'merged',
    total: 1,
    room: SAVED_REPLIES_MAX - 3,
  });
  expect((await page(`${savedRepliesPath}?search=%00`, scene.other)).status).toBe(400);
  expect(await search(scene.person, 'merged')).toEqual({ replies: [], total: 0 });
});

async function fill(userId: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    user_id: userId,
    name: `Template ${String(at).padStart(3, '0')}`,
    content: 'The same.',
  }));
  await scene.app.system.db.insertInto('saved_replies').values(rows).execute();
}

test('many are counted, shown page by page, and end where too many are', async () => {
  const { user } = scene.other;
  const { db } = scene.app.system;
  await db.deleteFrom('saved_replies').where('user_id', '=', user.id).execute();
  await fill(user.id, SAVED_REPLIES_MAX);
  const found = await search(scene.other, 'same');
  expect([found.replies.length, found.total]).toEqual([50, 500]);
  const last = await pageOf(scene.other, '?page=10');
  expect([last.page, last.total, last.room, last.replies.at(-1).name]).toEqual([10, 500, 0, 'Template 499']);
  const refused = await send(scene.other, 'POST', savedRepliesPath, { name: 'One more', content: 'x' });
  expect(refused.json().error.fields).toEqual({ base: ['has too many saved replies (maximum is 500)'] });
});

test('of several at the same moment only as many are kept as there is room for', async () => {
  const { user, headers } = await createUser(scene.app);
  await fill(user.id, SAVED_REPLIES_MAX - 1);
  const wishes = Array.from({ length: 6 }, (_, at) => ({ name: `At once ${at}`, content: 'x' }));
  const answers = await Promise.all(wishes.map((text) => send({ headers }, 'POST', savedRepliesPath, text)));
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
  expect(statuses).toEqual([201, 400, 400, 400, 400, 400]);
  expect(await pageOf({ headers })).toMatchObject({ total: SAVED_REPLIES_MAX, room: 0 });
});

test('one whose answer was lost is made once, by either interface', async () => {
  const { user, headers } = await createUser(scene.app);
  const again = { headers: { ...headers, 'idempotency-key': 'the-same' } };
  const text = { name: 'Once', content: 'x' };
  const made = await send(again, 'POST', savedRepliesPath, text);
  const repeated = await send(again, 'POST', savedRepliesPath, text);
  expect([repeated.statusCode, repeated.json()]).toEqual([201, made.json()]);
  expect((await send({ headers }, 'POST', savedRepliesPath, text)).statusCode).toBe(400);
  const twice = { name: 'Twice', content: 'y' };
  const [first, second] = [await ask(again, CREATE, twice), await ask(again, CREATE, twice)];
  expect(second.data.savedReplyCreate).toEqual({ savedReply: first.data.savedReplyCreate.savedReply, errors: [] });
  const rows = scene.app.system.db.selectFrom('saved_replies').select('name').where('user_id', '=', user.id);
  expect((await rows.orderBy('id').execute()).map(({ name }) => name)).toEqual(['Once', 'Twice']);
});

test('a name that is taken in the same moment is told at its field', async () => {
  const { user, headers } = await createUser(scene.app);
  const { db } = scene.app.system;
  const { id } = (await send({ headers }, 'POST', savedRepliesPath, { name: 'Begun', content: 'x' })).json();
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  };
  const wants = [
    () => send({ headers }, 'PUT', savedReplyPath(id), { name: 'changed', content: 'x' }),
    () => send({ headers }, 'POST', savedRepliesPath, { name: 'made', content: 'x' }),
  ];
  for (const [at, want] of wants.entries()) {
    const answer = await db.transaction().execute(async (other) => {
      const taken = { user_id: user.id, name: ['Changed', 'Made'][at] ?? '', content: 'x' };
      await other.insertInto('saved_replies').values(taken).execute();
      const asked = want();
      await expect.poll(waiting).toBeGreaterThan(0);
      return { asked };
    });
    const { statusCode, json } = await answer.asked;
    expect([statusCode, json().error.fields]).toEqual([400, { name: ['has already been taken'] }]);
  }
});

test('one is previewed as comments look, and names nothing of any project', async () => {
  await createProject(scene.app, { owner: scene.person.user, path: 'hidden', visibility: 'private' });
  const preview = (as: Who, text: unknown, more: object = {}) =>
    send(as, 'POST', savedReplyPreviewPath, { text, ...more });
  const shown = async (text: string) => (await preview(scene.person, text)).json();
  expect(await shown('Add a **test**\n\n/label ~bug')).toEqual({
    body: expect.stringMatching(/<strong>test<\/strong>[^]*\/label ~bug/),
    references: { users: [], suggestions: [], commands: '' },
  });
  const { body } = await shown(
    '<script>alert(1)</script><img src=x onerror=alert(1)> [go](javascript:alert(1)) #1 !1 %v1 person/hidden#1 /close',
  );
  expect(body).toContain('#1 !1 %v1 person/hidden#1 /close');
  expect(body).not.toMatch(/<script|onerror|href="javascript|<a [^>]*issues/);
  expect((await preview(null, 'Hello')).statusCode).toBe(401);
  expect((await preview(scene.person, 7)).statusCode).toBe(400);
  expect((await preview(scene.person, 'Hello', { target_id: 1 })).statusCode).toBe(400);
});
