import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Outcome } from './outcome.ts';
import type { ReviewStore, Undoable } from './review-store.ts';

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

/** The review that can be taken back at this moment. */
export function useUndoable(): Undoable | null {
  const store = useReviewStore();
  return useSyncExternalStore(store?.subscribe ?? never, () => store?.state.undo ?? null);
}

/** What publishing led to, while there is something to say of it. */
export function useOutcome(): Outcome | null {
  const store = useReviewStore();
  return useSyncExternalStore(store?.subscribe ?? never, () => store?.state.outcome ?? null);
}
