import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';

export function countRequests(reviewers: readonly { state: ReviewerState }[]): number {
  return reviewers.filter((each) => each.state === 'requested_changes').length;
}
