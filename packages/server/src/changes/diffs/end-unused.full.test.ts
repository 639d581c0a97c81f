import type { DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { type DiffIndexRow, findDiffIndex, insertDiffIndex, noteLeftovers } from '../store/diff-indexes.ts';
import { type MergeRequestRow, listVersions } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';
import { keyOfVersion, keySince } from './comparison-keys.ts';
import { endUnusedComparisonsJob } from './end-unused.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

const HOUR_MS = 3_600_000;
const wait = (days: number) => app.clock.advance(days * 24 * HOUR_MS);
const endUnused = () => endUnusedComparisonsJob.run(app.system, {});

async function ask(url: string) {
  const server = await app.server();
  return server.inject({ url, headers: owner.headers });
}

async function get<T>(url: string): Promise<T> {
  const answer = await ask(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

const pageOf = (project: BuiltProject, row: MergeRequestRow) => `/${project.full_path}/-/merge_requests/${row.iid}`;

function rowsOf(projectId: number): Promise<DiffIndexRow[]> {
  return app.platform.db
    .selectFrom('diff_indexes')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
}

/** What lies in the storage for a project, without what its rows name; those must all be there. */
async function strayFiles(projectId: number): Promise<string[]> {
  const folder = `diffs/${projectId}`;
  const there = (await readdir(path.join(app.platform.config.dataDir, 'storage', folder))).map(
    (name) => `${folder}/${name}`,
  );
  const named = new Set((await rowsOf(projectId)).flatMap((row) => [row.header_name, row.pack_name]));
  expect(there).toEqual(expect.arrayContaining([...named]));
  return there.filter((name) => !named.has(name));
}

/** A request that was pushed to once. Both versions change a line of `a.txt`; the first alone differs in white space too. */
async function pushedTo() {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\nb\n', 'b.txt': 'b\n' } });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic', files: { 'a.txt': 'A\nb\n' } });
  await app.runJobs();
  await pushCommit(app, { project, branch: 'topic', by: owner, files: { 'a.txt': 'A2\nb \n' } });
  await app.runJobs();
  const [second, first] = await listVersions(app.platform.db, row.id);
  if (!first || !second) throw new Error('two versions were made');
  return { project, row, first, second, page: pageOf(project, row) };
}

test('comparisons with the same lines share them, and what was stored in vain goes', async () => {
  const { project, first, second, page } = await pushedTo();
  const { db } = app.platform;
  const find = (key: Parameters<typeof findDiffIndex>[1]) => findDiffIndex(db, key);
  const [own, hidden] = [
    await find(keyOfVersion(project.id, first)),
    await find(keyOfVersion(project.id, first, true)),
  ];
  expect(own?.pack_name).toMatch(/^diffs\/\d+\/[0-9a-f]{40}-[0-9a-f]{40}\.\d+\.[0-9a-f]{12}\.pack$/);
  expect(hidden?.pack_name).toBe(own?.pack_name);
  expect(hidden?.header_name).not.toBe(own?.header_name);
  const newest = await find(keyOfVersion(project.id, second));
  expect((await find(keyOfVersion(project.id, second, true)))?.pack_name).not.toBe(newest?.pack_name);
  expect((await strayFiles(project.id)).length).toBeGreaterThan(0);
  await endUnused();
  expect((await strayFiles(project.id)).length).toBeGreaterThan(0);
  wait(2);
  await endUnused();
  expect(await strayFiles(project.id)).toEqual([]);
  for (const query of ['', '&w=1']) {
    const file = await get<PageDiffFile>(`${page}/diff_for_path?new_path=a.txt&diff_id=${first.id}${query}`);
    expect(file.highlighted_diff_lines.map(({ text }) => text)).toEqual(['a', 'A', 'b']);
  }
});

test('what was indexed in another way before is made again when it is asked for', async () => {
  const { project, first, page } = await pushedTo();
  const { db, storage } = app.platform;
  const older = await db
    .updateTable('diff_indexes')
    .set((eb) => ({ format_version: eb('format_version', '-', 1) }))
    .where('project_id', '=', project.id)
    .returning('header_name')
    .execute();
  for (const { header_name: name } of older) await storage.put(name, Buffer.from('another format'));
  // Nor is it remembered that they were opened.
  wait(2);
  const file = await get<PageDiffFile>(`${page}/diff_for_path?new_path=a.txt&diff_id=${first.id}`);
  expect(file.highlighted_diff_lines.map(({ text }) => text)).toEqual(['a', 'A', 'b']);
  expect(await rowsOf(project.id)).toHaveLength(older.length + 1);
});

test('what nobody used for thirty days ends, but not what a kept version brings; asking again builds it again', async () => {
  const { project, row, first, second, page } = await pushedTo();
  const since = `start_sha=${first.head_sha}`;
  const whole = await ask(`${page}.diff?${since}`);
  expect(whole.body).toContain('+A2');
  wait(29);
  await endUnused();
  expect(await findDiffIndex(app.platform.db, keySince(project.id, first.head_sha, second))).toBeDefined();
  wait(2);
  // Someone opens it before it goes, without having said so yet.
  const file = () => ask(`${page}/diff_for_path?new_path=a.txt&${since}`);
  await app.platform.db.updateTable('diff_indexes').set({ last_used_at: new Date(0) }).where('project_id', '=', project.id).execute(); // prettier-ignore
  const opened = await file();
  await expect.poll(async () => (await rowsOf(project.id)).some((each) => each.last_used_at > new Date(0))).toBe(true);
  await app.platform.db.updateTable('diff_indexes').set({ last_used_at: new Date(0) }).where('project_id', '=', project.id).execute(); // prettier-ignore
  await endUnused();
  const ends = (version: typeof first, suffix = '') => `${version.base_sha}..${version.head_sha}${suffix}`;
  const kept = (await rowsOf(project.id)).map(
    (each) => `${each.base_sha}..${each.head_sha}${each.ignores_whitespace ? ' -w' : ''}`,
  );
  expect(kept.toSorted()).toEqual([ends(first), ends(second), ends(second, ' -w')].toSorted());
  expect([opened.statusCode, (await file()).body]).toEqual([200, opened.body]);
  wait(2);
  await endUnused();
  expect(await strayFiles(project.id)).toEqual([]);
  expect((await file()).body).toBe(opened.body);
  expect(await findDiffIndex(app.platform.db, keySince(project.id, first.head_sha, second))).toBeDefined();
  expect(await get<DiffsMetadata>(`${page}/diffs_metadata.json?diff_id=${first.id}`)).toMatchObject({ size: 1 });
  // Once it is closed, what hides white space is as good as any other.
  await app.platform.db.updateTable('merge_requests').set({ state: 'closed' }).where('id', '=', row.id).execute();
  wait(31);
  await endUnused();
  expect((await rowsOf(project.id)).map((each) => each.ignores_whitespace)).toEqual([false, false]);
});

test('a comparison that is read stays, and says so once a day', async () => {
  const { project, first, second, page } = await pushedTo();
  const key = keySince(project.id, first.head_sha, second);
  const read = () => get(`${page}/diff_for_path?new_path=a.txt&start_sha=${first.head_sha}`);
  const usedAt = async () => (await findDiffIndex(app.platform.db, key))?.last_used_at.getTime();
  await read();
  const made = await usedAt();
  wait(20);
  await read();
  await expect.poll(usedAt).toBe(app.clock.now().getTime());
  const touched = await usedAt();
  expect(touched).toBeGreaterThan(made ?? Infinity);
  app.clock.advance(HOUR_MS);
  await read();
  await read();
  expect(await usedAt()).toBe(touched);
  wait(20);
  await endUnused();
  expect(await usedAt()).toBe(touched);
});

test('a build that fails or is ended half way leaves nothing behind', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  const row = await createMergeRequest(app, { project, author: owner, files: { 'a.txt': 'b\n' } });
  const { storage } = app.platform;
  const put = storage.put.bind(storage);
  // The pack is there, the header never is: as when the machine goes down in between.
  storage.put = async (name, data) => {
    if (name.endsWith('.pack')) return put(name, data);
    if (data instanceof Readable) data.resume();
    throw new Error('no room');
  };
  try {
    expect((await ask(`${pageOf(project, row)}/diff_for_path?new_path=a.txt`)).statusCode).toBe(500);
  } finally {
    storage.put = put;
  }
  expect(await rowsOf(project.id)).toEqual([]);
  await expect.poll(() => strayFiles(project.id)).toHaveLength(1);
  await app.runJobs();
  expect((await ask(`${pageOf(project, row)}/diff_for_path?new_path=a.txt`)).statusCode).toBe(200);
  wait(2);
  await endUnused();
  expect(await strayFiles(project.id)).toEqual([]);
});

test('of two that build the same at once the first stays, and the objects of the other go', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  const { db, storage } = app.platform;
  const tip = await tipOf(project, 'main');
  const build = async (mark: string) => {
    const names = { header_name: `diffs/${project.id}/${mark}.head`, pack_name: `diffs/${project.id}/${mark}.pack` };
    await noteLeftovers(db, Object.values(names), app.clock.now());
    for (const name of Object.values(names)) await storage.put(name, Buffer.from(mark));
    const sizes = { files_count: 0, added_lines: 0, removed_lines: 0, size_bytes: 0, last_used_at: app.clock.now() };
    const ends = { project_id: project.id, base_sha: tip, head_sha: tip, ignores_whitespace: false };
    return insertDiffIndex(db, { ...ends, ...names, ...sizes, pack_digest: mark });
  };
  const [one, other] = await Promise.all([build('one'), build('other')]);
  expect([one, other].filter((each) => each !== undefined)).toHaveLength(1);
  expect(await strayFiles(project.id)).toHaveLength(2);
  await endUnused();
  expect(await strayFiles(project.id)).toEqual([]);
});

test('what a row names is never removed, also when it is known as a leftover', async () => {
  const { project, first, page } = await pushedTo();
  const { db } = app.platform;
  const row = await findDiffIndex(db, keyOfVersion(project.id, first));
  // As by a process from before 0277, which uses names again and leaves leftovers as they are.
  await noteLeftovers(db, [row?.header_name ?? '', row?.pack_name ?? ''], new Date(0));
  await endUnused();
  wait(2);
  await endUnused();
  expect(await strayFiles(project.id)).toEqual([]);
  const file = await get<PageDiffFile>(`${page}/diff_for_path?new_path=a.txt&diff_id=${first.id}`);
  expect(file.highlighted_diff_lines.map(({ text }) => text)).toEqual(['a', 'A', 'b']);
  // It is a leftover again when the row goes, and due as any other.
  const names = [row?.header_name ?? '', row?.pack_name ?? ''];
  await db.deleteFrom('diff_indexes').where('project_id', '=', project.id).execute();
  await noteLeftovers(db, names, new Date(app.clock.now().getTime() + HOUR_MS));
  await endUnused();
  expect(await strayFiles(project.id)).toEqual(expect.arrayContaining(names));
  app.clock.advance(HOUR_MS);
  await endUnused();
  const left = await strayFiles(project.id);
  expect(names.filter((name) => left.includes(name))).toEqual([]);
});

test('an object that cannot be removed holds up no other and is tried again', async () => {
  const { db, storage } = app.platform;
  const names = ['diffs/0/a.head', 'diffs/0/b.pack', 'diffs/0/c.pack'];
  for (const name of names) await storage.put(name, Buffer.from('x'));
  await noteLeftovers(db, names, app.clock.now());
  const remove = storage.delete.bind(storage);
  storage.delete = async (name) => {
    if (name === names[1]) throw new Error('the storage is away');
    await remove(name);
  };
  const left = async () => {
    const found = await Promise.all(names.map((name) => storage.get(name)));
    return names.filter((_unused, at) => found[at] !== undefined);
  };
  try {
    await endUnused();
  } finally {
    storage.delete = remove;
  }
  expect(await left()).toEqual([names[1]]);
  await endUnused();
  expect(await left()).toEqual([]);
});
