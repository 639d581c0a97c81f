import { readinessChanged, topicOf } from '../merge-requests/index.ts';
import type { Context } from '../platform/context.ts';
import { publish } from '../platform/events.ts';

/** In the transaction that changes what a check says: open pages fetch the statuses, and what waits for it goes on. */
export async function statusChecksChanged(ctx: Context, mergeRequestId: number): Promise<void> {
  await readinessChanged(ctx, [mergeRequestId], 'status_checks');
  await publish(ctx, topicOf(mergeRequestId), 'merge_status.changed', { id: mergeRequestId, parts: ['status_checks'] });
}
