import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { createContext, use, useSyncExternalStore } from 'react';
import type { ReviewStore } from './review-store.ts';

export const ReviewStoreContext = createContext<ReviewStore | null>(null);

/** Null where nothing can be reviewed. */
export function useReviewStore(): ReviewStore | null {
  return use(ReviewStoreContext);
}

const NONE: readonly PageDraft[] = [];
/** For what has no store to listen to. */
export const never = () => () => undefined;

export function useDrafts(): readonly PageDraft[] {
  const store = useReviewStore();
  return useSyncExternalStore(store?.subscribe ?? never, () => store?.state.drafts ?? NONE);
}

/** A published review can be taken back at this moment, or there is something to read of it. */
export function useIsPublished(): boolean {
  const store = useReviewStore();
  return useSyncExternalStore(store?.subscribe ?? never, () => Boolean(store?.state.undo ?? store?.state.outcome));
}
