import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeBucket } from '../../testing/fake-bucket.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser } from '../accounts/testing.ts';
import { runStartWork } from '../platform/start-work.ts';
import { getProjectAccess, containerOfProject } from '../projects/index.ts';
import { createProject } from '../projects/testing.ts';
import { uploadFile } from './operations/upload-file.ts';
import { deleteUploadRow } from './store/uploads.ts';
import { sweepUploadsJob } from './sweep-uploads.ts';

/** A bucket that more than one instance keeps its files in: none of them removes what is not its own. */
let bucket: FakeBucket;
let apps: TestApp[] = [];

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterAll(() => {
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  bucket = await FakeBucket.start();
});
afterEach(async () => {
  for (const app of apps) await app.close();
  apps = [];
  await bucket.close();
});

async function instance(prefix = ''): Promise<TestApp> {
  const app = await createTestApp({ storageUrl: bucket.url(prefix) });
  apps.push(app);
  await runStartWork(app.platform);
  return app;
}

/** Names of two uploads, of which the row of the second is gone. */
async function upload(app: TestApp): Promise<[kept: string, unnamed: string]> {
  const owner = await createUser(app);
  const project = await createProject(app, { owner: owner.user });
  const ctx = contextOf(app, owner);
  const place = containerOfProject(await getProjectAccess(ctx, project.id));
  const make = () => uploadFile(ctx, place, { filename: 'plan.txt', content: Buffer.from('plan') });
  const [kept, unnamed] = [await make(), await make()];
  await deleteUploadRow(app.platform.db, unnamed.row.id);
  return [kept.row.storage_name, unnamed.row.storage_name];
}

const DAYS_MS = 86_400_000;
const sweep = (app: TestApp) => sweepUploadsJob.run(app.system, {});
const has = (...keys: string[]) => keys.map((key) => bucket.objects.has(key));

/** A night later everything that is there is old. */
async function night(...those: TestApp[]): Promise<void> {
  for (const object of bucket.objects.values()) object.at = new Date(object.at.getTime() - 2 * DAYS_MS);
  for (const app of those) await sweep(app);
}

test('alone, it removes what no row of it names, and nothing that is not named as uploads are', async () => {
  const app = await instance();
  const [kept, unnamed] = await upload(app);
  // Of an instance with the prefix `uploads`, and of someone who keeps other things there.
  const others = [`uploads/uploads/1/${randomBytes(16).toString('hex')}`, 'uploads/1/picture.png', 'uploads/readme'];
  for (const key of others) bucket.objects.set(key, { body: Buffer.from('x'), at: new Date() });
  await night(app);
  expect(has(kept, unnamed, ...others)).toEqual([true, false, true, true, true]);
  const [again] = bucket.keys('claims/');
  await night(app);
  expect(bucket.keys('claims/')).toEqual([expect.not.stringContaining(again ?? '-')]);
});

test('instances with prefixes of their own see nothing of each other', async () => {
  const [one, two, whole] = [await instance('one'), await instance('one/two'), await instance()];
  const [ofOne, ofTwo, ofWhole] = [await upload(one), await upload(two), await upload(whole)];
  await night(one, two, whole);
  const keys = [...ofOne.map((key) => `one/${key}`), ...ofTwo.map((key) => `one/two/${key}`), ...ofWhole];
  expect(has(...keys)).toEqual([true, false, true, false, true, false]);
});

test('where two keep their files at the same place neither removes any, and both say why', async () => {
  const [one, two] = [await instance('same'), await instance('same')];
  const keys = [...(await upload(one)), ...(await upload(two))].map((key) => `same/${key}`);
  const warned = [one, two].map((app) => vi.spyOn(app.platform.log, 'warn'));
  await night(one, two);
  await night(two, one);
  expect(has(...keys)).not.toContain(false);
  for (const each of warned) expect(each).toHaveBeenCalledTimes(2);
  // Once one of them is gone, and its claim with it, the other goes on. It does not know the files of the one that is gone.
  const { token } = await two.platform.db.selectFrom('storage_claims').select('token').executeTakeFirstOrThrow();
  bucket.objects.delete(`same/claims/${token}`);
  await night(one);
  expect(has(...keys.slice(0, 2))).toEqual([true, false]);
});

test('a copy of an instance is another one: neither removes what only the other knows', async () => {
  const original = await instance();
  await sweep(original);
  const copy = await instance();
  const copied = await original.platform.db.selectFrom('storage_claims').selectAll().execute();
  const [own] = await copy.platform.db.deleteFrom('storage_claims').returningAll().execute();
  bucket.objects.delete(`claims/${own?.token}`);
  await copy.platform.db.insertInto('storage_claims').values(copied).execute();
  const keys = [...(await upload(original)), ...(await upload(copy))];
  // Both know the claim; whoever comes first makes it another one, and the day's files are too young to go.
  await sweep(original);
  await sweep(copy);
  await night(original, copy);
  expect(has(...keys)).not.toContain(false);
});

test('the first night after the claim was made nothing goes: others may not have made theirs', async () => {
  const app = await instance();
  const [, unnamed] = await upload(app);
  await app.platform.db.deleteFrom('storage_claims').execute();
  for (const key of bucket.keys('claims/')) bucket.objects.delete(key);
  await night(app);
  expect(has(unnamed)).toEqual([true]);
  await night(app);
  expect(has(unnamed)).toEqual([false]);
});
