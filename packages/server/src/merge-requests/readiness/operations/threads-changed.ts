import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { publishAttentionSetChange } from '../../notifications/publish-attention-set-change.ts';

/** Open pages look again: whether threads are resolved is part of what the widget says, and who has to answer moves. */
export async function threadsChanged(ctx: Context, mergeRequestId: number): Promise<void> {
  await publish(ctx, `merge_request:${mergeRequestId}`, 'merge_status.changed', { id: mergeRequestId });
  await publishAttentionSetChange(ctx, mergeRequestId);
}
