import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { createTestRepository, type TestRepository } from '../testing/index.ts';
import type { DiffFile } from './diff-file.ts';
import { readDiff } from './stream-diff.ts';
import { Utf16Diffs } from './utf16-diff.ts';

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

let repository: TestRepository;
let binary: DiffFile;
let large: DiffFile;
let text: DiffFile;
let long: DiffFile;

beforeAll(async () => {
  repository = await createTestRepository({
    commits: [
      { label: 'one', message: 'One', files: { text: utf16('one\n') } },
      {
        label: 'two',
        message: 'Two',
        files: {
          binary: Buffer.alloc(9),
          large: Buffer.alloc(1024 * 1024),
          long: utf16('x'.repeat(512 * 1024)),
          text: utf16('two\n'),
        },
      },
    ],
  });
  const { one = '', two = '' } = repository.shas;
  const files = await readDiff(repository.dir, { from: one, to: two });
  const named = (path: string) => files.find(({ newPath }) => newPath === path) as DiffFile;
  [binary, large, text, long] = [named('binary'), named('large'), named('text'), named('long')];
});
afterAll(closeGitPools);

test.each([
  ['files', 500, () => binary],
  ['bytes', 64, () => large],
])('no more %s of one comparison are looked at to find such texts', async (_name, most, other) => {
  const within = new Utf16Diffs(repository.dir);
  for (let count = 1; count < most; count += 1) expect(await within.of(other())).toBe(other());
  const shown = await within.of(text);
  expect(shown.patchBytes.toString('utf8')).toBe('@@ -1 +1 @@\n-one\n+two\n');
  const beyond = new Utf16Diffs(repository.dir);
  for (let count = 0; count < most; count += 1) await beyond.of(other());
  expect(await beyond.of(text)).toBe(text);
});

test('what is too large, or one too many, to be compared as text stays binary and says that it is text', async () => {
  const uncompared = { encoding: 'utf-16le', reason: 'too_large' };
  expect(await new Utf16Diffs(repository.dir).of(long)).toEqual({ ...long, uncompared });
  const files = new Utf16Diffs(repository.dir, { most: 1 });
  expect(await files.of(text)).toMatchObject({ isBinary: false });
  expect(await files.of(text)).toEqual({ ...text, uncompared: { ...uncompared, reason: 'too_many' } });
  expect(await files.of(binary)).toBe(binary);
  // To tell so takes a process each time, so there is an end to it.
  for (let count = 0; count < 20; count += 1) await files.of(binary);
  expect(await files.of(text)).toBe(text);
});

test('what could not be compared as text stays what git takes it for', async () => {
  vi.stubEnv('TMPDIR', '/proc/nowhere');
  try {
    expect(await new Utf16Diffs(repository.dir).of(text)).toBe(text);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(await new Utf16Diffs(`${repository.dir}-gone`).of(text)).toBe(text);
});
