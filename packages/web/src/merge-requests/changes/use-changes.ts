import type { DiffFileSummary, DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses, MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { patchSearch, usePageUrl } from '../../app/navigation.tsx';
import { toast } from '../../ui/toast.tsx';
import { comparisonOf, type DiffParams, type DiffRange, fetchDiffBatch } from '../queries.ts';
import { linesHash } from '../../ui/diff/diff-hash.ts';
import type { Changes } from './changes-context.ts';
import { firstLines } from './first-lines.ts';
import type { LineComments } from '../../discussions/lines/line-comments.ts';
import type { loadFolded as LoadFolded } from './load-folded.ts';
import { DiffFileStore } from './model/diff-file-store.ts';
import { buildFileTree, filesInTreeOrder } from './model/file-tree.ts';
import { moveKey } from './model/fold-moves.ts';
import { FileViews } from './model/file-views.ts';
import { Signal } from '../../lib/signal.ts';
import { changesSlots, NO_SLOTS } from './slots.ts';
import type { ViewSettings } from './use-view-settings.ts';

/** Loaded when the files on the screen are there, or with the first use. */
export const wayToLines = () => import('./way-to-lines.ts');

/** It could not be had. */
export function showNavigationFailed(): void {
  toast({ text: 'Could not jump to that line. Check your network connection and try again.', tone: 'failed' });
}

/** Files eagerly loaded beyond the screen, so that the browser's own find sees a usual merge request whole. */
export const EAGER_FILES = 100;

/** What folds there would move what is being read. */
function isInSightOrAbove(fileHash: string): boolean {
  const card = document.getElementById(`diff-content-${fileHash}`);
  return card !== null && card.getBoundingClientRect().top < window.innerHeight;
}

/** The first files are on the screen before others are asked for: all of them at once, and one by one what did not come. */
async function loadAhead(
  store: DiffFileStore,
  files: readonly DiffFileSummary[],
  signal: AbortSignal,
  follow: (files: readonly DiffFileSummary[]) => Promise<void>,
): Promise<void> {
  for (const file of files) {
    if (signal.aborted) return;
    await store.preload(file.index);
    if (file !== files[0]) continue;
    await firstLines;
    void wayToLines().catch(() => undefined);
    if (!signal.aborted) await follow(files).catch(() => undefined);
  }
}

export type ChangesInput = {
  mergeRequest: MergeRequestShowPageData | null;
  addresses: DiffsAddresses;
  range: DiffRange;
  settings: ViewSettings;
  metadata: DiffsMetadata;
  comments: LineComments;
};

/**
 * The comparison by the version that is shown: what is asked for later must not come from one that arrived since. Of a
 * commit the address may name no more than the beginning of its id.
 */
function usePinned(range: DiffRange, metadata: DiffsMetadata, isProposed: boolean): DiffRange {
  const { merge_request_diff: shown, diff_refs: refs, commit } = metadata;
  const version = shown?.id;
  const commitId = commit?.id;
  const isMoving = !isProposed || range.diff_head !== undefined || range.only_context_commits !== undefined;
  const compared = isMoving ? `${refs.base_sha}..${refs.head_sha}` : undefined;
  return useMemo(
    () => ({
      ...range,
      ...(version !== undefined && { diff_id: String(version) }),
      commit_id: commitId,
      compared,
    }),
    [range, version, commitId, compared],
  );
}

/**
 * Lines and view state of one comparison; made again for another one, and not for another way to show it. Without white
 * space the lines are others and the files the same: what the reader did with them is taken over.
 */
function useCore(of: ChangesInput, range: DiffRange, files: readonly DiffFileSummary[]) {
  const { addresses, metadata, settings } = of;
  const count = metadata.size;
  const { isFileByFile } = settings;
  const comparison = comparisonOf(range);
  const [last] = useState(() => new Signal<{ comparison: string; views: FileViews } | null>(null));
  const core = useMemo(() => {
    const before = last.get();
    const views = new FileViews(before?.comparison === comparison ? before.views : undefined);
    return {
      store: new DiffFileStore(
        count,
        // The lines are the same for both views; two sides are made of them here.
        (batch, signal) => fetchDiffBatch(addresses, { ...range, view: 'inline' }, batch, signal),
        {
          onLateMoves: ({ file_hash: hash }, moves) => {
            if (isInSightOrAbove(hash)) for (const move of moves) views.showMove(hash, moveKey(move), true);
          },
        },
      ),
      views,
      current: new Signal<string | null>(null),
      revealed: new Signal(-1),
    };
  }, [count, addresses, range, comparison, last]);
  useLayoutEffect(() => core.store.setPageSize(isFileByFile ? 1 : undefined, files), [core, isFileByFile, files]);
  useLayoutEffect(() => last.set({ comparison, views: core.views }), [comparison, core, last]);
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (wanted: readonly DiffFileSummary[]) =>
      (await import('./stream-remaining-files.ts')).streamRemainingFiles(
        core.store,
        wanted,
        addresses,
        range,
        files.length < count,
      );
    if (!isFileByFile) void loadAhead(core.store, files.slice(0, EAGER_FILES), stop.signal, follow);
    return () => stop.abort();
  }, [core, files, isFileByFile, addresses, range, count]);
  useEffect(() => () => core.store.dispose(), [core]);
  return core;
}

/** Says at once that the lines are being loaded, and when even the script for it cannot be. */
export function loadFoldedLines(
  file: PageDiffFile,
  of: { store: DiffFileStore; views: FileViews; params: DiffParams },
  script: () => Promise<{ loadFolded: typeof LoadFolded }> = () => import('./load-folded.ts'),
): Promise<void> {
  const { views } = of;
  views.patch(file.file_hash, { load: 'loading', problem: null });
  return script().then(
    ({ loadFolded }) => loadFolded(file, of),
    () => views.patch(file.file_hash, { load: 'errored', problem: 'Check your network and try again.' }),
  );
}

/** All that the parts of the view share. */
export function useChangesOf(of: ChangesInput): Changes {
  const { mergeRequest, addresses, settings, metadata, comments } = of;
  const range = usePinned(of.range, metadata, mergeRequest !== null);
  const { renameSearch, renameHash } = usePageUrl();
  const view = settings.hasRoomForTwo ? settings.view : 'inline';
  const tree = useMemo(() => buildFileTree(metadata.diff_files), [metadata.diff_files]);
  const files = useMemo(() => filesInTreeOrder(tree), [tree]);
  const core = useCore(of, range, files);
  // Whatever lines are shown: what the address names is gone to once, not again for each way to show it.
  const [named] = useState(() => new Signal(''));
  const params = useMemo<DiffParams>(() => ({ ...range, view }), [range, view]);
  return useMemo(() => {
    const { store, views, current } = core;
    const goTo: Changes['goTo'] = (target) => {
      const hash = target.hash ?? target.elementId ?? `diff-content-${target.fileHash}`;
      named.set(hash);
      if (settings.isFileByFile) renameSearch({ file: target.fileHash }, { replace: true });
      renameHash(hash);
      current.set(target.fileHash);
      return wayToLines().then(
        ({ bringIntoView }) => bringIntoView(target, shared),
        () => {
          // The address names it already: so it can be gone to once more.
          named.set('');
          showNavigationFailed();
          return false;
        },
      );
    };
    const nameLines: Changes['nameLines'] = (fileHash, lines) => {
      const hash = linesHash(lines.from, lines.to);
      named.set(hash);
      views.select(fileHash, lines);
      renameHash(hash);
    };
    const addressOf: Changes['addressOf'] = (hash) => {
      const { diff_id: version, commit_id: commit, compared } = params;
      // A commit stays what it is; what moves with the branches is not one version.
      const pin = version && !(commit ?? compared) ? { diff_id: version } : {};
      return `${patchSearch(window.location.search, pin)}#${hash}`;
    };
    const step: Changes['step'] = async (by) => {
      const at = files.findIndex((file) => file.file_hash === current.get());
      const next = files[at + by];
      if (next) await goTo({ fileHash: next.file_hash, focus: true });
    };
    const shared: Changes = {
      ...core,
      named,
      mergeRequest,
      addresses,
      params,
      settings,
      metadata,
      files,
      tree,
      comments,
      slots: mergeRequest ? changesSlots : NO_SLOTS,
      loadFolded: (file) => loadFoldedLines(file, { store, views, params }),
      goTo,
      nameLines,
      addressOf,
      step,
    };
    return shared;
  }, [
    core,
    named,
    mergeRequest,
    addresses,
    params,
    settings,
    metadata,
    files,
    tree,
    comments,
    renameSearch,
    renameHash,
  ]);
}
