import type { ReviewData } from '@tributary/contract/merge-requests/reviews.ts';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Review, ReviewContext } from '../../discussions/store/review.ts';
import { useRealtime } from '../../lib/realtime.ts';
import { useToast } from '../../ui/toast.tsx';
import { focusDraft } from './draft-focus.ts';
import { ReviewStore } from './review-store.ts';
import { ReviewStoreContext } from './use-review-store.ts';

const DraftReplies = lazy(() => import('./draft-replies.tsx'));

/** Pending comments for everything below, kept the same with the person's other windows. Null: nothing is reviewed here. */
export function ReviewProvider({ data, children }: { data: ReviewData | null; children: ReactNode }) {
  return data?.can.comment ? <Reviewing data={data}>{children}</Reviewing> : children;
}

function Reviewing({ data, children }: { data: ReviewData; children: ReactNode }) {
  // The address names the review; another value of the same page is the same store.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const store = useMemo(() => new ReviewStore(data), [data.draftsPath]);
  const state = useSyncExternalStore(store.subscribe, () => store.state);
  const toast = useToast();
  useEffect(() => void store.load(true), [store]);
  useEffect(() => {
    if (state.status === 'failed') {
      const action = { text: 'Try again', run: () => void store.load() };
      toast({ text: 'An error occurred while fetching pending comments', tone: 'failed', action });
    }
  }, [state.status, store, toast]);
  useRealtime(data.topic, ({ event }) => {
    void store.load();
    if (event !== 'drafts.changed') void store.loadUndo();
  });
  const review = useMemo(
    (): Review => ({
      count: state.drafts.length,
      add: async (draft) => {
        const made = await store.add(draft);
        focusDraft(made.id);
      },
      renderReplies: (discussionId) =>
        state.drafts.some((draft) => draft.discussion_id === discussionId) && (
          <Suspense>
            <DraftReplies discussionId={discussionId} />
          </Suspense>
        ),
    }),
    [state.drafts, store],
  );
  return (
    <ReviewStoreContext value={store}>
      <ReviewContext value={review}>{children}</ReviewContext>
    </ReviewStoreContext>
  );
}
