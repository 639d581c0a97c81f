import type { Context } from '../../platform/context.ts';
import { emitAll, publish } from '../../platform/events.ts';
import { giveResources, waitsForResource } from '../store/resource-store.ts';
import { QUEUE_TOPIC } from './queue-topic.ts';

/** Queues the jobs whose resource group is free now. */
export async function takeResources(ctx: Context, projectId: number): Promise<void> {
  if (!(await waitsForResource(ctx.db, projectId))) return;
  const given = await giveResources(ctx.db, projectId, ctx.clock.now());
  if (given.length === 0) return;
  await emitAll(
    ctx,
    'job.changed',
    given.map(({ id: jobId, pipeline_id: pipelineId }) => ({
      jobId,
      pipelineId,
      projectId,
      status: 'pending' as const,
      before: 'waiting_for_resource' as const,
    })),
  );
  await publish(ctx, QUEUE_TOPIC, 'queued', { projectId });
}
