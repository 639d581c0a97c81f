import { beforeAll, expect, test } from 'vitest';
import { findEntry } from '../objects/read-tree.ts';
import { createTestRepository, type TestRepository } from '../testing/index.ts';
import { readableRange, withReadableLines } from './file-encodings.ts';
import { readDiff } from './stream-diff.ts';

const HEAD = 'refs/heads/main';
/** `Привет` in Windows-1251: one word, by which alone nothing is known. */
const WORD = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
const line = (words: number) => Buffer.concat([...Array.from({ length: words }, () => WORD), Buffer.from('\n')]);
/** 5 MB. */
const LARGE = Buffer.concat([line(20), Buffer.alloc(5_000_000, `${'x'.repeat(99)}\n`), line(1)]);

let repository: TestRepository;

beforeAll(async () => {
  repository = await createTestRepository({
    commits: [
      { label: 'one', message: 'One', files: { large: LARGE, 'large.bin': Buffer.concat([Buffer.alloc(9), LARGE]) } },
      { label: 'two', message: 'Two', files: { large: Buffer.concat([LARGE, line(2)]) } },
    ],
  });
});

async function range(path: string, from: number, to: number) {
  const entry = await findEntry(repository.dir, HEAD, path);
  return readableRange(repository.dir, { commit: HEAD, path, oid: entry?.oid ?? '' }, { from, to });
}

test('lines of a large file are read in what the file is written in, as its changes are', async () => {
  expect(await range('large', 50_002, 50_003)).toEqual({ lines: ['Привет', 'ПриветПривет'], lineCount: 50_003 });
  const { one = '', two = '' } = repository.shas;
  const [changed] = await readDiff(repository.dir, { from: one, to: two });
  const shown = changed && (await withReadableLines(repository.dir, two, changed));
  expect(shown?.patchBytes.toString('utf8')).toContain('\n Привет\n+ПриветПривет\n');
});

test('what is no text has no lines, whatever its size', async () => {
  expect(await range('large.bin', 2, 3)).toBeUndefined();
});
