import { lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { createZip, extractZip, findFiles } from './archives.ts';

let root: string;
const at = (...parts: string[]) => path.join(root, ...parts);

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'runner-archives-'));
  await mkdir(at('work', 'out', 'deep'), { recursive: true });
  await writeFile(at('secret'), 'outside');
  await writeFile(at('work', 'out', 'a.txt'), 'alpha');
  await writeFile(at('work', 'out', 'deep', 'b.log'), 'beta');
  await symlink(at('secret'), at('work', 'out', 'link'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('patterns find files inside of the folder only', async () => {
  const find = (patterns: string[], excluded?: string[]) => findFiles(at('work'), patterns, excluded);
  expect(await find(['out/'])).toEqual(['out/a.txt', 'out/deep/b.log']);
  expect(await find(['out/**/*.log', './out/a.txt'])).toEqual(['out/a.txt', 'out/deep/b.log']);
  expect(await find(['out'], ['**/*.log'])).toEqual(['out/a.txt']);
  expect(await find(['../secret', 'out/link', at('secret'), 'missing'])).toEqual([]);
});

test('an archive is unpacked without what leads out of the folder', async () => {
  await createZip(at('work'), ['out/a.txt', 'out/deep/b.log'], at('good.zip'));
  await mkdir(at('new'));
  expect(await extractZip(at('good.zip'), at('new'))).toBe(2);
  expect(await readFile(at('new', 'out', 'deep', 'b.log'), 'utf8')).toBe('beta');
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('/etc/passwd'), 'pass', { mode: 0o120777 });
  zip.addBuffer(Buffer.from('x'), 'linked/x');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(at('bad.zip')));
  await symlink(root, at('new', 'linked'));
  expect(await extractZip(at('bad.zip'), at('new'))).toBe(0);
  await expect(lstat(at('new', 'pass'))).rejects.toThrow('ENOENT');
  await expect(lstat(at('x'))).rejects.toThrow('ENOENT');
});
