import { AppError } from '@tributary/contract/errors/app-error.ts';
import { canApprove, canUnapprove, confirmApprover } from '../../approvals/index.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation, guard } from '../../platform/operation.ts';
import { lockMergeRequest } from '../../merge-requests/index.ts';
import { putReviewer } from '../store/reviews.ts';
import { loadReviewing, type Reviewing } from '../load-reviewing.ts';
import { submitReviewOutcome, publishReviewerChange, withdrawApproval } from './submit-review-outcome.ts';

type ApproveInput = { mergeRequestId: number; sha?: string | undefined; password?: string | undefined };

const approveOperation = defineOperation<ApproveInput, Reviewing, void>({
  name: 'merge_request.approve',
  load: async (ctx, input) => {
    await lockMergeRequest(ctx.db, input.mergeRequestId);
    return loadReviewing(ctx, input.mergeRequestId);
  },
  check: (ctx, { found }) => canApprove(ctx, found),
  run: async (ctx, reviewing, input) => {
    const { head_sha: head } = reviewing.found.row;
    if (input.sha !== undefined && input.sha !== head) throw new AppError('merge_branch_moved', { sha: head ?? '' });
    await submitReviewOutcome(ctx, reviewing, 'approved');
  },
});

/**
 * Approves the head; `sha` is the one that was looked at. Fails with `merge_branch_moved` when it is another by now, and
 * where the settings ask for a password unless it is the approver's.
 */
export async function approveMergeRequest(ctx: Context, input: ApproveInput): Promise<void> {
  const { found } = await loadReviewing(ctx, input.mergeRequestId);
  guard(await canApprove(ctx, found));
  // Outside of the transaction, as failed attempts are counted.
  await confirmApprover(ctx, found, input.password);
  await approveOperation(ctx, input);
}

/** Takes one's own agreement back. */
export const unapproveMergeRequest = defineOperation<{ mergeRequestId: number }, Reviewing, void>({
  name: 'merge_request.unapprove',
  load: async (ctx, input) => {
    await lockMergeRequest(ctx.db, input.mergeRequestId);
    return loadReviewing(ctx, input.mergeRequestId);
  },
  check: (ctx, { found }) => canUnapprove(ctx.actor, found),
  run: async (ctx, reviewing) => {
    if (!(await withdrawApproval(ctx, reviewing, 'revoked')).isWithdrawn) throw new AppError('approval_missing');
    await putReviewer(ctx.db, reviewing.key, 'unapproved');
    await publishReviewerChange(ctx, reviewing);
  },
});
