import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { createTestRepository, type TestRepository } from '../testing/index.ts';
import { readPatchId } from './patch-id.ts';

const lines = (count: number) => Array.from({ length: count }, (_unused, at) => `line ${at}\n`).join('');
const binary = (fill: number) => Buffer.from([0, 1, fill]);

let repository: TestRepository;

beforeAll(async () => {
  const before = { 'a.txt': lines(40), 'b.txt': 'b\n', 'c.bin': binary(1) };
  repository = await createTestRepository({
    commits: [
      { label: 'base', message: 'Base', files: before },
      {
        label: 'changed',
        message: 'Changed',
        files: { 'a.txt': lines(40).replace('line 20', 'LINE 20'), 'b.txt': 'c\n' },
      },
      {
        label: 'moved',
        message: 'Moved base',
        branch: 'other',
        parents: ['base'],
        files: { 'a.txt': `first\n${lines(40)}` },
      },
      { label: 'again', message: 'Again', branch: 'other', files: { 'a.txt': `first\n${lines(40).replace('line 20', 'LINE 20')}`, 'b.txt': 'c\n' } }, // prettier-ignore
      { label: 'bytes', message: 'Bytes', branch: 'bytes', parents: ['base'], files: { 'c.bin': binary(2) } },
      { label: 'others', message: 'Others', branch: 'others', parents: ['base'], files: { 'c.bin': binary(3) } },
    ],
  });
});

const between = (from: string, to: string) =>
  readPatchId(repository.dir, { from: repository.shas[from] ?? '', to: repository.shas[to] ?? '' });

test('a change has the name that git gives it, wherever its lines stand', async () => {
  const { base = '', changed = '' } = repository.shas;
  const patch = execFileSync('git', ['-C', repository.dir, 'diff', '--full-index', base, changed]);
  const named = execFileSync('git', ['patch-id', '--stable'], { input: patch }).toString('latin1');
  expect(await between('base', 'changed')).toBe(named.slice(0, 40));
  expect(await between('moved', 'again')).toBe(named.slice(0, 40));
  expect(await between('base', 'again')).not.toBe(named.slice(0, 40));
});

test('files without lines are told apart, and nothing has no name', async () => {
  const [one, other] = [await between('base', 'bytes'), await between('base', 'others')];
  expect(one).toMatch(/^[0-9a-f]{40}$/);
  expect(other).not.toBe(one);
  expect(await between('base', 'base')).toBeNull();
});
