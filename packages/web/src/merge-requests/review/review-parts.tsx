import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { lazy, Suspense, useState } from 'react';
import { useDrafts } from './use-review-store.ts';

const ReviewBar = lazy(() => import('./review-bar.tsx'));
const OverviewDrafts = lazy(() => import('./overview-drafts.tsx'));

/** Loaded once there is something pending; stays then, for what is under way. */
export function ReviewBarWhenNeeded({ page }: { page: MergeRequestShowPageData }) {
  const count = useDrafts().length;
  const [isNeeded, setNeeded] = useState(count > 0);
  if (count > 0 && !isNeeded) setNeeded(true);
  return (
    isNeeded && (
      <Suspense>
        <ReviewBar page={page} />
      </Suspense>
    )
  );
}

export function OverviewDraftsWhenNeeded() {
  return useDrafts().length === 0 ? null : (
    <Suspense>
      <OverviewDrafts />
    </Suspense>
  );
}
