import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { AskableReviewer, PageReviewer } from '@tributary/contract/merge-requests/page.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { type MergeRequestAccess, pathOf } from '../../merge-requests/index.ts';
import { toPageUser } from '../../planning/index.ts';
import { canRerequestReview, canRequestChanges, hasReviewed } from '../../reviews/index.ts';

type Reviewer = { user: UserView; state: PageReviewer['state'] };

export function toPageReviewer(reviewer: Reviewer): PageReviewer {
  return { ...toPageUser(reviewer.user), state: reviewer.state };
}

/** With what the user who looks may do about it: ask another once more, take back what they asked for themselves. */
export function toAskableReviewer({ actor }: Context, found: MergeRequestAccess, reviewer: Reviewer): AskableReviewer {
  const { user, state } = reviewer;
  const path = pathOf(found.access.project.full_path, found.row.iid);
  const isSelf = user.id === actorId(actor);
  const mayAsk = !isSelf && hasReviewed(state) && canRerequestReview(actor, found) === null;
  const mayWithdraw = isSelf && state === 'requested_changes' && canRequestChanges(actor, found, state) === null;
  return {
    ...toPageReviewer(reviewer),
    askAgainPath: mayAsk ? `${path}/reviewers/${user.id}/request_review` : null,
    withdrawPath: mayWithdraw ? `${path}/withdraw_requested_changes` : null,
  };
}
