import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';

/** Someone who was asked and has not looked yet is asked already. */
export function hasReviewed(state: ReviewerState): boolean {
  return state !== 'unreviewed' && state !== 'review_started';
}
