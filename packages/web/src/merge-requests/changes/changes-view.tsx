import type { DiffFileSummary, DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses } from '@tributary/contract/merge-requests/page.ts';
import { useQuery } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { type DiffParams, diffsMetadata, fetchDiffBatch, isReady } from '../queries.ts';
import { ChangesToolbar } from './changes-toolbar.tsx';
import { DiffFileCard, type LineComments } from './diff-file-card.tsx';
import { FileTree } from './file-tree.tsx';
import { DiffFileStore } from './model/diff-file-store.ts';
import { buildFileTree, filesInTreeOrder } from './model/file-tree.ts';

export type ChangesViewProps = {
  addresses: DiffsAddresses;
  params: DiffParams;
  comments: LineComments;
  onView: (view: DiffParams['view']) => void;
  onWhitespace: (isShown: boolean) => void;
};

/** Files eagerly loaded beyond the screen, so that the browser's own find sees a usual merge request whole. */
const EAGER_FILES = 100;

function useFileStore(count: number, addresses: DiffsAddresses, params: DiffParams): DiffFileStore {
  const store = useMemo(
    () =>
      new DiffFileStore(count, (start, size, signal) =>
        fetchDiffBatch(addresses, params, { start, count: size }, signal),
      ),
    [count, addresses, params],
  );
  useEffect(() => {
    const stop = new AbortController();
    const loadAhead = async () => {
      for (let index = 0; index < Math.min(count, EAGER_FILES); index++) {
        if (stop.signal.aborted) return;
        await store.ensure(index);
      }
    };
    void loadAhead();
    return () => {
      stop.abort();
      store.dispose();
    };
  }, [store, count]);
  return store;
}

/** Keeps the tree's mark on the file being read. */
function useCurrentFile(files: readonly DiffFileSummary[]): [string | null, (hash: string) => void] {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const top = entries.find((entry) => entry.isIntersecting);
        if (top) setCurrent(top.target.id.replace('diff-content-', ''));
      },
      { rootMargin: '-100px 0px -70% 0px' },
    );
    for (const file of files) {
      const element = document.getElementById(`diff-content-${file.file_hash}`);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [files]);
  return [current, setCurrent];
}

function goTo(file: DiffFileSummary): void {
  const element = document.getElementById(`diff-content-${file.file_hash}`);
  element?.scrollIntoView({ block: 'start' });
  window.history.replaceState(window.history.state, '', `#diff-content-${file.file_hash}`);
}

/** A link to a file or a line works also when the file was not loaded when the page opened. */
function useHashTarget(files: readonly DiffFileSummary[], store: DiffFileStore): void {
  useEffect(() => {
    const hash = window.location.hash.slice(1);
    const fileHash = hash.replace('diff-content-', '').split('_')[0] ?? '';
    const file = files.find((each) => each.file_hash === fileHash);
    if (!file) return;
    const show = () => {
      const target = document.getElementById(hash) ?? document.getElementById(`diff-content-${fileHash}`);
      target?.scrollIntoView({ block: 'start' });
    };
    const loadAndShow = async () => {
      await store.ensure(file.index);
      requestAnimationFrame(show);
    };
    void loadAndShow();
  }, [files, store]);
}

function ReadyChanges(props: ChangesViewProps & { metadata: DiffsMetadata }) {
  const { metadata, addresses, params, comments, onView, onWhitespace } = props;
  const files = useMemo(() => filesInTreeOrder(buildFileTree(metadata.diff_files)), [metadata.diff_files]);
  const store = useFileStore(metadata.diff_files.length, addresses, params);
  const isWide = useMediaQuery('(min-width: 900px)');
  const [isTreeWanted, setTreeWanted] = useStored('mr_show_tree', true, parseBoolean);
  const [current, setCurrent] = useCurrentFile(files);
  useHashTarget(files, store);
  const pick = useCallback(
    (file: DiffFileSummary) => {
      setCurrent(file.file_hash);
      goTo(file);
    },
    [setCurrent],
  );
  const step = (by: number) => {
    const at = files.findIndex((file) => file.file_hash === current);
    const next = files[at + by];
    if (next) pick(next);
  };
  useHotkeys([
    { id: 'diff.next-file', keys: [']', 'j'], label: 'Next file', group: 'Changes', run: () => step(1) },
    { id: 'diff.previous-file', keys: ['[', 'k'], label: 'Previous file', group: 'Changes', run: () => step(-1) },
    {
      id: 'diff.file-tree',
      keys: 'shift+f',
      label: 'Show or hide the file tree',
      group: 'Changes',
      run: () => setTreeWanted(!isTreeWanted),
    },
    {
      id: 'diff.view',
      keys: 'shift+d',
      label: 'Inline or side by side',
      group: 'Changes',
      run: () => onView(params.view === 'inline' ? 'parallel' : 'inline'),
    },
  ]);
  const isTreeShown = isWide && isTreeWanted;
  return (
    <>
      <ChangesToolbar
        {...{ metadata, params, onView, onWhitespace, isTreeShown }}
        onTree={() => setTreeWanted(!isTreeWanted)}
      />
      {metadata.render_overflow_warning && (
        <Banner tone="info">
          This merge request is large: files beyond the first ones are folded and open one by one.
        </Banner>
      )}
      {files.length === 0 ? (
        <EmptyState icon={FileCheck2} title="No changes" text="Both branches have the same files." />
      ) : (
        <div className={isTreeShown ? 'grid grid-cols-[minmax(240px,300px)_minmax(0,1fr)] gap-4' : ''}>
          {isTreeShown && (
            <div className="sticky top-(--sticky-top,var(--bar)) h-[calc(100vh-var(--sticky-top,var(--bar))-8px)] pt-3">
              <FileTree files={metadata.diff_files} current={current} threadsOf={comments.countOf} onPick={pick} />
            </div>
          )}
          <div className="min-w-0 pt-3">
            {files.map((summary) => (
              <DiffFileCard key={summary.file_hash} {...{ summary, store, params, addresses, comments }} />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** The changed files of one comparison, with their tree. */
export function ChangesView(props: ChangesViewProps) {
  const { data, error, refetch, isPending } = useQuery(diffsMetadata(props.addresses, props.params));
  if (error) {
    return <ErrorState title="Unable to load the diff" text={messageOf(error)} onRetry={() => void refetch()} />;
  }
  if (isReady(data)) return <ReadyChanges {...props} metadata={data} />;
  return (
    <div className="flex flex-col gap-3 pt-3">
      {!isPending && (
        <Banner tone="warning">Building your merge request… This page will update when the build is complete.</Banner>
      )}
      <SkeletonRows rows={6} label="Loading the changed files" />
    </div>
  );
}
