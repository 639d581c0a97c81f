import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitsOnTop } from '../objects/ancestry.ts';
import { runGit } from '../process/run-git.ts';
import { keepMergeRequestHead } from '../refs/internal-refs.ts';
import { readRef } from '../refs/read-ref.ts';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import { looseSizes } from './loose-sizes.ts';

let repository: TestRepository;
const shas: string[] = [];

beforeAll(async () => {
  repository = await createTestRepository({ files: { 'a.txt': 'one\n' } });
  const tree = (await runGit(repository.dir, ['rev-parse', 'refs/heads/main^{tree}'])).toString().trim();
  shas.push(repository.sha('initial'));
  for (let count = 0; count < 3; count += 1) shas.push(await commit(tree, [shas.at(-1) ?? '']));
  shas.push(await commit(tree, [shas[3] ?? '', shas[0] ?? '']));
});

afterAll(() => repository.remove());

async function commit(tree: string, parents: readonly string[]): Promise<string> {
  const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`)];
  const who = `A <a@example.org> ${shas.length} +0000`;
  const stdin = `${lines.join('\n')}\nauthor ${who}\ncommitter ${who}\n\nCommit ${shas.length}\n`;
  const oid = await runGit(repository.dir, ['hash-object', '-t', 'commit', '-w', '--stdin'], { stdin });
  return oid.toString().trim();
}

describe('looseSizes', () => {
  it('tells types and sizes like git, also of what packs well', async () => {
    const folder = join(repository.dir, 'quarantine');
    await mkdir(folder);
    const env = { GIT_OBJECT_DIRECTORY: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repository.dir, 'objects') };
    for (const stdin of ['', 'short\n', Buffer.alloc(3_000_000)])
      await runGit(repository.dir, ['hash-object', '-w', '--stdin'], { stdin, env });
    await runGit(repository.dir, ['mktree'], { stdin: '', env });
    const args = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype) %(objectsize)'];
    const alone = { ...env, GIT_ALTERNATE_OBJECT_DIRECTORIES: '' };
    const told = (await runGit(repository.dir, args, { env: alone })).toString().trim().split('\n');
    const read = await looseSizes(folder);
    expect(told.length).toBe(4);
    expect(read?.map(({ oid, type, size }) => `${oid} ${type} ${size}`).toSorted()).toEqual(told.toSorted());
  });

  it('leaves packs, non-members and what is missing to git', async () => {
    await runGit(repository.dir, ['repack', '-adq', '--keep-unreachable']);
    expect(await looseSizes(join(repository.dir, 'objects'))).toBeUndefined();
    expect(await looseSizes(join(repository.dir, 'nowhere'))).toBeUndefined();
    await writeFile(join(repository.dir, 'objects', 'stranger'), 'x');
    expect(await looseSizes(join(repository.dir, 'objects'))).toBeUndefined();
  });
});

describe('commitsOnTop', () => {
  it('lists a straight line, newest first, without a process', async () => {
    const [first = '', second = '', third = '', fourth = ''] = shas;
    const found = await commitsOnTop(repository.dir, first, fourth);
    expect(found?.map(({ sha }) => sha)).toEqual([fourth, third, second]);
    expect(await commitsOnTop(repository.dir, fourth, fourth)).toEqual([]);
  });

  it('gives up at merges, roots, backwards and beyond its limit', async () => {
    const [first = '', , third = '', fourth = '', merge = ''] = shas;
    expect(await commitsOnTop(repository.dir, first, merge)).toBeUndefined();
    expect(await commitsOnTop(repository.dir, fourth, third)).toBeUndefined();
    expect(await commitsOnTop(repository.dir, first, fourth, 2)).toBeUndefined();
    expect(await commitsOnTop(repository.dir, first, '1'.repeat(40))).toBeUndefined();
  });
});

describe('keepMergeRequestHead', () => {
  it('writes the head and what is kept together, and may be repeated with another head', async () => {
    const [first = '', second = '', third = ''] = shas;
    await keepMergeRequestHead(repository.dir, 7, second, [first, second]);
    await keepMergeRequestHead(repository.dir, 7, third, [first, third, third]);
    expect(await readRef(repository.dir, 'refs/merge-requests/7/head')).toBe(third);
    for (const sha of [first, second, third])
      expect(await readRef(repository.dir, `refs/keep-around/${sha}`)).toBe(sha);
  });
});
