import { type CiStatus, isFinished } from '@tributary/contract/ci/status.ts';
import type { Context } from '../../platform/context.ts';
import { emitAll, publish } from '../../platform/events.ts';
import { jobChanged, refreshPipeline } from '../operations/refresh-pipeline.ts';
import { nextStatus } from '../rules/status-machine.ts';
import type { JobRow } from '../store/job-store.ts';
import { updateJob } from '../store/job-store.ts';
import { lockPipeline, type PipelineRow } from '../store/pipeline-store.ts';
import { listDagJobs, type DagJob, moveJobs, needsOf } from '../store/dag-store.ts';
import { findJobs } from '../store/job-store.ts';
import { type JobHold, jobHolds } from './job-gates.ts';
import { QUEUE_TOPIC } from './queue-topic.ts';
import { nextStep, type Step } from './next-step.ts';
import { takeResources } from './resource-groups.ts';

/**
 * Starts every job whose turn it is and skips those that will never run, then gives the pipeline the status of its jobs. Call
 * it in the transaction that changed jobs, with the pipeline locked. Nothing polls: each change of a job calls it.
 */
export async function processPipeline(ctx: Context, pipeline: PipelineRow): Promise<PipelineRow> {
  const jobs = await listDagJobs(ctx.db, pipeline.id);
  const needs = await needsOf(ctx.db, pipeline.id);
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const steps = new Map<Step, number[]>();
  const waiting = jobs.filter(({ status, kind }) => status === 'created' && kind !== 'status');
  const holds = await holdsOf(ctx, waiting);
  // A skipped job decides about later ones: one pass in the order of the stages, repeated where needs point ahead.
  for (let changed = true; changed;) {
    changed = false;
    for (const job of waiting) {
      if (job.status !== 'created') continue;
      const before = job.scheduling === 'needs' ? neededBy(job, needs, byName) : jobs.filter(isBefore(job));
      const wanted = nextStep(job, before);
      if (wanted === null) continue;
      const step = heldStep(wanted, holds.get(job.id));
      const status = nextStatus(job.status, step);
      if (status === null) continue;
      job.status = status;
      steps.set(step, [...(steps.get(step) ?? []), job.id]);
      changed = true;
    }
  }
  for (const [step, ids] of steps) await take(ctx, pipeline, step, ids);
  await takeResources(ctx, pipeline.project_id);
  return refreshPipeline(ctx, pipeline);
}

async function holdsOf(ctx: Context, waiting: readonly DagJob[]): Promise<Map<number, JobHold>> {
  const ids = waiting.flatMap(({ id, hasEnvironment }) => (hasEnvironment ? [id] : []));
  return ids.length === 0 ? new Map() : jobHolds(ctx, await findJobs(ctx.db, ids));
}

/** A job that would start is held or fails where its environment does not let it start. */
function heldStep(step: Step, hold: JobHold | undefined): Step {
  if (!hold || (step !== 'enqueue' && step !== 'wait_for_resource')) return step;
  return hold.kind === 'wait' ? 'block' : 'fail';
}

const isBefore = (job: DagJob) => (other: DagJob) => other.position < job.position;

function neededBy(job: DagJob, needs: ReadonlyMap<number, readonly string[]>, byName: ReadonlyMap<string, DagJob>) {
  return (needs.get(job.id) ?? []).flatMap((name) => byName.get(name) ?? []);
}

async function take(ctx: Context, pipeline: PipelineRow, step: Step, ids: readonly number[]): Promise<void> {
  const now = ctx.clock.now();
  const moved = await moveJobs(ctx.db, ids, step, now);
  await emitAll(
    ctx,
    'job.changed',
    moved.map(({ id: jobId, status }) => ({
      jobId,
      pipelineId: pipeline.id,
      projectId: pipeline.project_id,
      status,
      before: 'created' as const,
    })),
  );
  if (step === 'enqueue') await publish(ctx, QUEUE_TOPIC, 'queued', { projectId: pipeline.project_id });
}

export type JobChange = Parameters<typeof updateJob>[2] & { status: CiStatus };

/**
 * Changes one job and everything that follows from it. `seen` is the status that the caller decided by; undefined when the job
 * has another one meanwhile. `locked` is its pipeline, where the caller has locked it.
 */
export async function changeJob(
  ctx: Context,
  seen: Pick<JobRow, 'id' | 'status' | 'pipeline_id'>,
  change: JobChange,
  locked?: PipelineRow,
): Promise<JobRow | undefined> {
  const pipeline = locked ?? (await lockPipeline(ctx.db, seen.pipeline_id));
  if (!pipeline) return undefined;
  const job = await updateJob(ctx.db, seen, change);
  if (!job) return undefined;
  if (job.status !== seen.status) await jobChanged(ctx, job, seen.status);
  if (isFinished(job.status) || job.status === 'pending') await processPipeline(ctx, pipeline);
  else await refreshPipeline(ctx, pipeline);
  if (job.status === 'pending') await publish(ctx, QUEUE_TOPIC, 'queued', { projectId: job.project_id });
  return job;
}
