import type { Inputs } from '@tributary/ci-config';
import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { jobHolds, jobStartRefusal } from '../processing/job-gates.ts';
import { changeJob, processPipeline } from '../processing/process-pipeline.ts';
import { replaceJob } from '../processing/retry-jobs.ts';
import { withJobInputs } from '../variables/job-inputs.ts';
import { nextStatus } from '../rules/status-machine.ts';
import { listCurrentJobs, resetSkipped } from '../store/dag-store.ts';
import { findJob, type JobRow, updateJob } from '../store/job-store.ts';
import { findPipeline, lockPipeline, type PipelineRow } from '../store/pipeline-store.ts';
import { withJobVariables } from '../variables/job-variables.ts';
import { runRefusal, variablesRefusal } from './run-refusal.ts';

export type WhichJob = { projectId: number; jobId: number };
type Loaded = { access: ProjectAccess; job: JobRow; pipeline: PipelineRow };

const RESOURCE = 'Job';

async function load(ctx: Context, { projectId, jobId }: WhichJob): Promise<Loaded> {
  const access = await getProjectAccess(ctx, projectId);
  const found = await findJob(ctx.db, jobId);
  // Whoever changes jobs has the row of their pipeline.
  const pipeline = found && (await (ctx.db.isTransaction ? lockPipeline : findPipeline)(ctx.db, found.pipeline_id));
  const job = pipeline && (await findJob(ctx.db, jobId));
  if (!job || job.project_id !== access.project.id) throw new AppError('not_found', { resource: RESOURCE });
  return { access, job, pipeline };
}

const check = (ctx: Context, { access, pipeline }: Loaded) =>
  runRefusal(ctx, access, { ref: pipeline.ref, isTag: pipeline.is_tag });

/** Jobs with a protected environment need more than the right to the ref. */
const checkStart = async (ctx: Context, loaded: Loaded) =>
  (await check(ctx, loaded)) ?? jobStartRefusal(ctx, loaded.access, loaded.job);

/** What a job is started with by hand: variables, and values of the inputs that it declares. */
type Given = { variables?: { key: string; value: string }[]; inputs?: Inputs | undefined };

/** The options of the job with what it is started with; undefined where nothing changes. */
function optionsWith(ctx: Context, { options }: JobRow, { variables, inputs = {} }: Given) {
  if (variables === undefined && Object.keys(inputs).length === 0) return undefined;
  const chosen = variables === undefined ? options : withJobVariables(ctx, options, variables);
  return withJobInputs(chosen, inputs);
}

/** Starts a manual or delayed job now. Only this job gets the `variables`. */
export const playJob = defineOperation<WhichJob & Given, Loaded, JobRow>({
  name: 'job.play',
  load,
  check: async (ctx, loaded, { variables = [] }) => {
    const denied = (await checkStart(ctx, loaded)) ?? variablesRefusal(ctx, loaded.access, variables);
    if (denied) return denied;
    if (loaded.job.kind === 'status' || !['manual', 'scheduled'].includes(loaded.job.status)) {
      return refuse('job_not_playable');
    }
    const asActor = { ...loaded.job, user_id: actorId(ctx.actor) ?? null };
    return (await jobHolds(ctx, [asActor])).has(loaded.job.id) ? refuse('job_waits_for_approval') : null;
  },
  run: async (ctx, { job }, { variables = [], inputs }) => {
    const options = optionsWith(ctx, job, { ...(variables.length > 0 && { variables }), inputs });
    const status = nextStatus(job.status, job.resource_group === null ? 'enqueue' : 'wait_for_resource');
    if (status === null) throw new AppError('job_not_playable');
    await resetSkipped(ctx.db, job);
    const change = {
      status,
      user_id: actorId(ctx.actor) ?? null,
      queued_at: ctx.clock.now(),
      ...(options && { options: JSON.stringify(options) }),
    };
    const changed = await changeJob(ctx, job, change);
    if (!changed) throw new AppError('job_not_playable');
    return changed;
  },
});

/** A delayed job waits until it is started by hand. */
export const unscheduleJob = defineOperation<WhichJob, Loaded, JobRow>({
  name: 'job.unschedule',
  load,
  check: async (ctx, loaded) =>
    (await check(ctx, loaded)) ?? (loaded.job.status === 'scheduled' ? null : refuse('job_not_scheduled')),
  run: async (ctx, { job }) => {
    const changed = await changeJob(ctx, job, { status: 'manual', run_when: 'manual', scheduled_at: null });
    if (!changed) throw new AppError('job_not_scheduled');
    return changed;
  },
});

/**
 * Starts a job that waited to be released, as the user it has. One that is started by hand goes on waiting for that. In the
 * transaction of the caller, who has checked that it may start.
 */
export async function releaseJob(ctx: Context, { projectId, jobId }: WhichJob): Promise<void> {
  const { job } = await load(ctx, { projectId, jobId });
  if (job.status !== 'manual' || job.run_when === 'manual') return;
  const status = nextStatus(job.status, job.resource_group === null ? 'enqueue' : 'wait_for_resource');
  if (status !== null) await changeJob(ctx, job, { status, queued_at: ctx.clock.now() });
}

/** Runs a finished job again, as the actor: with the same variables, or with these instead. */
export const retryJob = defineOperation<WhichJob & Given, Loaded, JobRow>({
  name: 'job.retry',
  load,
  check: async (ctx, loaded, { variables = [] }) =>
    (await checkStart(ctx, loaded)) ??
    variablesRefusal(ctx, loaded.access, variables) ??
    (loaded.job.kind !== 'status' &&
    !loaded.job.is_retried &&
    isFinished(loaded.job.status) &&
    loaded.job.status !== 'skipped'
      ? null
      : refuse('job_not_retryable')),
  run: async (ctx, { job, pipeline }, given) => {
    const options = optionsWith(ctx, job, given) ?? job.options;
    const added = await replaceJob(ctx, { ...job, options }, actorId(ctx.actor) ?? null);
    await processPipeline(ctx, pipeline);
    return (await findJob(ctx.db, added.id)) ?? added;
  },
});

/** A running job is stopped by its runner; others end at once. `force` does not wait for the runner. */
export const cancelJob = defineOperation<WhichJob & { force?: boolean }, Loaded, JobRow>({
  name: 'job.cancel',
  load,
  check: async (ctx, loaded) =>
    (await check(ctx, loaded)) ??
    (loaded.job.kind === 'status' || isFinished(loaded.job.status) ? refuse('job_not_cancelable') : null),
  run: async (ctx, { job }, { force = false }) => {
    const status = nextStatus(
      job.status,
      !force && job.kind === 'build' && job.status === 'running' ? 'request_cancel' : 'cancel',
    );
    if (status === null) return job;
    const finished = status === 'canceled' ? { finished_at: ctx.clock.now(), token_hash: null } : {};
    return (await changeJob(ctx, job, { status, ...finished })) ?? job;
  },
});

/** Runs again what failed or was canceled and the actor may start; the pipeline is locked. */
export async function retryFailedJobs(
  ctx: Context,
  access: ProjectAccess,
  pipeline: PipelineRow,
): Promise<PipelineRow> {
  for (const job of await listCurrentJobs(ctx.db, pipeline.id, ['failed', 'canceled'])) {
    if (job.kind === 'status' || (await jobStartRefusal(ctx, access, { ...job, id: 0 }))) continue;
    // What never started waits for its turn again.
    if (job.started_at === null && job.status === 'canceled')
      await updateJob(ctx.db, job, { status: 'created', finished_at: null });
    else await replaceJob(ctx, job, actorId(ctx.actor) ?? null);
  }
  return processPipeline(ctx, pipeline);
}
