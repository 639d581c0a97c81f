import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { projectRowsByIds } from '../../projects/index.ts';
import { jobChanged, refreshPipeline } from '../operations/refresh-pipeline.ts';
import { takeResources } from '../processing/resource-groups.ts';
import { nextStatus } from '../rules/status-machine.ts';
import { listCurrentJobs } from '../store/dag-store.ts';
import { updateJob } from '../store/job-store.ts';
import { listOlderActive, lockPipeline, type PipelineRow } from '../store/pipeline-store.ts';

const options = z.object({
  autoCancel: z.object({ onNewCommit: z.enum(['conservative', 'interruptible', 'none']) }).optional(),
});

/** Sources whose pipelines a newer commit of the same branch makes useless. */
const REPLACEABLE = ['push', 'web', 'api', 'merge_request_event'] as const;

/**
 * Cancels what still waits or may be interrupted in older pipelines of the same branch or merge request. Unless its
 * configuration says otherwise, an older pipeline is left alone once a job that may not be interrupted has started.
 */
export async function cancelRedundant(ctx: Context, newer: PipelineRow): Promise<void> {
  const [project] = await projectRowsByIds(ctx.db, [newer.project_id]);
  if (!project || readCiSettings(project.ci_settings).auto_cancel_pending_pipelines === 'disabled') return;
  if (newer.is_tag || !REPLACEABLE.some((source) => source === newer.source)) return;
  for (const id of await listOlderActive(ctx.db, newer, REPLACEABLE)) await cancelOne(ctx, id, newer.id);
}

async function cancelOne(ctx: Context, id: number, newerId: number): Promise<void> {
  const pipeline = await lockPipeline(ctx.db, id);
  if (!pipeline || isFinished(pipeline.status)) return;
  const mode = options.safeParse(pipeline.options).data?.autoCancel?.onNewCommit ?? 'conservative';
  if (mode === 'none') return;
  const jobs = await listCurrentJobs(ctx.db, id);
  const hasStarted = jobs.some((job) => !job.is_interruptible && job.started_at !== null);
  if (mode === 'conservative' && hasStarted) return;
  for (const job of jobs) {
    if (isFinished(job.status) || (mode === 'interruptible' && !job.is_interruptible)) continue;
    const status = nextStatus(
      job.status,
      job.kind === 'build' && job.status === 'running' ? 'request_cancel' : 'cancel',
    );
    if (status === null) continue;
    const finishedAt = status === 'canceled' ? ctx.clock.now() : null;
    const updated = await updateJob(ctx.db, job, { status, finished_at: finishedAt });
    if (updated) await jobChanged(ctx, updated, job.status);
  }
  ctx.log.debug({ pipelineId: id, newerId }, 'a redundant pipeline is canceled');
  await takeResources(ctx, pipeline.project_id);
  await refreshPipeline(ctx, pipeline);
}
