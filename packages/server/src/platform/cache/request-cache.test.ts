import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import type { Context } from '../context.ts';
import { transact } from '../context.ts';
import { openDatabase, sql } from '../db/database.ts';
import { ACCESS, createCacheVersions } from './cache-versions.ts';
import { openRequestCache, cacheScopeOf, readCached } from './request-cache.ts';

let app: TestApp;
let person: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  person = await createUser(app);
});
afterAll(() => app.close());

/** A request that reads, as the HTTP endpoint begins it. */
async function reading(address = '/somewhere'): Promise<Context> {
  const recall = openRequestCache(app.platform, address);
  await recall.standing();
  return { ...app.system, recall };
}

/** The name of the user, and how often it was really read. */
function nameReader(key: string) {
  const counted = { reads: 0, of: async (_ctx: Context): Promise<string | undefined> => undefined };
  counted.of = (ctx) =>
    readCached(ctx, {
      key,
      marks: () => [ACCESS],
      load: async () => {
        counted.reads += 1;
        const { rows } = await sql<{ name: string }>`select name from users where id = ${person.user.id}`.execute(
          ctx.db,
        );
        return rows[0]?.name;
      },
    });
  return counted;
}

const rename = (name: string, db: Context['db'] = app.system.db) =>
  sql`update users set name = ${name} where id = ${person.user.id}`.execute(db);

test('what was read is believed while its marks stand, and no longer', async () => {
  const name = nameReader('believed');
  await rename('First');
  expect([await name.of(await reading()), await name.of(await reading())]).toEqual(['First', 'First']);
  expect(name.reads).toBe(1);
  await rename('Second');
  expect(await name.of(await reading())).toBe('Second');
  expect(name.reads).toBe(2);
});

test('a change on its way is not believed away: what is read beside it is not remembered', async () => {
  const name = nameReader('on-its-way');
  await rename('Before');
  const { promise: hold, resolve: release } = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const writing = transact(app.system, async (ctx) => {
    await rename('After', ctx.db);
    changed.resolve();
    await hold;
  });
  await changed.promise;
  // The mark has moved already, and will not move again when the change can be seen.
  expect([await name.of(await reading()), await name.of(await reading())]).toEqual(['Before', 'Before']);
  expect(name.reads).toBe(2);
  release();
  await writing;
  expect(await name.of(await reading())).toBe('After');
});

test('a request that began before a change does not hand on what it read then', async () => {
  const name = nameReader('late');
  await rename('Old');
  const early = await reading();
  await rename('New');
  expect(await name.of(early)).toBe('New');
  await rename('Newest');
  expect([await name.of(await reading()), await name.of(await reading())]).toEqual(['Newest', 'Newest']);
});

test('nothing is remembered in a transaction, nor after one in the same request', async () => {
  const name = nameReader('writing');
  await rename('Kept');
  await name.of(await reading());
  const ctx = await reading();
  await transact(ctx, async (inner) => {
    await rename('Changed', inner.db);
    expect(await name.of(inner)).toBe('Changed');
  });
  expect(await name.of(ctx)).toBe('Changed');
});

test('use alone moves no mark', async () => {
  const where = async () => (await app.platform.marks.read([ACCESS]))[0];
  const before = await where();
  await sql`update users set last_activity_on = '2001-01-01' where id = ${person.user.id}`.execute(app.system.db);
  await sql`update personal_access_tokens set last_used_at = now() where user_id = ${person.user.id}`.execute(
    app.system.db,
  );
  expect(await where()).toBe(before);
  await rename('Somebody else');
  expect(await where()).not.toBe(before);
});

test('questions that wait are asked together, and each has its own answer', async () => {
  const marks = ['access', 'named', 'project_1', 'noteable_2'];
  const together = await Promise.all(marks.map((mark) => app.platform.marks.read([mark])));
  expect(together.flat()).toEqual(await app.platform.marks.read(marks));
  await expect(app.platform.marks.read(['no such mark'])).rejects.toThrow('there is no mark "no such mark"');
  await expect(app.platform.marks.read(['project_77'])).rejects.toThrow('"mark_project_77" does not exist');
  expect(await app.platform.marks.read(['access'])).toHaveLength(1);
});

test('who asks while a question is on its way is answered by the next one, which is asked for all', async () => {
  const answers: ((list: string) => void)[] = [];
  const asked: string[] = [];
  const marks = createCacheVersions(
    (query, list) => (asked.push(list ?? query.text), new Promise((resolve) => answers.push(resolve))),
  );
  const first = marks.read(['access']);
  const others = Promise.all([marks.read(['access', 'named']), marks.read(['access']), marks.read(['project_3'])]);
  expect(asked).toEqual([expect.stringContaining("'mark_access'")]);
  // Older than what the others asked: it may not be believed by them.
  answers[0]?.('{4}');
  expect(await first).toEqual([4]);
  expect(asked.slice(1)).toEqual(['{access,named,project_3}']);
  answers[1]?.('{5,6,7}');
  expect(await others).toEqual([[5, 6], [5], [7]]);
});

test('sets of marks have statements of their own until there are many, and answer alike', async () => {
  await sql`select setval('mark_project_' || number, number + 100), setval('mark_noteable_' || number, number + 200)
    from generate_series(0, 31) as number`.execute(app.system.db);
  const { readValue, close } = openDatabase(app.databaseUrl);
  const names = new Set<string>();
  const marks = createCacheVersions((query, list) => (names.add(query.name), readValue(query, list)));
  for (let at = 0; at < 280; at++) {
    const [project, noteable] = [at % 32, Math.floor(at / 32) % 5];
    const values = await marks.read([`noteable_${noteable}`, `project_${project}`]);
    expect(values).toEqual([noteable + 200, project + 100]);
  }
  await close();
  expect([names.size, names.has('read-marks')]).toEqual([129, true]);
});

test('a question that fails fails those who wait for it, and nobody else', async () => {
  const outcomes = [() => Promise.reject(new Error('broken')), () => Promise.resolve('{9}')];
  const marks = createCacheVersions(() => outcomes.shift()?.() ?? Promise.resolve(null));
  const asked = [marks.read(['access']), marks.read(['named'])];
  await expect(asked[0]).rejects.toThrow('broken');
  expect(await asked[1]).toEqual([9]);
});

test('nobody waits for the marks before something is to be believed, and what fails is met there', async () => {
  const { promise: hold, resolve: release } = Promise.withResolvers<number[]>();
  const marks = { ...app.platform.marks, read: () => hold };
  const ctx = { ...app.system, recall: openRequestCache({ realtime: app.platform.realtime, marks }, '/held') };
  const name = nameReader('held');
  let isKnown = false;
  const reads = name.of(ctx).then(() => (isKnown = true));
  await sql`select 1`.execute(app.system.db);
  expect([isKnown, name.reads]).toEqual([false, 0]);
  release([0]);
  await reads;
  expect(name.reads).toBe(1);
  const broken = { ...marks, read: () => Promise.reject(new Error('gone')) };
  const lost = { ...app.system, recall: openRequestCache({ realtime: app.platform.realtime, marks: broken }, '/lost') };
  await expect(name.of(lost)).rejects.toThrow('gone');
});

test('a request that began to change something while it waited believes nothing', async () => {
  const name = nameReader('ended');
  await rename('Kept');
  await name.of(await reading());
  const { promise: hold, resolve: release } = Promise.withResolvers<void>();
  const marks = {
    ...app.platform.marks,
    read: (all: readonly string[]) => hold.then(() => app.platform.marks.read(all)),
  };
  const ctx = { ...app.system, recall: openRequestCache({ realtime: app.platform.realtime, marks }, '/ended') };
  const asked = name.of(ctx);
  await transact(ctx, async () => undefined);
  release();
  await asked;
  expect(name.reads).toBe(2);
});

test('parts of a page ask where the marks of the page stand', () => {
  const page = '/a/b/-/merge_requests/7';
  for (const part of ['', '/diffs_batch.json', '/discussions.json', '/commits']) {
    expect(cacheScopeOf(`${page}${part}`)).toBe(page);
    expect(cacheScopeOf(`/-/page${page}${part}`)).toBe(page);
  }
  expect(cacheScopeOf('/api/v4/projects/1/merge_requests/7/discussions')).toBe('/api/v4/projects/1/merge_requests/7');
  // Strangers do not share.
  expect(cacheScopeOf('/a')).toBe('/a');
  expect(cacheScopeOf('/a/b')).toBe('/a/b');
});
