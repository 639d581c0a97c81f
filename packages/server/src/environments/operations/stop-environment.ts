import { AppError, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import {
  findPipelineOf,
  findStagedJob,
  jobNamed,
  playJob,
  retryJob,
  runRefusal,
  type StagedJob,
} from '../../ci/index.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { type EnvironmentAccess, getEnvironmentAccess } from '../environment-access.ts';
import { deployRefusal, type DeployRights, environmentSubject } from '../protection/reads/deploy-rights.ts';
import { type DeploymentRow, newestDeployments } from '../store/deployment-store.ts';
import { type EnvironmentRow, updateEnvironmentRow } from '../store/environment-store.ts';
import { environmentChanged } from './note-change.ts';

export type WhichEnvironment = { projectId: number; environmentId: number };

const AGAIN = new Set(['success', 'failed', 'canceled']);
const FIRST = new Set(['manual', 'scheduled']);

/** The job that stops an environment, if one can be started now: of the pipeline of its newest successful deployment. */
export async function findStopJob(ctx: Context, environment: EnvironmentRow): Promise<StagedJob | undefined> {
  return (await findStopJobs(ctx, [environment])).get(environment.id);
}

/** The same for several, by environment. Only those that name such a job cost a question of their own. */
export async function findStopJobs(
  ctx: Context,
  environments: readonly EnvironmentRow[],
): Promise<Map<number, StagedJob>> {
  const ids = environments.map(({ id }) => id);
  const deployments = await newestDeployments(ctx.db, ids, 'success');
  const jobs = new Map<number, StagedJob>();
  for (const environment of environments) {
    const job = await stopJobOf(ctx, environment, deployments.get(environment.id));
    if (job) jobs.set(environment.id, job);
  }
  return jobs;
}

async function stopJobOf(
  ctx: Context,
  environment: EnvironmentRow,
  deployment: DeploymentRow | undefined,
): Promise<StagedJob | undefined> {
  if (!deployment || deployment.on_stop === null || deployment.job_id === null) return undefined;
  const deployable = await findStagedJob(ctx, environment.project_id, deployment.job_id);
  const job = deployable && (await jobNamed(ctx, deployable.pipeline_id, deployment.on_stop));
  return job && (FIRST.has(job.status) || AGAIN.has(job.status)) ? job : undefined;
}

/** Who maintains the project may stop an environment, and who may start the job that stops it. */
export async function stopRefusal(
  ctx: Context,
  { environment, access, policy }: EnvironmentAccess,
  stopJob: StagedJob | undefined,
  rights?: DeployRights,
): Promise<Refusal | null> {
  const denied =
    can(ctx.actor, 'update_environment', policy) ??
    (rights ? rights.refusal(environmentSubject(environment)) : await deployRefusal(ctx, access, environment));
  if (denied) return denied;
  if (environment.state === 'stopped') return refuse('environment_not_available');
  const lacking = can(ctx.actor, 'stop_environment', policy);
  if (!stopJob) return lacking;
  const pipeline = await findPipelineOf(ctx, stopJob);
  return pipeline ? runRefusal(ctx, access, { ref: pipeline.ref, isTag: pipeline.is_tag }) : lacking;
}

type Loaded = EnvironmentAccess & { stopJob: StagedJob | undefined };

/** Starts the job that stops the environment, or stops it at once where there is none. `force` does not run the job. */
export const stopEnvironment = defineOperation<WhichEnvironment & { force?: boolean }, Loaded, EnvironmentRow>({
  name: 'environment.stop',
  load: async (ctx, { projectId, environmentId, force = false }) => {
    const found = await getEnvironmentAccess(ctx, projectId, environmentId);
    return { ...found, stopJob: force ? undefined : await findStopJob(ctx, found.environment) };
  },
  check: (ctx, loaded) => stopRefusal(ctx, loaded, loaded.stopJob),
  run: async (ctx, { environment, stopJob }) => {
    if (stopJob) await start(ctx, stopJob);
    const state = stopJob ? ('stopping' as const) : ('stopped' as const);
    const changed = await updateEnvironmentRow(ctx.db, environment.id, { state, auto_stop_at: null });
    await environmentChanged(ctx, changed);
    return changed;
  },
});

async function start(ctx: Context, job: StagedJob): Promise<void> {
  const which = { projectId: job.project_id, jobId: job.id };
  await (FIRST.has(job.status) ? playJob(ctx, which) : retryJob(ctx, which));
}

/** The environment is kept until somebody stops it. */
export const cancelAutoStop = defineOperation<WhichEnvironment, EnvironmentAccess, EnvironmentRow>({
  name: 'environment.cancel_auto_stop',
  load: (ctx, { projectId, environmentId }) => getEnvironmentAccess(ctx, projectId, environmentId),
  check: async (ctx, { environment, access, policy }) =>
    can(ctx.actor, 'update_environment', policy) ??
    (await deployRefusal(ctx, access, environment)) ??
    (environment.state === 'available' ? null : refuse('environment_not_available')),
  run: async (ctx, { environment }) => {
    const changed = await updateEnvironmentRow(ctx.db, environment.id, { auto_stop_at: null });
    await environmentChanged(ctx, changed);
    return changed;
  },
});

/** What stands in the way of others that are stopped in the same go is no reason to leave the rest. */
export const isRefusal = (error: unknown): error is AppError => error instanceof AppError;
