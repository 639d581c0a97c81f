import type { DiffFileSummary, DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses, MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useQuery } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { type DiffParams, diffsMetadata, isReady } from '../queries.ts';
import { type Changes, ChangesProvider } from './changes-context.ts';
import { ChangesToolbar } from './changes-toolbar.tsx';
import { DiffFileCard } from './diff-file-card.tsx';
import { FileTree } from './file-tree.tsx';
import type { LineComments } from './line-comments.ts';
import { useChangesOf } from './use-changes.ts';

export type ChangesViewProps = {
  /** Null for changes that are not proposed yet. */
  mergeRequest: MergeRequestShowPageData | null;
  addresses: DiffsAddresses;
  params: DiffParams;
  comments: LineComments;
  onView: (view: DiffParams['view']) => void;
  onWhitespace: (isShown: boolean) => void;
};

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

function useHashTarget({ files, goTo }: Changes): void {
  useEffect(() => {
    const hash = window.location.hash.slice(1);
    const fileHash = hash.replace('diff-content-', '').split('_')[0] ?? '';
    if (!files.some((each) => each.file_hash === fileHash)) return;
    void goTo({ fileHash, ...(hash.includes('_') && { elementId: hash }) });
    // The address is followed once for each comparison.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [files]);
}

function Providers({ of, children }: { of: Changes['slots']['providers']; children: ReactNode }) {
  return of.reduceRight<ReactNode>((inner, Provider) => <Provider>{inner}</Provider>, children);
}

function useFileKeys({ files }: Changes, current: string | null, pick: (file: DiffFileSummary) => void) {
  const step = (by: number) => {
    const next = files[files.findIndex((file) => file.file_hash === current) + by];
    if (next) pick(next);
  };
  useHotkeys([
    { id: 'diff.next-file', keys: [']', 'j'], label: 'Next file', group: 'Changes', run: () => step(1) },
    { id: 'diff.previous-file', keys: ['[', 'k'], label: 'Previous file', group: 'Changes', run: () => step(-1) },
  ]);
}

function ReadyChanges(props: ChangesViewProps & { metadata: DiffsMetadata }) {
  const { metadata, params, comments, onView, onWhitespace } = props;
  const changes = useChangesOf(props);
  const { files, goTo, slots } = changes;
  const isWide = useMediaQuery('(min-width: 900px)');
  const [isTreeWanted, setTreeWanted] = useStored('mr_show_tree', true, parseBoolean);
  const [current, setCurrent] = useCurrentFile(files);
  useHashTarget(changes);
  const pick = useCallback(
    (file: DiffFileSummary) => {
      setCurrent(file.file_hash);
      void goTo({ fileHash: file.file_hash });
    },
    [setCurrent, goTo],
  );
  useFileKeys(changes, current, pick);
  useHotkeys([
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
    <ChangesProvider value={changes}>
      <Providers of={slots.providers}>
        <ChangesToolbar {...{ onView, onWhitespace, isTreeShown }} onTree={() => setTreeWanted(!isTreeWanted)} />
        {metadata.render_overflow_warning && (
          <Banner tone="info">
            This merge request is large: files beyond the first ones are folded and open one by one.
          </Banner>
        )}
        {slots.notices.map((Part, at) => (
          <Part key={at} />
        ))}
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
                <DiffFileCard key={summary.file_hash} summary={summary} />
              ))}
            </div>
          </div>
        )}
        {slots.footer.map((Part, at) => (
          <Part key={at} />
        ))}
      </Providers>
    </ChangesProvider>
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
