import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { defineMergesUnderWay } from '../../projects/index.ts';
import { findMergeIntentOf, hasMergeIntents } from '../store/intents.ts';
import { lockMergeRequest } from '../store/merge-requests.ts';

defineMergesUnderWay((ctx, projectId) => hasMergeIntents(ctx.db, projectId));

/**
 * Between the last look at the gates and the move of the branch nothing may change that a gate depends on. Call it in the
 * transaction that makes such a change: it holds the request's row, so the change comes wholly before the look or after
 * the merge. `merge_in_progress` means: try again in a moment.
 */
export async function refuseWhileMerging(ctx: Context, mergeRequestId: number): Promise<void> {
  await lockMergeRequest(ctx.db, mergeRequestId);
  if (await findMergeIntentOf(ctx.db, mergeRequestId)) throw new AppError('merge_in_progress');
}
