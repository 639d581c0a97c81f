import type { Context } from '../../../platform/context.ts';
import { publishAttentionSetChange } from '../../notifications/publish-attention-set-change.ts';
import { readinessChanged } from './readiness-changed.ts';

/** Whether threads are resolved is part of what the widget says, and another user may have to answer. */
export async function threadsChanged(ctx: Context, mergeRequestId: number): Promise<void> {
  await readinessChanged(ctx, [mergeRequestId], 'threads');
  await publishAttentionSetChange(ctx, mergeRequestId);
}
