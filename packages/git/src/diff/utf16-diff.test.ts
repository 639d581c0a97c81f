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

beforeAll(async () => {
  repository = await createTestRepository({
    commits: [
      { label: 'one', message: 'One', files: { text: utf16('one\n') } },
      {
        label: 'two',
        message: 'Two',
        files: { binary: Buffer.alloc(9), large: Buffer.alloc(1024 * 1024), text: utf16('two\n') },
      },
    ],
  });
  const { one = '', two = '' } = repository.shas;
  const files = await readDiff(repository.dir, { from: one, to: two });
  const named = (path: string) => files.find(({ newPath }) => newPath === path) as DiffFile;
  [binary, large, text] = [named('binary'), named('large'), named('text')];
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

test('what could not be compared as text stays what git takes it for', async () => {
  vi.stubEnv('TMPDIR', '/proc/nowhere');
  try {
    expect(await new Utf16Diffs(repository.dir).of(text)).toBe(text);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(await new Utf16Diffs(`${repository.dir}-gone`).of(text)).toBe(text);
});
