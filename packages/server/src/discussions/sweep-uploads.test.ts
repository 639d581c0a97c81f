import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { SYSTEM } from '../platform/actor.ts';
import { contextFor } from '../platform/context.ts';
import { getProjectAccess, containerOfProject } from '../projects/index.ts';
import { type BuiltProject, createProject } from '../projects/testing.ts';
import { uploadFile } from './operations/upload-file.ts';
import { deleteUploadRow, insertUpload, type UploadRow } from './store/uploads.ts';
import { sweepUploadsJob } from './sweep-uploads.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;

async function upload(content: Readable | Buffer) {
  const ctx = contextOf(app, owner);
  return uploadFile(ctx, containerOfProject(await getProjectAccess(ctx, project.id)), {
    filename: 'plan.txt',
    content,
  });
}

async function age(name: string, ms: number) {
  const then = new Date(app.platform.clock.now().getTime() - ms);
  await utimes(path.join(app.platform.config.dataDir, 'storage', name), then, then);
}

const putBack = ({ id: _given, ...row }: UploadRow) => insertUpload(app.platform.db, row);
const sweep = () => sweepUploadsJob.run(contextFor(app.platform, SYSTEM), {});
const isThere = async (name: string) => (await app.platform.storage.get(name)) !== undefined;

test('bytes that no row names go when they are a day old; those of a file and of other folders stay', async () => {
  const { storage, db } = app.platform;
  const [kept, unnamed, fresh] = [
    await upload(Buffer.from('kept')),
    await upload(Buffer.from('unnamed')),
    await upload(Buffer.from('fresh')),
  ];
  for (const { row } of [unnamed, fresh]) await deleteUploadRow(db, row.id);
  const elsewhere = 'custom-emoji/0123456789abcdef.png';
  await storage.put(elsewhere, Buffer.from('picture'));
  for (const name of [kept.row.storage_name, unnamed.row.storage_name, elsewhere]) await age(name, 2 * DAY_MS);
  await age(fresh.row.storage_name, DAY_MS - 60_000);
  await sweep();
  const names = [kept, unnamed, fresh].map(({ row }) => row.storage_name);
  expect(await Promise.all([...names, elsewhere].map(isThere))).toEqual([true, false, true, true]);
});

test('nothing goes when no file has a row, as after a restore of an empty database', async () => {
  const { db, log } = app.platform;
  const { row } = await upload(Buffer.from('last'));
  await age(row.storage_name, 2 * DAY_MS);
  const rows = await db.deleteFrom('uploads').returningAll().execute();
  const warned = vi.spyOn(log, 'warn');
  await sweep();
  expect(await isThere(row.storage_name)).toBe(true);
  expect(warned).toHaveBeenCalledTimes(1);
  warned.mockRestore();
  for (const each of rows) await putBack(each);
});

test('nothing goes when most files have no row, as after a restore of half a database', async () => {
  const { db } = app.platform;
  const stored = await Promise.all(Array.from({ length: 60 }, (_unused, at) => upload(Buffer.from(`file ${at}`))));
  const names = stored.map(({ row }) => row.storage_name);
  for (const name of names) await age(name, 2 * DAY_MS);
  const unnamed = stored.slice(0, 40);
  for (const { row } of unnamed) await deleteUploadRow(db, row.id);
  await sweep();
  expect(await Promise.all(names.map(isThere))).not.toContain(false);
  // With the rows of most of them back, the others are what this job is for.
  for (const { row } of unnamed.slice(0, 15)) await putBack(row);
  await sweep();
  expect(await Promise.all(names.map(isThere))).toEqual(stored.map((_unused, at) => at < 15 || at >= 40));
});

test('a file that is being uploaded stays, however long it takes: half written, and written without its row', async () => {
  const [half, whole] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { storage } = app.platform;
  const put = storage.put.bind(storage);
  vi.spyOn(storage, 'put').mockImplementationOnce(async (name, data) => {
    await put(name, data);
    written.resolve();
    await whole.promise;
  });
  const slow = Readable.from(
    (async function* () {
      yield Buffer.from('first ');
      begun.resolve();
      await half.promise;
      yield Buffer.from('last');
    })(),
  );
  const uploading = upload(slow);
  await begun.promise;
  await sweep();
  half.resolve();
  await written.promise;
  await sweep();
  whole.resolve();
  const { row } = await uploading;
  await sweep();
  expect((await storage.get(row.storage_name))?.toString()).toBe('first last');
});
