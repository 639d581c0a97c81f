import type { Context } from '../../platform/context.ts';
import { addJob, defineJob } from '../../platform/jobs.ts';
import { noteFacts } from '../store/merge-requests.ts';
import { checkMergeability } from './check-mergeability.ts';

export const checkMergeabilityJob = defineJob<{ mergeRequestId: number; cause: string }>({
  name: 'check-mergeability',
  run: (ctx, { mergeRequestId, cause }) => checkMergeability(ctx, [mergeRequestId], cause),
});

/** What made somebody ask whether it can be merged; kept with the answer. */
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
  await noteFacts(ctx.db, mergeRequestId, {
    merge_status: cause === 'created' ? 'preparing' : 'checking',
    merge_check_requested_at: new Date(),
  });
  await addJob(ctx, checkMergeabilityJob, { mergeRequestId, cause }, { key: `check-mergeability:${mergeRequestId}` });
}
