import { type DeploymentStatus, isDeploymentOver } from '@tributary/contract/environments/status.ts';
import { expandForJob, findPipelineOf, findStagedJob, PROTECTED_ENVIRONMENT, type StagedJob } from '../../ci/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { approvalState } from '../approvals/reads/approval-state.ts';
import { protectedSubject } from '../protection/rules/protection.ts';
import { deploymentStatusOf } from '../rules/deployment-status.ts';
import { type EnvironmentConfig, environmentOf } from '../rules/environment-config.ts';
import { isEnvironmentName, webAddress } from '../rules/environment-names.ts';
import {
  findDeploymentOfJob,
  insertDeployment,
  newestDeployments,
  setDeploymentStatus,
} from '../store/deployment-store.ts';
import { type EnvironmentRow, lockEnvironmentByName, updateEnvironmentRow } from '../store/environment-store.ts';
import { ensureEnvironment } from './ensure-environment.ts';
import { deploymentChanged, environmentChanged } from './note-change.ts';

type Followed = { access: ProjectAccess; config: EnvironmentConfig };

/**
 * Brings environment and deployment in line with a job that has changed. What the job is now counts, not what the event says:
 * events may come late, twice or in another order.
 */
export async function followJob(ctx: Context, { projectId, jobId }: { projectId: number; jobId: number }) {
  const job = await findStagedJob(ctx, projectId, jobId);
  const config = job?.environment != null ? environmentOf(job) : undefined;
  if (!job || !config || !isEnvironmentName(config.name)) return;
  const access = await getProjectAccess(ctx, projectId);
  await transact(ctx, async (inner) => {
    const followed = { access, config };
    if (config.action === 'start') await followDeployment(inner, followed, job);
    else await followOther(inner, followed, job);
  });
}

async function followDeployment(ctx: Context, followed: Followed, { id, project_id: projectId }: StagedJob) {
  const { config } = followed;
  const known = await findDeploymentOfJob(ctx.db, id);
  const seen = await findStagedJob(ctx, projectId, id);
  if (!seen || (!known && seen.status === 'skipped')) return;
  // Who may not deploy there does not choose its tier either.
  const tier = seen.failure_reason === PROTECTED_ENVIRONMENT ? null : config.deploymentTier;
  const environment = await ensureEnvironment(ctx, { projectId, name: config.name, tier });
  // As it is now that the row of the environment is locked: the last of several followers sees the newest status.
  const job = await findStagedJob(ctx, projectId, id);
  const pipeline = job && (await findPipelineOf(ctx, job));
  if (!job || !pipeline) return;
  const before = await findDeploymentOfJob(ctx.db, id);
  const status = await statusOf(ctx, { job, environment, config, deploymentId: before?.id });
  if (before?.status === status) return;
  const finishedAt = isDeploymentOver(status) ? (job.finished_at ?? ctx.clock.now()) : null;
  const deployment = before
    ? await setDeploymentStatus(ctx.db, before.id, { status, finishedAt, userId: job.user_id })
    : await insertDeployment(ctx.db, {
        project_id: projectId,
        environment_id: environment.id,
        job_id: id,
        ref: pipeline.ref,
        is_tag: pipeline.is_tag,
        sha: pipeline.sha,
        status,
        user_id: job.user_id,
        on_stop: config.onStop,
        deployment_tier: config.deploymentTier,
        finished_at: finishedAt,
      });
  await deploymentChanged(ctx, deployment, before?.status ?? null);
  if (status === 'success') await deployed(ctx, followed, { environment, job });
}

/** As its job stands; one that waits for approvals before the job can start is blocked. */
async function statusOf(
  ctx: Context,
  { job, environment: { name, tier }, config, deploymentId }: Standing,
): Promise<DeploymentStatus> {
  if (job.status !== 'manual') return deploymentStatusOf(job.status);
  const subject = protectedSubject(name, { stored: tier, configured: config.deploymentTier });
  const question = { deploymentId, subject, deployerId: job.user_id };
  return (await approvalState(ctx, job.project_id, question)).pending > 0 ? 'blocked' : deploymentStatusOf(job.status);
}

type Standing = {
  job: StagedJob;
  environment: EnvironmentRow;
  config: EnvironmentConfig;
  deploymentId: number | undefined;
};
type Deployed = { environment: EnvironmentRow; job: StagedJob };

/** A deployment that succeeded makes its environment available, with what its configuration says. */
async function deployed(ctx: Context, { access, config }: Followed, { environment, job }: Deployed): Promise<void> {
  const url = config.url === null ? undefined : await urlOf(ctx, access, { environment, job, text: config.url });
  const changed = await updateEnvironmentRow(ctx.db, environment.id, {
    state: 'available',
    auto_delete_at: null,
    ...(url !== undefined && { external_url: url }),
    ...(config.deploymentTier !== null && { tier: config.deploymentTier }),
    auto_stop_at: autoStopAt(ctx, config),
  });
  await environmentChanged(ctx, changed);
}

function autoStopAt(ctx: Context, { autoStopInSeconds: seconds }: EnvironmentConfig): Date | null {
  return seconds === null ? null : new Date(ctx.clock.now().getTime() + seconds * 1_000);
}

/** Undefined when what the variables make of it is no address of http or https. */
async function urlOf(
  ctx: Context,
  access: ProjectAccess,
  { environment, job, text }: { environment: EnvironmentRow; job: StagedJob; text: string },
): Promise<string | undefined> {
  const own = {
    CI_ENVIRONMENT_NAME: environment.name,
    CI_ENVIRONMENT_SLUG: environment.slug,
    CI_ENVIRONMENT_TIER: environment.tier,
    CI_ENVIRONMENT_ACTION: 'start',
  };
  const url = webAddress(await expandForJob(ctx, access, job, { text, own }));
  if (url === undefined) ctx.log.info({ jobId: job.id }, 'the address of an environment is not one of http or https');
  return url;
}

/** A job that stops the environment, or uses it. */
async function followOther(ctx: Context, { config }: Followed, { id, project_id: projectId }: StagedJob) {
  const environment = await lockEnvironmentByName(ctx.db, projectId, config.name);
  const job = environment && (await findStagedJob(ctx, projectId, id));
  if (!job) return;
  const save = async (changes: Parameters<typeof updateEnvironmentRow>[2]) =>
    environmentChanged(ctx, await updateEnvironmentRow(ctx.db, environment.id, changes));
  if (config.action === 'stop') {
    if (environment.state === 'stopped') return;
    // It was deployed again after this job: the event comes late.
    const newest = (await newestDeployments(ctx.db, [environment.id], 'success')).get(environment.id);
    const isOld = newest?.finished_at != null && job.finished_at !== null && newest.finished_at > job.finished_at;
    if (job.status === 'success' && !isOld) await save({ state: 'stopped', auto_stop_at: null });
    // It is still there: somebody may try again.
    if (['failed', 'canceled'].includes(job.status) && environment.state === 'stopping') {
      await save({ state: 'available' });
    }
    return;
  }
  const isKept = config.autoStopInSeconds !== null && ['prepare', 'access'].includes(config.action);
  if (isKept && job.status === 'success' && environment.state === 'available') {
    await save({ auto_stop_at: autoStopAt(ctx, config) });
  }
}
