import { useSyncExternalStore } from 'react';
import type { ReviewState } from './review-store.ts';
import { never, useReviewStore } from './use-review-store.ts';

/** Whether the pending comments are there. */
export function useDraftsStatus(): ReviewState['status'] {
  const store = useReviewStore();
  return useSyncExternalStore(store?.subscribe ?? never, () => store?.state.status ?? 'loaded');
}
