import { isFinished } from '@tributary/contract/ci/status.ts';
import { actorId } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { cancelActiveJobs } from '../operations/change-pipeline.ts';
import { pipelineChanged } from '../operations/refresh-pipeline.ts';
import { listJobRows } from '../store/list-jobs-store.ts';
import { insertPipeline, lockPipeline, type PipelineRow, updatePipeline } from '../store/pipeline-store.ts';
import type { PipelineRequest } from './create-pipeline.ts';

/** A pipeline without jobs of its own, which waits for what another system reports on the commit. */
export type ExternalRequest = Pick<PipelineRequest, 'access' | 'ref' | 'sha' | 'onCreated'> & {
  subject: Omit<NonNullable<PipelineRequest['subject']>, 'predefined' | 'changedSince'>;
};

export function createExternalPipeline(ctx: Context, request: ExternalRequest): Promise<PipelineRow> {
  const { access, ref, sha, subject } = request;
  return transact(ctx, async (inner) => {
    const pipeline = await insertPipeline(inner.db, {
      project_id: access.project.id,
      sha,
      target_sha: subject.targetSha,
      source_sha: subject.sourceSha ?? null,
      event_type: subject.eventType ?? null,
      ref,
      source: 'external',
      status: 'pending',
      subject_type: subject.type,
      subject_id: subject.id,
      user_id: actorId(inner.actor) ?? null,
      created_at: inner.clock.now(),
    });
    await request.onCreated?.(inner, pipeline);
    await pipelineChanged(inner, pipeline, null);
    return pipeline;
  });
}

const ALL = { order: 'stage', offset: 0, limit: 1_000 } as const;

/** Names of the statuses that other systems reported in a pipeline. */
export async function reportedNames(ctx: Context, pipelineId: number): Promise<string[]> {
  const filter = { pipelineIds: [pipelineId], kinds: ['status'], includesRetried: false } as const;
  return (await listJobRows(ctx.db, filter, ALL)).map((job) => job.name);
}

/** Names of the jobs and statuses of a pipeline that failed and may not. */
export async function failedJobNames(ctx: Context, pipelineId: number): Promise<string[]> {
  const filter = { pipelineIds: [pipelineId], statuses: ['failed'], includesRetried: false } as const;
  const jobs = await listJobRows(ctx.db, filter, ALL);
  return jobs.flatMap((job) => (job.allow_failure ? [] : [job.name]));
}

/** Names of the jobs that a pipeline waits for until a user starts them. */
export async function manualJobNames(ctx: Context, pipelineId: number): Promise<string[]> {
  const filter = { pipelineIds: [pipelineId], statuses: ['manual'], includesRetried: false } as const;
  const jobs = await listJobRows(ctx.db, filter, ALL);
  return jobs.flatMap((job) => (job.allow_failure ? [] : [job.name]));
}

/** Cancels a pipeline whose result nobody needs any more. The product does this itself: no right is checked. */
export async function cancelUnneededPipeline(ctx: Context, pipelineId: number): Promise<void> {
  const pipeline = await lockPipeline(ctx.db, pipelineId);
  if (!pipeline || isFinished(pipeline.status)) return;
  if (pipeline.source !== 'external') return void (await cancelActiveJobs(ctx, pipeline));
  const finishedAt = ctx.clock.now();
  const canceled = await updatePipeline(ctx.db, pipeline.id, { status: 'canceled', finished_at: finishedAt });
  if (canceled) await pipelineChanged(ctx, canceled, pipeline.status);
}
