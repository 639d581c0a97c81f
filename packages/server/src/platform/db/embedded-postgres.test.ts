import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
let dir: string;
let left: EmbeddedPostgres;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-left-pg-'));
  // The database runs as a user of its own, which must be able to walk here.
  await chmod(folder, 0o755);
  dir = path.join(folder, 'postgres');
  left = await startEmbeddedPostgres(dir);
});
afterAll(async () => {
  await left.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a database that a killed process left behind is taken over, also when it is too busy to answer at once', async () => {
  const [pid] = (await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGSTOP');
  const found = startEmbeddedPostgres(dir);
  // Longer than one question waits for its answer.
  await sleep(2_500);
  process.kill(Number(pid), 'SIGCONT');
  expect((await found).url).toBe(left.url);
  expect(await findRunningPostgres(dir)).toBe(left.url);
});

test('a password that does not belong to the database is told at once, with what to do', async () => {
  const access = await readFile(`${dir}.json`, 'utf8');
  await writeFile(`${dir}.json`, JSON.stringify({ password: 'of another database' }));
  await expect(startEmbeddedPostgres(dir)).rejects.toThrow(/rejected the password .*\nRestore the original file/);
  await expect(findRunningPostgres(dir)).rejects.toThrow(/rejected the password/);
  await writeFile(`${dir}.json`, access);
  expect((await startEmbeddedPostgres(dir)).url).toBe(left.url);
});

test('a database that is killed is started again at the same address', async () => {
  const told: string[] = [];
  left.supervise((event) => told.push(event));
  const [pid] = (await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(() => told.at(-1), { timeout: 15_000 }).toBe('started');
  expect(told[0]).toBe('gone');
  expect(await findRunningPostgres(dir)).toBe(left.url);
});
