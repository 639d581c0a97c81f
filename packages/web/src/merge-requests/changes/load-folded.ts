import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { messageOf } from '../../lib/app-error.ts';
import type { DiffParams } from '../queries.ts';
import { fetchFoldedFile } from './fetch-folded-file.ts';
import type { DiffFileStore } from './model/diff-file-store.ts';
import { nextLoad } from './model/file-machines.ts';
import type { FileViews } from './model/file-views.ts';

type Of = { store: DiffFileStore; views: FileViews; params: DiffParams };

const running = new WeakMap<FileViews, Map<string, Promise<void>>>();

async function load(file: PageDiffFile, { store, views, params }: Of): Promise<void> {
  const hash = file.file_hash;
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

/**
 * Asks for the lines of a folded file, once at a time; who comes later waits for the same answer. What went wrong
 * stands where the lines would.
 */
export function loadFolded(file: PageDiffFile, of: Of): Promise<void> {
  const loads = running.get(of.views) ?? new Map<string, Promise<void>>();
  running.set(of.views, loads);
  const hash = file.file_hash;
  const started = loads.get(hash) ?? load(file, of).finally(() => loads.delete(hash));
  loads.set(hash, started);
  return started;
}
