import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { PageReviewer } from '@tributary/contract/merge-requests/page.ts';
import { pathOf } from '../merge-request-access.ts';
import { toPagePerson } from '../../planning/index.ts';

export function toPageReviewer(reviewer: { user: UserView; state: PageReviewer['state'] }): PageReviewer {
  return { ...toPagePerson(reviewer.user), state: reviewer.state };
}

/** POST asks this reviewer to look once more. */
export function askAgainPath(projectPath: string, iid: number, userId: number): string {
  return `${pathOf(projectPath, iid)}/reviewers/${userId}/request_review`;
}
