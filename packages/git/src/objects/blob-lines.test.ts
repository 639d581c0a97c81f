import { beforeAll, expect, test } from 'vitest';
import { createTestRepository, type TestRepository } from '../testing/index.ts';
import { readBlobLines } from './blob-lines.ts';
import { findEntry } from './read-tree.ts';

/** 7 MB in lines of many lengths, the last of them without a line feed. */
const LINES = Array.from({ length: 100_000 }, (_unused, at) => `${at} ${'é'.repeat(at % 67)}`);
const LIMITS = { startBytes: 1_000, lineBytes: 100_000, lines: 2_000 };

let repository: TestRepository;

beforeAll(async () => {
  const files = {
    unended: LINES.join('\n'),
    ended: `${LINES.join('\n')}\n`,
    empty: '',
    wide: 'x'.repeat(200_000),
    bare: '\n'.repeat(5_000),
  };
  repository = await createTestRepository({ commits: [{ label: 'one', message: 'One', files }] });
});

async function read(name: string, from: number, to: number) {
  const entry = await findEntry(repository.dir, 'refs/heads/main', name);
  const { lines, ...rest } = await readBlobLines(repository.dir, entry?.oid ?? '', { from, to }, LIMITS);
  return { ...rest, lines: lines.map((line) => line.toString('utf8')) };
}

test.each([
  ['at the beginning', 1, 3],
  ['in the midst', 54_321, 54_400],
  ['at the end', 99_990, 100_000],
  ['beyond the end', 99_999, 100_900],
  ['after all', 100_001, 100_002],
  ['of nothing', 1, 0],
])('lines %s', async (_name, from, to) => {
  for (const name of ['unended', 'ended']) {
    const { lines, lineCount } = await read(name, from, to);
    expect(lines).toEqual(LINES.slice(from - 1, to));
    expect(lineCount).toBe(LINES.length);
  }
});

test('the beginning is whole lines', async () => {
  const start = (await read('ended', 1, 0)).start.toString('utf8');
  expect(`${LINES.join('\n')}\n`.startsWith(start)).toBe(true);
  expect(start.endsWith('\n')).toBe(true);
  expect(start.length).toBeGreaterThan(500);
});

test('an empty file has no lines, and of what would not fit there are as many as do', async () => {
  expect(await read('empty', 1, 9)).toMatchObject({ lines: [], lineCount: 0 });
  expect(await read('wide', 1, 1)).toMatchObject({ lines: ['x'.repeat(100_000)], lineCount: 1 });
  const some = await read('ended', 1, 50_000);
  expect(some.lines).toEqual(LINES.slice(0, some.lines.length));
  expect(some.lines.length).toBeGreaterThan(1_000);
  expect(some.lineCount).toBe(LINES.length);
  expect((await read('wide', 2, 9)).lineCount).toBe(1);
  expect((await read('bare', 11, 2_011)).lines).toHaveLength(2_000);
  expect((await read('bare', 11, 2_010)).lines).toHaveLength(2_000);
  expect((await read('bare', 4_900, 9_000)).lines).toHaveLength(101);
});
