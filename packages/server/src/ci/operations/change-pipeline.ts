import { ALL_JOBS_TOPIC } from '@tributary/contract/ci/jobs-page.ts';
import { FINISHED_STATUSES } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { emit, publishOn } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { followersOf } from '../downstream/followers.ts';
import { getPipelineAccess, type PipelineAccess, RESOURCE } from '../pipeline-access.ts';
import { takeResources } from '../processing/resource-groups.ts';
import { nextStatus } from '../rules/status-machine.ts';
import { updateJob } from '../store/job-store.ts';
import { lockActiveJobs } from '../store/list-jobs-store.ts';
import {
  deletePipeline as deleteRow,
  lockPipeline,
  type PipelineRow,
  updatePipeline,
} from '../store/pipeline-store.ts';
import { retryFailedJobs } from './change-job.ts';
import { runRefusal } from './run-refusal.ts';
import { followPipelineStatus, jobChanged, pipelineChanged, refreshPipeline } from './refresh-pipeline.ts';

type Which = { projectId: number; pipelineId: number };

const load = (ctx: Context, { projectId, pipelineId }: Which) => getPipelineAccess(ctx, projectId, pipelineId);
const mayUpdate = (ctx: Context, { policy }: PipelineAccess) => can(ctx.actor, 'update_pipeline', policy);

const mayRun = (ctx: Context, { access, pipeline }: PipelineAccess) =>
  runRefusal(ctx, access, { ref: pipeline.ref, isTag: pipeline.is_tag });

async function lock(ctx: Context, { pipeline }: PipelineAccess): Promise<PipelineRow> {
  const row = await lockPipeline(ctx.db, pipeline.id);
  if (!row) throw new AppError('not_found', { resource: RESOURCE });
  return row;
}

/** Cancels all jobs that are not over; those that wait for a user stay. A running build ends when its runner has stopped it. */
export const cancelPipeline = defineOperation<Which, PipelineAccess, PipelineRow>({
  name: 'pipeline.cancel',
  load,
  check: mayRun,
  run: async (ctx, access) => cancelActiveJobs(ctx, await lock(ctx, access)),
});

/** With the row of the pipeline locked. */
export async function cancelActiveJobs(ctx: Context, pipeline: PipelineRow): Promise<PipelineRow> {
  for (const job of await lockActiveJobs(ctx.db, pipeline.id, [...FINISHED_STATUSES, 'manual'])) {
    const isWithRunner = job.kind === 'build' && job.status === 'running';
    const status = nextStatus(job.status, isWithRunner ? 'request_cancel' : 'cancel');
    if (status === null) continue;
    const finishedAt = status === 'canceled' ? ctx.clock.now() : null;
    const updated = await updateJob(ctx.db, job, { status, finished_at: finishedAt });
    if (updated) await jobChanged(ctx, updated, job.status);
  }
  await takeResources(ctx, pipeline.project_id);
  return refreshPipeline(ctx, pipeline);
}

/** Runs again what failed or was canceled. What another system reported cannot be run from here and stays as it is. */
export const retryPipeline = defineOperation<Which, PipelineAccess, PipelineRow>({
  name: 'pipeline.retry',
  load,
  check: mayRun,
  run: async (ctx, access) => retryFailedJobs(ctx, access.access, await lock(ctx, access)),
});

export const renamePipeline = defineOperation<Which & { name: string }, PipelineAccess, PipelineRow>({
  name: 'pipeline.rename',
  load,
  check: mayUpdate,
  run: async (ctx, access, { name }) => {
    const pipeline = await lock(ctx, access);
    const updated = await updatePipeline(ctx.db, pipeline.id, { name: name.trim() === '' ? null : name.trim() });
    if (updated) await pipelineChanged(ctx, updated, pipeline.status);
    return updated ?? pipeline;
  },
});

/** With its jobs. */
export const deletePipeline = defineOperation<Which, PipelineAccess, void>({
  name: 'pipeline.delete',
  load,
  check: (ctx, { policy }) => can(ctx.actor, 'destroy_pipeline', policy),
  run: async (ctx, access) => removePipeline(ctx, await lock(ctx, access)),
});

/** With its row locked. */
export async function removePipeline(ctx: Context, pipeline: PipelineRow): Promise<void> {
  const { id, project_id: projectId, sha, source_sha: sourceSha } = pipeline;
  const followerIds = (await followersOf(ctx, id)).map((job) => job.id);
  await deleteRow(ctx.db, id);
  await followPipelineStatus(ctx, pipeline);
  await takeResources(ctx, projectId);
  await publishOn(ctx, [`project:${projectId}`, ALL_JOBS_TOPIC], 'pipeline.changed', { id, sha });
  await emit(ctx, 'pipeline.deleted', { pipelineId: id, projectId, sha, sourceSha: sourceSha ?? sha, followerIds });
}
