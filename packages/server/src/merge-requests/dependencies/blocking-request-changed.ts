import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { readinessChanged } from '../readiness/operations/readiness-changed.ts';
import { listBlocks } from './store/blocks.ts';

/** Those that wait for this request are looked at again: it was merged, closed, reopened or goes away. */
export async function blockingRequestChanged(ctx: Context, blockingId: number): Promise<void> {
  const blocks = await listBlocks(ctx.db, 'blocking_id', [blockingId]);
  const blockedIds = blocks.map((block) => block.blocked_id);
  await readinessChanged(ctx, blockedIds, 'dependencies');
}

export const dependenciesBlockingRequestChanged: Extensions = [
  onEvent('merge_request.state_changed', 'dependencies', (ctx, { data }) =>
    blockingRequestChanged(ctx, data.mergeRequestId),
  ),
];
