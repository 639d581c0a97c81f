import { MAX_AUTOSAVE_BYTES } from '@tributary/contract/discussions/autosaves.ts';
import type { AutosaveEntry } from '@tributary/contract/discussions/autosaves.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { deleteExpired } from '../autosave/store.ts';

let app: TestApp;
let ann: TestUser;
let ben: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  [ann, ben] = await Promise.all([createUser(app), createUser(app)]);
});
afterAll(() => app.close());

const PATH = '/-/unfinished_texts';
type Method = 'GET' | 'PUT' | 'DELETE';

async function call(user: TestUser | undefined, method: Method, url: string, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: { ...user?.headers }, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

const save = (user: TestUser | undefined, field: string, text: string, revision: number | null = null, place = 'p') =>
  call(user, 'PUT', PATH, { place, field, text, revision });
const list = async (user: TestUser, place = 'p'): Promise<AutosaveEntry[]> =>
  (await call(user, 'GET', `${PATH}?place=${place}`)).body;
const history = async (user: TestUser, field: string): Promise<string[]> =>
  (await call(user, 'GET', `${PATH}/history?place=p&field=${field}`)).body.map((each: { text: string }) => each.text);
const drop = (user: TestUser, field: string, isSent: boolean) =>
  call(user, 'DELETE', `${PATH}?place=p&field=${field}&sent=${isSent}`);

test('a text is kept, found again, and let go when it was sent', async () => {
  const first = await save(ann, 'note', 'Hello');
  expect(first).toMatchObject({ status: 200, body: { field: 'note', revision: 1 } });
  expect(first.body.text).toBeUndefined();
  await save(ann, 'note', 'Hello there', 1);
  expect(await list(ann)).toMatchObject([{ field: 'note', text: 'Hello there', revision: 2, base: null }]);
  expect((await drop(ann, 'note', true)).status).toBeLessThan(300);
  expect(await list(ann)).toEqual([]);
  expect(await history(ann, 'note')).toEqual([]);
});

test('what another window wrote stays among the earlier states when this one has sent its text', async () => {
  const sentBy = (revision: number) => call(ann, 'DELETE', `${PATH}?place=p&field=two&sent=true&revision=${revision}`);
  await save(ann, 'two', 'By this window');
  await sentBy(1);
  expect([await list(ann), await history(ann, 'two')]).toEqual([[], []]);
  await save(ann, 'two', 'By this window');
  await save(ann, 'two', 'By another', 1);
  await sentBy(1);
  expect([await list(ann), await history(ann, 'two')]).toEqual([[], ['By another']]);
  await save(ann, 'two', 'By one more');
  // A window that had saved nothing knows none.
  await sentBy(0);
  expect([await list(ann), await history(ann, 'two')]).toEqual([[], ['By one more', 'By another']]);
});

test('texts are private to their writer', async () => {
  await save(ann, 'secret', 'mine');
  expect(await list(ben)).toEqual([]);
  expect(await history(ben, 'secret')).toEqual([]);
  await drop(ben, 'secret', false);
  await save(ben, 'secret', 'theirs');
  expect((await list(ann)).map((each) => each.text)).toEqual(['mine']);
  expect((await call(undefined, 'GET', `${PATH}?place=p`)).status).toBe(401);
  expect((await save(undefined, 'x', 'y')).status).toBe(401);
  const readOnly = await createToken(app, ann.user, ['read_api']);
  expect((await save({ ...ann, headers: readOnly.headers }, 'secret', 'x')).status).toBe(403);
  await drop(ann, 'secret', true);
});

test('what is thrown away, cut, or overwritten unseen stays among the earlier states', async () => {
  await save(ann, 'h', 'thrown away');
  await drop(ann, 'h', false);
  expect(await history(ann, 'h')).toEqual(['thrown away']);
  const long = 'word '.repeat(40);
  await save(ann, 'h', long);
  await save(ann, 'h', 'w', 1);
  expect(await history(ann, 'h')).toEqual([long, 'thrown away']);
  // Another window knows only the first state.
  await save(ann, 'h', 'from the other window', 1);
  expect(await history(ann, 'h')).toEqual(['w', long, 'thrown away']);
  await save(ann, 'h', 'from a window that knows none', null);
  expect((await history(ann, 'h'))[0]).toBe('from the other window');
  for (let at = 0; at < 30; at++) {
    await save(ann, 'h', `state ${at}`);
    await drop(ann, 'h', false);
  }
  const kept = await history(ann, 'h');
  expect([kept.length, kept[0]]).toEqual([20, 'state 29']);
});

test('what an older version kept of an issue is found where it is looked for now', async () => {
  await save(ann, 'description', 'Begun before', null, 'issue-41');
  await save(ann, 'description', 'Begun before', null, 'issue-42');
  await save(ann, 'description', 'Begun after', null, 'Issue:42');
  await sql`delete from schema_migrations where version = '0283'`.execute(contextOf(app, ann).db);
  expect(await migrate(app.databaseUrl)).toEqual(['0283_discussions_issue_texts.sql']);
  expect((await list(ann, 'Issue:41')).map((each) => each.text)).toEqual(['Begun before']);
  expect((await list(ann, 'Issue:42')).map((each) => each.text)).toEqual(['Begun after']);
  expect((await list(ann, 'issue-42')).map((each) => each.text)).toEqual(['Begun before']);
});

test('limits: length, names, one user’s share, and time', async () => {
  expect((await save(ann, 'long', 'x'.repeat(1_000_001))).status).toBe(400);
  // A line end takes two bytes on its way: as much as a page sends is taken.
  expect((await save(ann, 'long', 'x\n'.repeat(MAX_AUTOSAVE_BYTES / 3 - 1))).status).toBe(200);
  expect((await save(ann, 'nul', 'a\0b')).status).toBe(400);
  expect((await save(ann, 'with space', 'x')).status).toBe(400);
  expect((await save(ann, 'x'.repeat(201), 'x')).status).toBe(400);
  expect((await save(ann, '', 'x')).status).toBe(400);
  const big = 'y'.repeat(900_000);
  for (let at = 0; at < 7; at++) expect((await save(ben, `big${at}`, big, null, 'share')).status).toBe(200);
  const { rows } = await sql`select from unfinished_texts where place = 'share'`.execute(contextOf(app, ben).db);
  expect(rows).toHaveLength(5);
  // What is beyond it is an earlier text, and still shown where it was written until another is there or it is let go.
  expect((await list(ben, 'share')).map((each) => [each.field, each.text === big])).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((at) => [`big${at}`, true]),
  );
  const earlier = async (field: string): Promise<string[]> =>
    (await call(ben, 'GET', `${PATH}/history?place=share&field=${field}`)).body.map(
      (each: { text: string }) => each.text,
    );
  expect(await earlier('big0')).toEqual([big]);
  await save(ben, 'big0', 'anew', 0, 'share');
  await call(ben, 'DELETE', `${PATH}?place=share&field=big1&sent=false`);
  expect((await list(ben, 'share')).map((each) => [each.field, each.text.length])).toEqual([
    ['big0', 4],
    ...[2, 3, 4, 5, 6].map((at) => [`big${at}`, big.length]),
  ]);
  expect([await earlier('big0'), await earlier('big1')]).toEqual([[big], [big]]);
  const { db } = contextOf(app, ben);
  // A choice does not go before the text it was made for.
  await save(ben, 'note:readers', 'internal', null, 'internal');
  await save(ben, 'note', 'Not for everybody', null, 'internal');
  const note = (await list(ben, 'internal')).find((each) => each.field === 'note');
  await deleteExpired(db, { texts: new Date(note?.updated_at ?? ''), versions: new Date(0) });
  expect((await list(ben, 'internal')).map((each) => each.field)).toEqual(['note', 'note:readers']);
  const before = new Date(Date.now() + 1_000);
  expect(await deleteExpired(db, { texts: new Date(0), versions: new Date(0) })).toBe(0);
  expect(await deleteExpired(db, { texts: before, versions: before })).toBeGreaterThan(0);
  expect(await list(ben, 'share')).toEqual([]);
});

test('choices take nothing of the share of texts', async () => {
  const cleo = await createUser(app);
  await save(cleo, 'note', 'The first', null, 'begun');
  for (let at = 0; at < 100; at++) await save(cleo, `c${at}:readers`, 'all', null, 'begun');
  for (let at = 0; at < 199; at++) await save(cleo, `t${at}`, 'x', null, 'others');
  const { rows } = await sql`select from unfinished_texts where place = 'begun' and field = 'note'`.execute(
    contextOf(app, cleo).db,
  );
  expect(rows).toHaveLength(1);
});
