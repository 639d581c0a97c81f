import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';

/** Somebody who was asked and has not looked yet is asked already. */
export function isPastLook(state: ReviewerState): boolean {
  return state !== 'unreviewed' && state !== 'review_started';
}
