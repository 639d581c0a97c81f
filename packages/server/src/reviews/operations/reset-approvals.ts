import { refuse } from '@tributary/contract/errors/app-error.ts';
import { addSystemNote } from '../../discussions/index.ts';
import { emit } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { lockMergeRequest } from '../../merge-requests/index.ts';
import { canUnapprove, endApproval, listValidApprovals, putApprovalReset } from '../../approvals/index.ts';
import { loadReviewing, type Reviewing } from '../load-reviewing.ts';
import { idsOf, publishReviewerChange } from './submit-review-outcome.ts';

/**
 * Takes back what everyone has agreed to. For the bots of access tokens that may approve: a machine that finds the
 * agreement to be void, never one user about another.
 */
export const resetApprovals = defineOperation<{ mergeRequestId: number }, Reviewing, void>({
  name: 'merge_request.reset_approvals',
  load: async (ctx, input) => {
    await lockMergeRequest(ctx.db, input.mergeRequestId);
    return loadReviewing(ctx, input.mergeRequestId);
  },
  check: (ctx, { found }) =>
    canUnapprove(ctx.actor, found) ??
    (ctx.actor.kind === 'user' && ctx.actor.isBot ? null : refuse('reset_approvals_by_bots')),
  run: async (ctx, reviewing) => {
    const { key, noteable, found } = reviewing;
    const approvals = await listValidApprovals(ctx.db, key.mergeRequestId);
    if (approvals.length === 0) return;
    for (const { id, user_id: userId } of approvals) {
      await endApproval(ctx.db, id, 'reset');
      await putApprovalReset(ctx.db, { mergeRequestId: key.mergeRequestId, userId });
      await emit(ctx, 'merge_request.unapproved', { ...idsOf(found), userId });
    }
    await addSystemNote(ctx, noteable, { action: 'unapproved', body: 'reset all approvals' });
    await publishReviewerChange(ctx, reviewing);
  },
});
