import { expect, test } from 'vitest';
import { DiffFileStore } from './model/diff-file-store.ts';
import { FileViews } from './model/file-views.ts';
import { loadFoldedLines } from './use-changes.ts';

test('a folded file says that it is loaded while the script for it is, and where that fails', async () => {
  const file = { file_hash: 'abc' } as Parameters<typeof loadFoldedLines>[0];
  const views = new FileViews();
  const of = {
    store: new DiffFileStore(1, () => Promise.reject(new Error('not needed'))),
    views,
    params: { w: 0, view: 'inline' } as const,
  };
  const arrival = Promise.withResolvers<never>();
  const loading = loadFoldedLines(file, of, () => arrival.promise);
  expect(views.get('abc').load).toBe('loading');
  arrival.reject(new TypeError('Failed to fetch'));
  await loading;
  expect(views.get('abc')).toMatchObject({ load: 'errored', problem: 'Check your network and try again.' });
  // Trying again asks for the script again.
  await loadFoldedLines(file, of, async () => ({ loadFolded: async () => views.patch('abc', { load: 'idle' }) }));
  expect(views.get('abc')).toMatchObject({ load: 'idle', problem: null });
});
