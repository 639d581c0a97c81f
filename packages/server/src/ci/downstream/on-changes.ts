import type { Extensions } from '../../platform/extensions.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { SYSTEM } from '../../platform/actor.ts';
import { onEvent } from '../../platform/events.ts';
import { cancelPipeline } from '../operations/change-pipeline.ts';
import { finishJob } from '../processing/finish-job.ts';
import { findJob } from '../store/job-store.ts';
import { findPipeline } from '../store/pipeline-store.ts';
import { failFollowers, followersOf } from './followers.ts';
import { mirroredResult, startDownstream } from './start-downstream.ts';

export const downstreamOnChanges: Extensions = [
  onEvent('job.changed', 'downstream', async (ctx, { data: { jobId, status } }) => {
    if (status === 'pending') return startDownstream(ctx, jobId);
    if (status !== 'canceled') return;
    // With the job its child pipeline is canceled; pipelines of other projects go on.
    const job = await findJob(ctx.db, jobId);
    const child = job?.downstream_pipeline_id ? await findPipeline(ctx.db, job.downstream_pipeline_id) : undefined;
    if (child?.source !== 'parent_pipeline' || isFinished(child.status)) return;
    await cancelPipeline({ ...ctx, actor: SYSTEM }, { projectId: child.project_id, pipelineId: child.id });
  }),
  /** A job with a strategy ends as the pipeline that it started. */
  onEvent('pipeline.changed', 'downstream', async (ctx, { data: { pipelineId, status } }) => {
    if (!isFinished(status)) return;
    for (const job of await followersOf(ctx, pipelineId)) {
      const now = await findPipeline(ctx.db, pipelineId);
      if (!now || !isFinished(now.status)) continue;
      await finishJob(ctx, job.id, mirroredResult(now.status));
    }
  }),
  onEvent('pipeline.deleted', 'downstream', (ctx, { data: { followerIds } }) => failFollowers(ctx, followerIds ?? [])),
];
