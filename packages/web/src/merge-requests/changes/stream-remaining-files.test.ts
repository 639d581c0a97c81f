import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test, vi } from 'vitest';
import { api } from '../../lib/http.ts';
import { streamRemainingFiles } from './stream-remaining-files.ts';
import { DiffFileStore } from './model/diff-file-store.ts';

const addresses = { metadataPath: '/names', batchPath: '/batch', batchesPath: '/batches' };

test('of files with others between them that are not shown those are asked for that are', async () => {
  vi.stubGlobal('document', { hidden: true });
  const shown = [700, 3, 12].map((index) => ({ index }) as DiffFileSummary);
  const fileOf = (index: number) => ({ index, moves: [] });
  const raw = vi
    .spyOn(api, 'raw')
    .mockResolvedValue(new Response(`${JSON.stringify({ diff_files: [3, 12].map(fileOf) })}\n`));
  const store = new DiffFileStore(1_000, async () => ({ diff_files: [], pagination: { total_pages: 1_000 } }));
  store.put(700, fileOf(700) as never);
  await streamRemainingFiles(store, shown, addresses as never, { w: 0, start_sha: 'abc' }, true);
  const [[method, address, options] = []] = raw.mock.calls;
  expect([method, address]).toEqual(['GET', '/batches']);
  expect(options?.query).toMatchObject({ start_sha: 'abc', page: 1, files: 2, only: '700,3,12' });
  expect(shown.map(({ index }) => store.get(index).state)).toEqual(['loaded', 'loaded', 'loaded']);
});

test('where nothing is hidden a place and a number say it', async () => {
  vi.stubGlobal('document', { hidden: true });
  const files = [0, 1, 2].map((index) => ({ index }) as DiffFileSummary);
  const raw = vi
    .spyOn(api, 'raw')
    .mockReset()
    .mockResolvedValue(new Response(`${JSON.stringify({ diff_files: [] })}\n`));
  const store = new DiffFileStore(3, async () => ({ diff_files: [], pagination: { total_pages: 3 } }));
  await streamRemainingFiles(store, files, addresses as never, { w: 0 }, false);
  const [[, , options] = []] = raw.mock.calls;
  expect(options?.query).toMatchObject({ page: 0, files: 3 });
  expect(options?.query).not.toHaveProperty('only');
});
