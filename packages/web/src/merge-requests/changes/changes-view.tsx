import type { DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses, MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { Suspense, useCallback, useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { useAnswer } from '../../lib/answers.ts';
import { isWorthRetrying, messageOf } from '../../lib/app-error.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useArrival } from '../../ui/lazy-part.tsx';
import { type DiffRange, diffsMetadata, isReady } from '../queries.ts';
import { CommitHeader } from './commit-header-part.ts';
import { LoadFailure } from './diff-file-notice.tsx';
import { BuildingNotice, RangeFailure } from './change-notices.ts';
import type { LineComments } from '../../discussions/lines/line-comments.ts';
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
  const named = (name: string) => search.get(name) ?? undefined;
  const switched = (name: string) => (named(name) === 'true' ? 'true' : undefined);
  return {
    w: showsWhitespace ? 0 : 1,
    diff_id: named('diff_id'),
    start_sha: named('start_sha'),
    commit_id: named('commit_id'),
    diff_head: switched('diff_head'),
    only_context_commits: switched('only_context_commits'),
  };
}

/** A comparison, and the head of the request that was known when it was asked for. */
type Asked = { range: DiffRange; head: string | null };
type Shown = { metadata: DiffsMetadata; asked: Asked };

/** Another comparison begins with the newest version; the one that is read stays with its own until its reader wants another. */
function useAsked(mergeRequest: MergeRequestShowPageData | null, range: DiffRange) {
  const head = mergeRequest?.mergeRequest.headSha ?? null;
  const [asked, setAsked] = useState<Asked>({ range, head });
  if (asked.range !== range) setAsked({ range, head });
  const takeNews = useCallback(() => setAsked({ range, head }), [range, head]);
  return { asked, takeNews };
}

/** A later answer to the same question, of a version that was not there when it was asked. */
function isLate(shown: Shown | null, metadata: DiffsMetadata, asked: Asked): boolean {
  return shown?.asked === asked && shown.metadata.diff_refs.head_sha !== metadata.diff_refs.head_sha;
}

/** What is shown stays until what is asked for is there. */
function useShown(mergeRequest: MergeRequestShowPageData | null, addresses: DiffsAddresses, asked: Asked) {
  const query = useAnswer(diffsMetadata(addresses, asked.range, asked.head));
  const [shown, setShown] = useState<Shown | null>(null);
  const { data } = query;
  const isRebaseKnown = useIsRebaseKnown(mergeRequest, asked.range, asked.head);
  const isKnown = useArrival(CommitHeader, asked.range.commit_id !== undefined) && isRebaseKnown;
  const isOther = isReady(data) && (shown?.metadata !== data || shown.asked !== asked);
  if (isOther && isKnown && !isLate(shown, data, asked)) setShown({ metadata: data, asked });
  return { query, shown, isWaiting: shown !== null && shown.asked !== asked };
}

/** The changed files of one comparison, with their tree. */
export function ChangesView({ mergeRequest, addresses, comments }: ChangesViewProps) {
  const settings = useViewSettings();
  const range = useSinceRange(mergeRequest, useRange(settings.showsWhitespace));
  const { asked, takeNews } = useAsked(mergeRequest, range);
  const { query, shown, isWaiting } = useShown(mergeRequest, addresses, asked);
  const { error, isPending, data, refetch } = query;
  const failure = error ? { error, onRetry: () => void refetch() } : null;
  if (failure && !shown) {
    // Where no answer comes, what tells of it could not be loaded either.
    return isWorthRetrying(0, error) ? (
      <LoadFailure text={messageOf(error)} onRetry={failure.onRetry} />
    ) : (
      <Suspense>
        <RangeFailure {...failure} mergeRequest={mergeRequest} />
      </Suspense>
    );
  }
  const isBuilding = !isPending && data?.status === 'building';
  if (shown && !isBuilding) {
    return (
      <RebasedFrame
        {...{ mergeRequest, addresses, settings, comments }}
        isWaiting={isWaiting && !error}
        failure={failure}
        onNews={takeNews}
        range={shown.asked.range}
        head={shown.asked.head}
        metadata={shown.metadata}
      />
    );
  }
  return (
    <div className="flex min-h-screen flex-col gap-3 pt-3">
      {isBuilding && (
        <Suspense>
          <BuildingNotice />
        </Suspense>
      )}
      <SkeletonRows rows={6} label="Loading the changed files" />
    </div>
  );
}
