import type { Extension } from '../../platform/extensions.ts';
import { type CiStatus, isFinished } from '@tributary/contract/ci/status.ts';
import type { Context } from '../../platform/context.ts';
import { emit, publishOn } from '../../platform/events.ts';
import { ALL_JOBS_TOPIC } from '@tributary/contract/ci/jobs-page.ts';
import { busySeconds } from '../rules/busy-seconds.ts';
import { compositeStatus } from '../rules/composite-status.ts';
import { averageCoverage, jobGroups, type JobRow, jobTimes } from '../store/job-store.ts';
import { listStages, type PipelineRow, updatePipeline, updateStage } from '../store/pipeline-store.ts';

const NOT_BEGUN: readonly CiStatus[] = ['created', 'waiting_for_resource', 'preparing', 'pending', 'skipped', 'manual'];

/**
 * Gives a pipeline and its stages the status of their jobs. Call it after changing jobs, in the same transaction and with the
 * row of the pipeline locked.
 */
export async function refreshPipeline(ctx: Context, pipeline: PipelineRow): Promise<PipelineRow> {
  const groups = (await jobGroups(ctx.db, pipeline.id)).map((row) => ({
    stageId: row.stage_id,
    status: row.status,
    allowFailure: row.allow_failure,
  }));
  for (const stage of await listStages(ctx.db, [pipeline.id])) {
    const status = compositeStatus(groups.filter(({ stageId }) => stageId === stage.id));
    if (status) await updateStage(ctx.db, stage.id, status);
  }
  const found = compositeStatus(groups) ?? { status: pipeline.status, hasWarnings: pipeline.has_warnings };
  const updated = await updatePipeline(ctx.db, pipeline.id, {
    status: found.status,
    has_warnings: found.hasWarnings,
    coverage: await averageCoverage(ctx.db, pipeline.id),
    ...(await timesOf(ctx, pipeline, found.status)),
  });
  if (!updated) return pipeline;
  await pipelineChanged(ctx, updated, pipeline.status);
  const isOtherCoverage = updated.coverage !== pipeline.coverage;
  if (isOtherCoverage && updated.status === pipeline.status) await followPipelineStatus(ctx, updated);
  return updated;
}

async function timesOf(ctx: Context, pipeline: PipelineRow, status: CiStatus) {
  const now = ctx.clock.now();
  const periods = await jobTimes(ctx.db, pipeline.id);
  const first = periods.map(({ start }) => start).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const startedAt = pipeline.started_at ?? first ?? (NOT_BEGUN.includes(status) ? null : now);
  const isOver = isFinished(status);
  const finishedAt = !isOver ? null : pipeline.status === status ? (pipeline.finished_at ?? now) : now;
  const queued = startedAt && Math.max(0, Math.round((startedAt.getTime() - pipeline.created_at.getTime()) / 1_000));
  const duration = isOver ? busySeconds(periods.map(({ start, end }) => ({ start, end: end ?? now }))) : null;
  return { started_at: startedAt, finished_at: finishedAt, queued_seconds: queued, duration_seconds: duration };
}

type PipelineChange = Pick<PipelineRow, 'project_id' | 'sha' | 'source_sha' | 'status'>;
type OnPipelineStatus = (ctx: Context, pipeline: PipelineChange) => Promise<void>;

const followers: OnPipelineStatus[] = [];

/**
 * For slices to the right: `follow` runs in the transaction in which a pipeline gets another status or coverage, appears or
 * is deleted.
 */
export function onPipelineStatus(follow: OnPipelineStatus): Extension {
  return () => {
    followers.push(follow);
  };
}

export async function followPipelineStatus(ctx: Context, pipeline: PipelineChange): Promise<void> {
  for (const follow of followers) await follow(ctx, pipeline);
}

/** Publishes to open pages, and to subscribers when the status differs. `before` is null for a new pipeline. */
export async function pipelineChanged(ctx: Context, pipeline: PipelineRow, before: CiStatus | null): Promise<void> {
  const { id, project_id: projectId, sha, ref, status } = pipeline;
  const sourceSha = pipeline.source_sha ?? sha;
  await publishOn(ctx, [`project:${projectId}`, ALL_JOBS_TOPIC], 'pipeline.changed', { id, sha, sourceSha });
  if (status === before) return;
  await followPipelineStatus(ctx, pipeline);
  await emit(ctx, 'pipeline.changed', { pipelineId: id, projectId, sha, sourceSha, ref, status, before });
}

/** In the transaction of the change. */
export async function jobChanged(ctx: Context, job: JobRow, before: CiStatus | null): Promise<void> {
  const { id: jobId, pipeline_id: pipelineId, project_id: projectId, status } = job;
  await emit(ctx, 'job.changed', { jobId, pipelineId, projectId, status, before });
}
