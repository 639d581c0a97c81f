import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { messageOf } from '../../lib/app-error.ts';
import { type DiffParams, fetchFoldedFile } from '../queries.ts';
import type { DiffFileStore } from './model/diff-file-store.ts';
import { nextLoad } from './model/file-machines.ts';
import type { FileViews } from './model/file-views.ts';

/** Asks for the lines of a folded file, once at a time. What went wrong stands where the lines would. */
export async function loadFolded(
  file: PageDiffFile,
  of: { store: DiffFileStore; views: FileViews; params: DiffParams },
): Promise<void> {
  const { store, views, params } = of;
  const hash = file.file_hash;
  if (views.get(hash).load === 'loading') return;
  const step = (event: 'start' | 'error' | 'success', problem: string | null) =>
    views.patch(hash, { load: nextLoad(views.get(hash).load, event), problem });
  step('start', null);
  try {
    const loaded = await fetchFoldedFile(file, params);
    store.put(file.index, { ...loaded, index: file.index, collapsed: false });
    step('success', null);
  } catch (error) {
    step('error', messageOf(error));
  }
}
