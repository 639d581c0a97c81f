import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { never, useDrafts, useIsPublished, useReviewStore } from './use-review-store.ts';
import { lazyPart, useArrival } from '../../ui/lazy-part.tsx';

const ReviewBar = lazyPart(() => import('./review-bar.tsx'));
const PublishedBar = lazyPart(() => import('./published-bar.tsx'));
const OverviewDrafts = lazyPart(() => import('./overview-drafts.tsx'));

/**
 * At the bottom of what is read, beside the navigation and not over it: what is pending, what was just published, and
 * what else is told there.
 * Loaded once there is something; stays then, for what is under way.
 */
export function ReviewBars({ page, children }: { page: MergeRequestShowPageData; children: ReactNode }) {
  const store = useReviewStore();
  const count = useDrafts().length;
  const isPublished = useIsPublished();
  const [isNeeded, setNeeded] = useState(count > 0);
  if (count > 0 && !isNeeded) setNeeded(true);
  return (
    <div className="no-print sticky bottom-0 z-20 mt-auto shadow-float empty:hidden">
      {children}
      <Suspense>
        {store && isPublished && <PublishedBar page={page} store={store} />}
        {isNeeded && <ReviewBar page={page} />}
      </Suspense>
    </div>
  );
}

/** As long as what stands below waits for them; then it is shown, and they come when they come. */
const LONGEST_WAIT_MS = 1_000;

/** Pending comments of the overview, and what stands below: it waits for them once, so that nothing is pushed down. */
export function OverviewDraftsThen({ children }: { children: ReactNode }) {
  const store = useReviewStore();
  const isLoading = useSyncExternalStore(store?.subscribe ?? never, () => store?.state.status === 'loading');
  const hasDrafts = useDrafts().length > 0;
  const areTheyThere = useArrival(OverviewDrafts, hasDrafts);
  const [isOver, setOver] = useState(false);
  if (!isOver && !isLoading && areTheyThere) setOver(true);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {hasDrafts && areTheyThere && (
        <Suspense>
          <OverviewDrafts />
        </Suspense>
      )}
      {isOver && children}
    </>
  );
}
