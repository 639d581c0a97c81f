import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { createZip, extractZip, findFiles, ZIP_LIMITS, type ZipLimits } from './archives.ts';

let root: string;
const at = (...parts: string[]) => path.join(root, ...parts);

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'runner-archives-'));
  await mkdir(at('work', 'out', 'deep'), { recursive: true });
  await writeFile(at('secret'), 'outside');
  await writeFile(at('work', 'out', 'a.txt'), 'alpha');
  await writeFile(at('work', 'out', 'deep', 'b.log'), 'beta');
  await symlink(at('secret'), at('work', 'out', 'link'));
  for (const folder of ['.git', path.join('sub', '.GIT', 'hooks')]) {
    await mkdir(at('work', folder), { recursive: true });
    await writeFile(at('work', folder, 'config'), 'mine');
  }
  await symlink(at('work', '.git', 'config'), at('work', 'alias'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('patterns find files inside of the folder only', async () => {
  const find = (patterns: string[], excluded?: string[]) => findFiles(at('work'), patterns, excluded);
  expect(await find(['out/'])).toEqual(['out/a.txt', 'out/deep/b.log']);
  expect(await find(['out/**/*.log', './out/a.txt'])).toEqual(['out/a.txt', 'out/deep/b.log']);
  expect(await find(['out'], ['**/*.log'])).toEqual(['out/a.txt']);
  const ofGit = ['.git', '.git/config', '.git/*', 'sub', '**/config', 'alias'];
  expect(await findFiles(at('work'), ofGit, [], ['.git/config'])).toEqual([]);
  expect(await find(['../secret', 'out/link', at('secret'), 'missing'])).toEqual([]);
});

test('an archive is unpacked without what leads out of the folder', async () => {
  await createZip(at('work'), ['out/a.txt', 'out/deep/b.log'], at('good.zip'));
  await mkdir(at('new'));
  expect(await extractZip(at('good.zip'), at('new'))).toBe(2);
  expect(await readFile(at('new', 'out', 'deep', 'b.log'), 'utf8')).toBe('beta');
  // A link to a folder, one to a file, one to nothing, and a file where a folder should be.
  await symlink(root, at('new', 'linked'));
  await symlink(at('secret'), at('new', 'taken'));
  await symlink(at('none'), at('new', 'dangling'));
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('/etc/passwd'), 'pass', { mode: 0o120777 });
  for (const name of [
    'linked/x',
    'linked/y/z',
    'out/a.txt/b',
    '.git/config',
    'sub/.Git/hooks/post-checkout',
    '.git./x',
  ])
    zip.addBuffer(Buffer.from('x'), name, { mode: 0o100755 });
  zip.addEmptyDirectory('linked/w/');
  zip.addEmptyDirectory('.git/hooks/');
  for (const name of ['taken', 'dangling', '.gitignore']) zip.addBuffer(Buffer.from('new'), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(at('bad.zip')));
  expect(await extractZip(at('bad.zip'), at('new'))).toBe(3);
  expect((await readdir(at('new'))).toSorted()).toEqual(['.gitignore', 'dangling', 'linked', 'out', 'taken']);
  expect(await readFile(at('new', 'taken'), 'utf8')).toBe('new');
  expect((await lstat(at('new', 'dangling'))).isFile()).toBe(true);
  expect(await readFile(at('secret'), 'utf8')).toBe('outside');
  expect((await readdir(root)).toSorted()).toEqual(['bad.zip', 'good.zip', 'new', 'secret', 'work']);
});

test('an archive that would fill the disk is refused before anything is written', async () => {
  const zip = new ZipFile();
  for (const name of ['one', 'two', 'three']) zip.addBuffer(Buffer.alloc(1_000_000), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(at('bomb.zip')));
  await mkdir(at('target'));
  const unpack = (limits: Partial<ZipLimits>) => extractZip(at('bomb.zip'), at('target'), { ...ZIP_LIMITS, ...limits });
  await expect(unpack({ totalBytes: 2_500_000 })).rejects.toThrow('larger than 2500000 bytes when unpacked');
  await expect(unpack({ entries: 2 })).rejects.toThrow('more than 2 files and folders');
  await expect(unpack({ ratioFromBytes: 2_000_000 })).rejects.toThrow('more than 200 times its size');
  expect(await readdir(at('target'))).toEqual([]);
  expect(await unpack({})).toBe(3);
});
