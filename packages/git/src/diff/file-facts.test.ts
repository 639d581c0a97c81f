import { afterAll, expect, test, vi } from 'vitest';
import { closeGitPools, sharedCatFiles } from '../process/cat-file-pool.ts';
import { gitSpawnCount } from '../process/run-git.ts';
import { createTestRepository } from '../testing/index.ts';
import { buildDiffIndex } from './build-index.ts';

afterAll(closeGitPools);

test('a large file that has another name only is not read whole to tell what it is', async () => {
  const size = 5 * 1024 * 1024;
  const kinds = { text: Buffer.alloc(size, 'line\n'), binary: Buffer.alloc(size), small: Buffer.from('\0small') };
  const renamed = Object.entries(kinds).flatMap(([name, content]) => [
    [name, null],
    [`new/${name}`, content],
  ]);
  const repository = await createTestRepository({
    commits: [
      { label: 'one', message: 'One', files: kinds },
      { label: 'two', message: 'Two', files: Object.fromEntries(renamed) },
    ],
  });
  const contents = vi.spyOn(sharedCatFiles(), 'contents');
  const before = gitSpawnCount();
  const { index } = await buildDiffIndex(repository.dir, {
    base: repository.shas['one'] ?? '',
    head: repository.shas['two'] ?? '',
  });
  expect(index.files.map(({ newPath, status, isBinary }) => [newPath, status, isBinary])).toEqual([
    ['new/binary', 'renamed', true],
    ['new/small', 'renamed', true],
    ['new/text', 'renamed', false],
  ]);
  const asked = contents.mock.calls.map(([, oid]) => oid);
  expect(asked).toEqual([index.files[1]?.newOid]);
  // The comparison, the shared reader, and one for each large file.
  expect(gitSpawnCount() - before).toBeLessThanOrEqual(4);
});
