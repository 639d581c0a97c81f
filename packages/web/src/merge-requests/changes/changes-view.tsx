import type { DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses, MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type DiffRange, diffsMetadata, isReady } from '../queries.ts';
import { LoadFailure } from './diff-file-notice.tsx';
import type { LineComments } from './line-comments.ts';
import { RebasedFrame, useIsRebaseKnown } from './since/rebased-frame.tsx';
import { useSinceRange } from './since/use-since-range.ts';
import { useViewSettings } from './use-view-settings.ts';

export type ChangesViewProps = {
  /** Null for changes that are not proposed yet. */
  mergeRequest: MergeRequestShowPageData | null;
  addresses: DiffsAddresses;
  comments: LineComments;
};

/** Which lines the address asks for. */
function useRange(showsWhitespace: boolean): DiffRange {
  const { search } = usePageUrl();
  const [diffId, startSha, commitId] = [search.get('diff_id'), search.get('start_sha'), search.get('commit_id')];
  return useMemo(
    () => ({
      w: showsWhitespace ? 0 : 1,
      ...(diffId !== null && { diff_id: diffId }),
      ...(startSha !== null && { start_sha: startSha }),
      ...(commitId !== null && { commit_id: commitId }),
    }),
    [showsWhitespace, diffId, startSha, commitId],
  );
}

type Shown = { metadata: DiffsMetadata; range: DiffRange };

/** The same address, but of a version that was not there when it was opened. */
function isNews(shown: Shown | null, metadata: DiffsMetadata, range: DiffRange): boolean {
  return shown?.range === range && shown.metadata.diff_refs.head_sha !== metadata.diff_refs.head_sha;
}

/** What is shown stays until what is asked for is there, and the version that is read until its reader wants another. */
function useShown(mergeRequest: MergeRequestShowPageData | null, addresses: DiffsAddresses, range: DiffRange) {
  const query = useQuery(diffsMetadata(addresses, range));
  const [shown, setShown] = useState<Shown | null>(null);
  const [wantsNews, setWantsNews] = useState(false);
  const { data, refetch } = query;
  const isKnown = useIsRebaseKnown(mergeRequest, range);
  const isOther = isReady(data) && (shown?.metadata !== data || shown.range !== range);
  if (isOther && isKnown && (wantsNews || !isNews(shown, data, range))) {
    setShown({ metadata: data, range });
    setWantsNews(false);
  }
  const takeNews = useCallback(() => {
    setWantsNews(true);
    void refetch().then((answer) => {
      if (answer.data === data) setWantsNews(false);
    });
  }, [refetch, data]);
  return { query, shown, isWaiting: shown !== null && (shown.range !== range || wantsNews), takeNews };
}

/** The changed files of one comparison, with their tree. */
export function ChangesView({ mergeRequest, addresses, comments }: ChangesViewProps) {
  const settings = useViewSettings();
  const range = useSinceRange(mergeRequest, useRange(settings.showsWhitespace));
  const { query, shown, isWaiting, takeNews } = useShown(mergeRequest, addresses, range);
  const { error, isPending, data, refetch } = query;
  if (error && !shown) {
    return <LoadFailure text={messageOf(error)} onRetry={() => void refetch()} />;
  }
  const isBuilding = !isPending && data?.status === 'building';
  if (shown && !isBuilding) {
    return (
      <RebasedFrame
        {...{ mergeRequest, addresses, settings, comments }}
        isWaiting={isWaiting && !error}
        onRetry={error ? () => void refetch() : null}
        onNews={takeNews}
        range={shown.range}
        metadata={shown.metadata}
      />
    );
  }
  return (
    <div className="flex min-h-screen flex-col gap-3 pt-3">
      {isBuilding && (
        <Banner tone="warning" live>
          Building your merge request… This page will update when the build is complete.
        </Banner>
      )}
      <SkeletonRows rows={6} label="Loading the changed files" />
    </div>
  );
}
