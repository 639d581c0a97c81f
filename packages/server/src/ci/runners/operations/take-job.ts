import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import type { RunnerInfo } from '@tributary/contract/ci/runners.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../../accounts/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { failpoint } from '../../../platform/failpoints.ts';
import { getProjectAccess, projectRowsByIds, repositoryOf } from '../../../projects/index.ts';
import { changeJob } from '../../processing/process-pipeline.ts';
import { jobHolds } from '../../processing/job-gates.ts';
import { finishJob } from '../../processing/finish-job.ts';
import { jobOptions } from '../../rules/job-options.ts';
import { findJob, type JobRow, updateJob } from '../../store/job-store.ts';
import { findPipeline, lockPipeline, stageName } from '../../store/pipeline-store.ts';
import { createTrace } from '../../traces/store/trace-store.ts';
import { generateJobToken } from '../job-tokens.ts';
import { type JobPayload, jobPayload } from '../reads/job-payload.ts';
import { MissingDependency } from '../reads/job-dependencies.ts';
import type { RunnerAbilities } from '../rules/may-take.ts';
import { findRunner, listRunnerProjects, type RunnerRow } from '../store/runner-store.ts';
import { listPendingJobs, type PendingJob } from '../store/queue-store.ts';
import { waitingRunners } from '../waiting-runners.ts';
import { authenticateRunner, recordContact } from './runner-session.ts';

const CANDIDATES = 20;
/** As long as proxies commonly wait: each request costs a little, and thousands of runners wait. */
const POLL_MS = 50_000;

export type JobRequest = {
  token: string;
  systemId?: string | undefined;
  info?: RunnerInfo | undefined;
  lastUpdate?: string | undefined;
  /** Ends when the runner has gone away. */
  signal: AbortSignal;
};
export type JobAnswer = { payload: JobPayload | undefined; lastUpdate: string };

/**
 * Gives the runner the next job that it may take, or waits until there is one. A runner that says the cursor of its last
 * answer is not looked at again before something was queued.
 */
export async function requestJob(ctx: Context, request: JobRequest): Promise<JobAnswer> {
  const runner = await authenticateRunner(ctx, request.token);
  const manager = await recordContact(ctx, runner, request);
  const room = waitingRunners(ctx);
  const ends = ctx.clock.now().getTime() + POLL_MS;
  let lastUpdate = room.cursor(ctx.clock.now());
  let mayHaveWork = request.lastUpdate !== lastUpdate;
  const waits = request.lastUpdate !== undefined;
  for (let current: RunnerRow | undefined = runner; current; current = await findRunner(ctx.db, runner.id)) {
    // It got another token while it waited.
    if (!current.token_digest.equals(runner.token_digest)) break;
    const stop = new AbortController();
    const signal = AbortSignal.any([request.signal, stop.signal]);
    const leftMs = waits ? ends - ctx.clock.now().getTime() : 0;
    // Listens before it looks, so that nothing is missed in between.
    const woken = leftMs > 0 ? room.wait(runner.id, await abilitiesOf(ctx, current), leftMs, signal) : undefined;
    lastUpdate = room.cursor(ctx.clock.now());
    const payload = mayHaveWork && !current.is_paused ? await takeNext(ctx, current, manager.id) : undefined;
    if (payload || !woken) {
      stop.abort();
      // Whoever woke it meant work that another runner may do now.
      if (payload && (await woken)) void room.serve(ctx);
      return { payload, lastUpdate };
    }
    if (!(await woken)) return { payload: undefined, lastUpdate };
    mayHaveWork = true;
  }
  // The job that woke it is for another one.
  void room.serve(ctx);
  throw new AppError('runner_token_invalid');
}

async function abilitiesOf(ctx: Context, runner: RunnerRow): Promise<RunnerAbilities> {
  return {
    kind: runner.kind,
    namespaceId: runner.namespace_id,
    projectIds: runner.kind === 'project' ? await listRunnerProjects(ctx.db, runner.id) : [],
    tags: runner.tags,
    runsUntagged: runner.runs_untagged && !runner.is_paused,
    isProtectedOnly: runner.access_level === 'ref_protected',
  };
}

async function takeNext(ctx: Context, runner: RunnerRow, managerId: number): Promise<JobPayload | undefined> {
  const tried = new Set<number>();
  for (;;) {
    const pending = await listPendingJobs(ctx.db, runner, CANDIDATES);
    const next = pending.find(({ id }) => !tried.has(id));
    if (!next) return undefined;
    tried.add(next.id);
    if (await isHeldBack({ ...ctx, actor: SYSTEM }, next)) continue;
    const token = generateJobToken();
    const job = await claim({ ...ctx, actor: SYSTEM }, next, { runner, managerId, token });
    // Another runner was faster.
    if (!job) continue;
    failpoint('job.claim_commit');
    const payload = await payloadOf(ctx, job, runner, token);
    if (payload) return payload;
  }
}

/** Rights to deploy may have changed since the job was queued: those of this moment count. */
async function isHeldBack(ctx: Context, { id }: PendingJob): Promise<boolean> {
  const job = await findJob(ctx.db, id);
  const hold = job && (await jobHolds(ctx, [job])).get(id);
  if (!hold) return false;
  if (hold.kind === 'fail') await finishJob(ctx, id, { status: 'failed', failureReason: hold.reason });
  else await transact(ctx, (inner) => changeJob(inner, job, { status: 'manual', queued_at: null }));
  return true;
}

type Claim = { runner: RunnerRow; managerId: number; token: string };

/** The job is the runner's if it still waits: of many that try at once one has it. */
function claim(ctx: Context, pending: PendingJob, { runner, managerId, token }: Claim): Promise<JobRow | undefined> {
  return transact(ctx, async (inner) => {
    await lockPipeline(inner.db, pending.pipelineId);
    const job = await findJob(inner.db, pending.id);
    if (job?.status !== 'pending') return undefined;
    const [project] = await projectRowsByIds(inner.db, [job.project_id]);
    const asked = job.timeout_seconds ?? readCiSettings(project?.ci_settings ?? {}).build_timeout;
    await createTrace(inner.db, job.id);
    return changeJob(inner, job, {
      status: 'running',
      runner_id: runner.id,
      runner_manager_id: managerId,
      token_hash: inner.secrets.digest(token),
      timeout_seconds: Math.min(asked, runner.maximum_timeout_seconds ?? asked),
      started_at: inner.clock.now(),
    });
  });
}

/** What the runner needs; a job that cannot be described fails, and the runner gets another one. */
async function payloadOf(ctx: Context, job: JobRow, runner: RunnerRow, token: string): Promise<JobPayload | undefined> {
  const system = { ...ctx, actor: SYSTEM };
  try {
    const actor = job.user_id === null ? undefined : await findActingUser(ctx, job.user_id);
    if (!actor) {
      await finishJob(system, job.id, { status: 'failed', failureReason: 'user_blocked' });
      return undefined;
    }
    const inner = { ...ctx, actor };
    const access = await getProjectAccess(inner, job.project_id);
    const pipeline = await findPipeline(ctx.db, job.pipeline_id);
    if (!pipeline) return undefined;
    const stage = await stageName(ctx.db, job.stage_id);
    const options = jobOptions(job);
    const subject = { job, options, stage, pipeline, access, repo: repositoryOf(inner, access), runner, token };
    return await jobPayload(inner, subject);
  } catch (error) {
    if (error instanceof MissingDependency) {
      await updateJob(ctx.db, job, { description: error.message.slice(0, 1_000) });
      await finishJob(system, job.id, { status: 'failed', failureReason: 'missing_dependency_failure' });
      return undefined;
    }
    ctx.log.error({ err: error, jobId: job.id }, 'a job could not be given to its runner');
    await finishJob(system, job.id, { status: 'failed', failureReason: 'scheduler_failure' });
    return undefined;
  }
}
