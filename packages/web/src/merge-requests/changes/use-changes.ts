import type { DiffFileSummary, DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses, MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useEffect, useMemo } from 'react';
import { type DiffParams, fetchDiffBatch } from '../queries.ts';
import type { Changes, DiffTarget } from './changes-context.ts';
import type { LineComments } from './line-comments.ts';
import { loadFolded } from './load-folded.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { buildFileTree, filesInTreeOrder } from './model/file-tree.ts';
import { FileViews } from './model/file-views.ts';
import { scrollToElement } from './scroll-to-element.ts';
import { changesSlots, NO_SLOTS } from './slots.ts';

/** Files eagerly loaded beyond the screen, so that the browser's own find sees a usual merge request whole. */
const EAGER_FILES = 100;

/** The files as the reader meets them, each loaded before the next. */
async function loadAhead(store: DiffFileStore, files: readonly DiffFileSummary[], signal: AbortSignal): Promise<void> {
  for (const file of files.slice(0, EAGER_FILES)) {
    if (signal.aborted) return;
    await store.ensure(file.index);
  }
}

async function bringIntoView(target: DiffTarget, of: Omit<Changes, 'goTo'>): Promise<void> {
  const { store, views, files } = of;
  const file = files.find((each) => each.file_hash === target.fileHash);
  if (!file) return;
  const cardId = `diff-content-${file.file_hash}`;
  const id = target.elementId ?? cardId;
  window.history.replaceState(window.history.state, '', `#${id}`);
  if (id !== cardId) views.fold(file.file_hash, 'open');
  // The card first, so that what it loads is seen to be for it.
  await scrollToElement(cardId);
  const loaded = await store.settled(file.index);
  if (loaded.state === 'loaded' && id !== cardId && loaded.file.highlighted_diff_lines.length === 0) {
    await of.loadFolded(loaded.file);
  }
  await scrollToElement(id, { focus: target.focus === true });
}

/** All that the parts of the view share, made anew for another comparison. */
export function useChangesOf(of: {
  mergeRequest: MergeRequestShowPageData | null;
  addresses: DiffsAddresses;
  params: DiffParams;
  metadata: DiffsMetadata;
  comments: LineComments;
}): Changes {
  const { mergeRequest, addresses, params, metadata, comments } = of;
  const files = useMemo(() => filesInTreeOrder(buildFileTree(metadata.diff_files)), [metadata.diff_files]);
  const count = metadata.diff_files.length;
  const core = useMemo(() => {
    const store = new DiffFileStore(count, (start, size, signal) =>
      fetchDiffBatch(addresses, params, { start, count: size }, signal),
    );
    return { store, views: new FileViews() };
  }, [count, addresses, params]);
  useEffect(() => {
    const stop = new AbortController();
    void loadAhead(core.store, files, stop.signal);
    return () => {
      stop.abort();
      core.store.dispose();
    };
  }, [core, files]);
  return useMemo(() => {
    const slots = mergeRequest ? changesSlots : NO_SLOTS;
    const shared: Omit<Changes, 'goTo'> = {
      mergeRequest,
      addresses,
      params,
      metadata,
      files,
      comments,
      slots,
      ...core,
      loadFolded: (file) => loadFolded(file, { ...core, params }),
    };
    return { ...shared, goTo: (target) => bringIntoView(target, shared) };
  }, [core, mergeRequest, addresses, params, metadata, files, comments]);
}
