import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import type { RunnerInfo } from '@tributary/contract/ci/runners.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../../accounts/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { failpoint } from '../../../platform/failpoints.ts';
import { getProjectAccess, repositoryOf } from '../../../projects/index.ts';
import { changeJob } from '../../processing/process-pipeline.ts';
import { jobHolds } from '../../processing/job-gates.ts';
import { finishJob } from '../../processing/finish-job.ts';
import { jobOptions } from '../../rules/job-options.ts';
import { findJob, type JobRow, updateJob } from '../../store/job-store.ts';
import { findPipeline, lockPipeline, stageName } from '../../store/pipeline-store.ts';
import { recordDependencies } from '../../artifacts/store/artifact-store.ts';
import { createTrace } from '../../traces/store/trace-store.ts';
import { generateJobToken } from '../job-tokens.ts';
import { type JobPayload, jobPayload } from '../reads/job-payload.ts';
import { MissingDependency } from '../reads/job-dependencies.ts';
import { findRunner, type RunnerRow } from '../store/runner-store.ts';
import { listPendingJobs, type PendingJob } from '../store/queue-store.ts';
import { waitingRunners } from '../waiting-runners.ts';
import { forgetContacts, noteContact } from './runner-contacts.ts';
import { authenticateRunner } from './runner-session.ts';

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
  const room = waitingRunners(ctx);
  const ends = ctx.clock.now().getTime() + POLL_MS;
  let lastUpdate = room.cursor(ctx.clock.now());
  // One that only waits again is let in by what is known of it.
  const known = request.lastUpdate === lastUpdate ? room.knownRunner(ctx.secrets.digest(request.token)) : undefined;
  const runner = known ?? (await authenticateRunner(ctx, request.token));
  if (!known) room.noteRunner(runner, lastUpdate, ctx.clock.now());
  const managerId = await noteContact(ctx, runner, request);
  let isWoken = false;
  const waits = request.lastUpdate !== undefined;
  for (let current: RunnerRow | undefined = runner; current; current = await findRunner(ctx.db, runner.id)) {
    // It got another token while it waited.
    if (!current.token_digest.equals(runner.token_digest)) break;
    const stop = new AbortController();
    const signal = AbortSignal.any([request.signal, stop.signal]);
    const leftMs = waits ? ends - ctx.clock.now().getTime() : 0;
    // Listens before it looks, so that nothing is missed in between.
    const woken = leftMs > 0 ? room.wait(runner.id, await room.abilitiesOf(ctx, current), leftMs, signal) : undefined;
    lastUpdate = room.cursor(ctx.clock.now());
    const mayHaveWork = isWoken || request.lastUpdate !== lastUpdate;
    if (mayHaveWork && current === known) {
      // What is known lets it wait, and is read again before it gets work.
      stop.abort();
      isWoken = true;
      continue;
    }
    const payload = mayHaveWork && !current.is_paused ? await takeNext(ctx, current, managerId) : undefined;
    if (payload || !woken) {
      stop.abort();
      // Whoever woke it meant work that another runner may do now.
      if (payload && (await woken)) void room.serve(ctx);
      return { payload, lastUpdate };
    }
    if (!(await woken)) return { payload: undefined, lastUpdate };
    isWoken = true;
  }
  // The job that woke it is for another one.
  void room.serve(ctx);
  throw new AppError('runner_token_invalid');
}

async function takeNext(ctx: Context, runner: RunnerRow, managerId: number): Promise<JobPayload | undefined> {
  const tried = new Set<number>();
  for (;;) {
    const pending = await listPendingJobs(ctx.db, runner, CANDIDATES);
    const next = pending.find(({ id }) => !tried.has(id));
    if (!next) return undefined;
    tried.add(next.id);
    if (next.hasEnvironment && (await isHeldBack({ ...ctx, actor: SYSTEM }, next))) continue;
    const payload = await claimWithPayload(ctx, next, { runner, managerId, token: generateJobToken() });
    if (payload) return payload;
  }
}

type Claim = { runner: RunnerRow; managerId: number; token: string };

async function claimWithPayload(ctx: Context, next: PendingJob, by: Claim): Promise<JobPayload | undefined> {
  const claimed = await claim(ctx, next, by).catch((error: unknown) => {
    // Its machine may have been removed in another process.
    forgetContacts(ctx);
    throw error;
  });
  // Another runner was faster.
  if (!claimed) return undefined;
  failpoint('job.claim_commit');
  const { job } = claimed;
  const read = await claimed.reading;
  if ('error' in read) return failUnreadable({ ...ctx, actor: SYSTEM }, job, read.error);
  // Its token downloads what it was given and nothing else.
  await recordDependencies(
    ctx.db,
    job.id,
    read.payload.dependencies.map(({ id }) => id),
  );
  return read.payload;
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

type Claimed = { job: JobRow; reading: Promise<ReadPayload> };

/**
 * The job is the runner's if it still waits: of many that try at once one has it. What the runner needs is read meanwhile, on
 * other connections.
 */
function claim(ctx: Context, next: PendingJob, { runner, managerId, token }: Claim): Promise<Claimed | undefined> {
  return transact({ ...ctx, actor: SYSTEM }, async (inner) => {
    const pipeline = await lockPipeline(inner.db, next.pipelineId);
    const seen = await findJob(inner.db, next.id);
    if (!pipeline || seen?.status !== 'pending') return undefined;
    const asked = seen.timeout_seconds ?? readCiSettings(next.ciSettings).build_timeout;
    const change = {
      status: 'running' as const,
      runner_id: runner.id,
      runner_manager_id: managerId,
      token_hash: inner.secrets.digest(token),
      timeout_seconds: Math.min(asked, runner.maximum_timeout_seconds ?? asked),
      started_at: inner.clock.now(),
    };
    const reading = readPayload(ctx, { ...seen, ...change }, { runner, managerId, token });
    await createTrace(inner.db, seen.id);
    const job = await changeJob(inner, seen, change, pipeline);
    return job && { job, reading };
  });
}

/** The job runs with the rights of a user who is gone or blocked. */
class UserBlocked extends Error {}

type ReadPayload = { payload: JobPayload } | { error: unknown };

/** Never fails: what went wrong counts only once the job is claimed. */
async function readPayload(ctx: Context, job: JobRow, { runner, token }: Claim): Promise<ReadPayload> {
  try {
    const [actor, pipeline, stage] = await Promise.all([
      job.user_id === null ? undefined : findActingUser(ctx, job.user_id),
      findPipeline(ctx.db, job.pipeline_id),
      stageName(ctx.db, job.stage_id),
    ]);
    if (!actor) throw new UserBlocked();
    if (!pipeline) throw new Error('the pipeline of a job is gone');
    const inner = { ...ctx, actor };
    const access = await getProjectAccess(inner, job.project_id);
    const repo = repositoryOf(inner, access);
    const subject = { job, options: jobOptions(job), stage, pipeline, access, repo, runner, token };
    return { payload: await jobPayload(inner, subject) };
  } catch (error) {
    return { error };
  }
}

/** A job that cannot be described fails, and the runner gets another one. */
async function failUnreadable(ctx: Context, job: JobRow, error: unknown): Promise<undefined> {
  const endJob = (failureReason: string) => finishJob(ctx, job.id, { status: 'failed', failureReason });
  if (error instanceof UserBlocked) {
    await endJob('user_blocked');
  } else if (error instanceof MissingDependency) {
    await updateJob(ctx.db, job, { description: error.message.slice(0, 1_000) });
    await endJob('missing_dependency_failure');
  } else {
    ctx.log.error({ err: error, jobId: job.id }, 'a job could not be given to its runner');
    await endJob('scheduler_failure');
  }
  return undefined;
}
