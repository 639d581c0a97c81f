import type { Context } from '../../../platform/context.ts';
import { setMergeCheckRequested } from '../../store/merge-requests.ts';
import { addMergeCheck } from '../jobs/check-mergeability.ts';

/** What made someone ask whether it can be merged; kept with the answer. */
export type CheckCause =
  | 'created'
  | 'source_pushed'
  | 'target_moved'
  | 'retargeted'
  | 'reopened'
  | 'asked'
  | 'watchdog';

/** Marks the answer as unknown and asks for a new one, in the transaction of what made it unknown. */
export async function requestMergeCheck(ctx: Context, mergeRequestId: number, cause: CheckCause): Promise<void> {
  await setMergeCheckRequested(ctx.db, mergeRequestId, cause === 'created' ? 'preparing' : 'checking');
  await addMergeCheck(ctx, mergeRequestId, cause);
}
