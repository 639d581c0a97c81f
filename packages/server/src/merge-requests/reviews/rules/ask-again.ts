import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import { pathOf } from '../../merge-request-access.ts';

/** Somebody who was asked and has not looked yet is asked already. */
export function isPastLook(state: ReviewerState): boolean {
  return state !== 'unreviewed' && state !== 'review_started';
}

/** POST. */
export function askAgainPath(projectPath: string, iid: number, userId: number): string {
  return `${pathOf(projectPath, iid)}/reviewers/${userId}/request_review`;
}
