import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineOperation } from '../../platform/operation.ts';
import { refuseWhileMerging } from '../../merge-requests/index.ts';
import { putReviewer } from '../store/reviews.ts';
import { canApprove, canUnapprove } from '../abilities.ts';
import { loadReviewing, type Reviewing } from '../load-reviewing.ts';
import { submitReviewOutcome, publishReviewerChange, withdrawApproval } from './submit-review-outcome.ts';

/** Agrees to the head; `sha` is the one that was looked at. Fails with `merge_branch_moved` when it is another by now. */
export const approveMergeRequest = defineOperation<
  { mergeRequestId: number; sha?: string | undefined },
  Reviewing,
  void
>({
  name: 'merge_request.approve',
  load: async (ctx, input) => {
    await refuseWhileMerging(ctx, input.mergeRequestId);
    return loadReviewing(ctx, input.mergeRequestId);
  },
  check: (ctx, { found }) => canApprove(ctx.actor, found),
  run: async (ctx, reviewing, input) => {
    const { head_sha: head } = reviewing.found.row;
    if (input.sha !== undefined && input.sha !== head) throw new AppError('merge_branch_moved', { sha: head ?? '' });
    await submitReviewOutcome(ctx, reviewing, 'approved');
  },
});

/** Takes one's own agreement back. */
export const unapproveMergeRequest = defineOperation<{ mergeRequestId: number }, Reviewing, void>({
  name: 'merge_request.unapprove',
  load: async (ctx, input) => {
    await refuseWhileMerging(ctx, input.mergeRequestId);
    return loadReviewing(ctx, input.mergeRequestId);
  },
  check: (ctx, { found }) => canUnapprove(ctx.actor, found),
  run: async (ctx, reviewing) => {
    if (!(await withdrawApproval(ctx, reviewing)).isWithdrawn) throw new AppError('approval_missing');
    await putReviewer(ctx.db, reviewing.key, 'unapproved');
    await publishReviewerChange(ctx, reviewing);
  },
});
