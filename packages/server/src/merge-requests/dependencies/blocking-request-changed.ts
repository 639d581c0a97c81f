import type { Context } from '../../platform/context.ts';
import { emit, onEvent, publish } from '../../platform/events.ts';
import { topicOf } from '../merge-request-access.ts';
import { listMergeRequestsByIds } from '../store/merge-requests.ts';
import { listBlocks } from './store/blocks.ts';

/** Those that wait for this request are looked at again: it was merged, closed, reopened or goes away. */
export async function blockingRequestChanged(ctx: Context, blockingId: number): Promise<void> {
  const blocks = await listBlocks(ctx.db, 'blocking_id', [blockingId]);
  const waiting = await listMergeRequestsByIds(
    ctx.db,
    blocks.map((block) => block.blocked_id),
  );
  for (const { id, state, target_project_id: projectId } of waiting) {
    if (state !== 'opened') continue;
    await emit(ctx, 'merge_request.dependencies_changed', { mergeRequestId: id, projectId });
    await publish(ctx, topicOf(id), 'merge_status.changed', { id });
  }
}

onEvent('merge_request.state_changed', 'dependencies', (ctx, { data }) =>
  blockingRequestChanged(ctx, data.mergeRequestId),
);
