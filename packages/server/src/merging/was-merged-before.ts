import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { findMergeIntentOf, findMergeRequestById } from '../merge-requests/index.ts';

/**
 * For a merge that was begun before and whose end nobody saw: did it happen? While that is being found out (recovery looks
 * at what a crash left) it is `unavailable`.
 */
export async function wasMergedBefore(ctx: Context, mergeRequestId: number): Promise<boolean> {
  if (await findMergeIntentOf(ctx.db, mergeRequestId)) throw new AppError('git_unavailable');
  const row = await findMergeRequestById(ctx.db, mergeRequestId);
  return row?.state === 'merged' && row.merged_by_id === (actorId(ctx.actor) ?? null);
}
