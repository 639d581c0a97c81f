import type { ReviewData } from '@tributary/contract/merge-requests/reviews.ts';
import { type ReactNode, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Review, ReviewContext } from '../../discussions/store/review.ts';
import { useRealtime } from '../../lib/realtime.ts';
import { useToast } from '../../ui/toast.tsx';
import { focusDraft } from './draft-focus.ts';
import { ReviewStore } from './review-store.ts';
import { never, ReviewStoreContext } from './use-review-store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const DraftReplies = lazyPart(() => import('./draft-replies.tsx'));

/** Pending comments for everything below, kept the same with the user's other windows. Null: nothing is reviewed here. */
export function ReviewProvider({ data, children }: { data: ReviewData | null; children: ReactNode }) {
  const reviewed = data?.showsPending ? data : null;
  // The address names the review; another value of the same page is the same store. Who may not comment any more keeps
  // all that stands below: the form that was open, what was folded, and what is pending.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const store = useMemo(() => reviewed && new ReviewStore(reviewed), [reviewed?.draftsPath]);
  const state = useSyncExternalStore(store?.subscribe ?? never, () => store?.state);
  const toast = useToast();
  useEffect(() => void store?.load(true), [store]);
  useEffect(() => {
    if (store && state?.status === 'failed') {
      const action = { text: 'Try again', run: () => void store.load() };
      toast({ text: 'An error occurred while fetching pending comments', tone: 'failed', action });
    }
  }, [state?.status, store, toast]);
  useRealtime(reviewed?.topic ?? null, ({ event }) => {
    void store?.load();
    if (event !== 'drafts.changed') void store?.loadUndo();
  });
  const drafts = state?.drafts;
  const review = useMemo(
    (): Review | null =>
      store && drafts
        ? {
            count: drafts.length,
            add: async (draft, form) => {
              const made = await store.add(draft, form);
              focusDraft(made.id);
            },
            renderReplies: (discussionId) =>
              drafts.some((draft) => draft.discussion_id === discussionId) && (
                <Suspense>
                  <DraftReplies discussionId={discussionId} />
                </Suspense>
              ),
          }
        : null,
    [drafts, store],
  );
  return (
    <ReviewStoreContext value={store}>
      <ReviewContext value={review}>{children}</ReviewContext>
    </ReviewStoreContext>
  );
}
