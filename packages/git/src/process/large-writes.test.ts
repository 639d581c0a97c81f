import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import { canWriteLarge, withLargeWrites } from './large-writes.ts';
import { streamGit } from './run-git.ts';

let repository: TestRepository;
const LINES = Array.from({ length: 60_000 }, (_unused, at) => `line ${at}`).join('\n');

beforeAll(async () => {
  repository = await createTestRepository({ files: { 'long.txt': LINES } });
});

afterAll(async () => {
  await repository.remove();
});

const hasStdbuf = spawnSync('stdbuf', ['-o64K', 'true']).status === 0;

async function read(largeOutput: boolean) {
  const stream = streamGit(repository.dir, ['diff-tree', '--root', '-p'], {
    revs: [repository.sha('initial')],
    largeOutput,
  });
  stream.stdin.end();
  const pieces: Buffer[] = [];
  for await (const piece of stream.stdout) if (Buffer.isBuffer(piece)) pieces.push(piece);
  await stream.finished;
  return Buffer.concat(pieces).toString();
}

it('finds out by itself whether writes can be made larger', async () => {
  expect(await canWriteLarge()).toBe(hasStdbuf);
  const plain = { command: 'git', argv: ['--version'] };
  const expected = hasStdbuf ? { command: 'stdbuf', argv: ['-o64K', 'git', '--version'] } : plain;
  expect(withLargeWrites('git', ['--version'])).toEqual(expected);
});

it('gives the same bytes', async () => {
  await canWriteLarge();
  const [small, large] = [await read(false), await read(true)];
  expect(large).toBe(small);
  expect(large).toContain('+line 59999');
});

it('ends with its reader, as any other', async () => {
  await canWriteLarge();
  const stream = streamGit(repository.dir, ['diff-tree', '--root', '-p'], {
    revs: [repository.sha('initial')],
    largeOutput: true,
  });
  stream.stdin.end();
  for await (const _piece of stream.stdout) break;
  await expect(stream.finished).rejects.toMatchObject({ kind: 'aborted' });
});
