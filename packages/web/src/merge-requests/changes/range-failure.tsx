import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { focusWhatComes } from '../../lib/focus-what-comes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ALL_CHANGES } from '../queries.ts';
import { LoadFailure } from './diff-file-notice.tsx';
import { showAllChanges } from './show-all-changes.ts';

export type RangeFailed = { error: unknown; onRetry: () => void };
export type RangeFailureProps = RangeFailed & {
  mergeRequest: MergeRequestShowPageData | null;
  /** Above what was shown before, and stays. */
  isWithin?: boolean;
};

/** What is not there, where the address names a part of the changes that the request has not: asking again is of no use. */
function lostWords(error: unknown, search: URLSearchParams): string | null {
  const isNamed = ['commit_id', ...Object.keys(ALL_CHANGES)].some((name) => search.has(name));
  if (!isNamed || !isAppError(error)) return null;
  if (error.status === 404 || error.code === 'commit_ambiguous') return messageOf(error);
  return error.status === 400 ? 'The URL does not match a version or commit in this merge request.' : null;
}

type AgainProps = { children: ReactNode; onPress: () => void };

/** Goes away with what it asks for; the keyboard goes on with what comes. */
function Again({ children, onPress }: AgainProps) {
  return (
    <Button
      size="sm"
      data-retry
      onClick={(event) => {
        focusWhatComes(event.currentTarget);
        onPress();
      }}
    >
      {children}
    </Button>
  );
}

/** The comparison that the address asks for could not be had. */
export function RangeFailure({ error, onRetry, mergeRequest, isWithin = false }: RangeFailureProps) {
  const { search, renameSearch } = usePageUrl();
  const lost = lostWords(error, search);
  const all = <Again onPress={() => showAllChanges(mergeRequest, renameSearch)}>Show all changes</Again>;
  if (isWithin) {
    return (
      <Banner
        tone="danger"
        live
        className="mt-3"
        action={lost === null ? <Again onPress={onRetry}>Try again</Again> : all}
      >
        {lost ?? "Can't fetch the diff needed to update this view. Please reload this page."}
      </Banner>
    );
  }
  if (lost === null) return <LoadFailure text={messageOf(error)} onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState icon={FileQuestion} title="Nothing to show here" text={lost} action={all} />
    </div>
  );
}
