import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalStorage } from './local-storage.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tributary-storage-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('an object is there when it is whole, and what failed leaves nothing', async () => {
  const storage = createLocalStorage(root);
  await storage.put('a/b.bin', Buffer.from('whole'));
  expect((await storage.get('a/b.bin'))?.toString()).toBe('whole');
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('the reader went away');
    })(),
  );
  await expect(storage.put('a/c.bin', broken)).rejects.toThrow('the reader went away');
  expect(await storage.get('a/c.bin')).toBeUndefined();
  expect(await readdir(path.join(root, 'a'))).toEqual(['b.bin']);
  expect(await readdir(path.join(root, '.unfinished'))).toEqual([]);
});

test('what was left half written goes when it is old, and nothing that is being written', async () => {
  const storage = createLocalStorage(root);
  const now = Date.now();
  const leave = async (name: string, ageMs: number) => {
    const file = path.join(root, '.unfinished', name);
    await writeFile(file, 'half');
    await utimes(file, new Date(now - ageMs), new Date(now - ageMs));
  };
  await leave('old', 90_000_000);
  await leave('fresh', 1_000);
  expect(await storage.removeUnfinished(new Date(now - 86_400_000))).toBe(1);
  expect(await readdir(path.join(root, '.unfinished'))).toEqual(['fresh']);
  expect((await storage.get('a/b.bin'))?.toString()).toBe('whole');
  await rm(path.join(root, '.unfinished'), { recursive: true });
  expect(await storage.removeUnfinished(new Date(now))).toBe(0);
});

test('what stands below a folder is listed by its age, however deep', async () => {
  const storage = createLocalStorage(root);
  const then = new Date(Date.now() - 90_000_000);
  for (const name of ['files/1/old', 'files/groups/2/old', 'files/1/new', 'other/1/old']) {
    await storage.put(name, Buffer.from('bytes'));
    if (name.endsWith('old')) await utimes(path.join(root, name), then, then);
  }
  const listed = async (folder: string) => {
    const names: string[] = [];
    for await (const run of storage.listBefore(folder, new Date(Date.now() - 86_400_000))) names.push(...run);
    return names.toSorted();
  };
  expect(await listed('files')).toEqual(['files/1/old', 'files/groups/2/old']);
  expect(await listed('nothing')).toEqual([]);
});
