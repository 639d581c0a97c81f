import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canFollowIssue } from '../abilities.ts';
import type { IssueAccess } from '../issue-access.ts';
import { isFollowing } from '../reads/issue-people.ts';
import { setIssueSubscription } from '../store/people.ts';
import { loadIssue } from './load-issue.ts';

/** Says whether the person wants to hear of this issue, whatever follows from taking part. False: it is so already. */
export const followIssue = defineOperation<{ issueId: number; isSubscribed: boolean }, IssueAccess, boolean>({
  name: 'issue.subscribe',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found) => canFollowIssue(ctx.actor, found),
  run: async (ctx, found, input) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined || (await isFollowing(ctx, found)) === input.isSubscribed) return false;
    await setIssueSubscription(ctx.db, found.row.id, userId, input.isSubscribed);
    return true;
  },
});
