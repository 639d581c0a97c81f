import { isFinished } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { timingSafeEqual } from 'node:crypto';
import { findActingUser } from '../../../accounts/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { finishJob } from '../../processing/finish-job.ts';
import { findJob, type JobRow } from '../../store/job-store.ts';
import { traceTail } from '../../traces/reads/read-trace.ts';
import { createJobRelease } from '../../releases/job-release.ts';
import { findCoverage } from '../../traces/find-coverage.ts';
import { findTrace } from '../../traces/store/trace-store.ts';
import { FAILURE_REASONS } from '../reads/job-payload.ts';
import { describeProblem, touchJob } from '../store/job-token-store.ts';
import { forgetWriter } from './log-writers.ts';

/** The job in work that this token belongs to. Once it has ended its token opens nothing any more. */
export async function authenticateJob(ctx: Context, jobId: number, token: string | undefined): Promise<JobRow> {
  const job = await findJob(ctx.db, jobId);
  if (!job) throw new AppError('not_found', { resource: 'Job' });
  if (!isTokenOf(ctx, job.token_hash, token) || (job.status !== 'running' && job.status !== 'canceling'))
    throw new AppError('job_token_invalid');
  await requireActiveUser(ctx, job);
  return job;
}

const isTokenOf = (ctx: Context, hash: Buffer | null, token: string | undefined): boolean =>
  hash !== null && timingSafeEqual(hash, ctx.secrets.digest(token ?? ''));

/** The ended job that had this token. A runner that missed the answer to its last call repeats it; nothing changes by it. */
export async function findEndedJob(
  ctx: Context,
  jobId: number,
  token: string | undefined,
): Promise<JobRow | undefined> {
  const job = await findJob(ctx.db, jobId);
  return job && isFinished(job.status) && isTokenOf(ctx, job.ended_token_hash, token) ? job : undefined;
}

/** Whether a report says again how the job ended. Whatever the runner says of a canceled job, it is canceled. */
export const isRepeatedResult = ({ status }: JobRow, state: string | undefined): boolean =>
  (state === 'success' || state === 'failed') && (state === status || status === 'canceled');

/** Whether the log has all of a piece already; gives its length. */
export async function isInTrace(ctx: Context, jobId: number, end: number): Promise<number | undefined> {
  const received = (await findTrace(ctx.db, jobId))?.received_bytes ?? 0;
  return end <= received ? received : undefined;
}

/** Ends a job whose user is gone or blocked: it works with the rights of that user. */
export async function requireActiveUser(ctx: Context, job: JobRow): Promise<void> {
  if (job.user_id !== null && (await findActingUser(ctx, job.user_id))) return;
  await finishJob({ ...ctx, actor: SYSTEM }, job.id, { status: 'failed', failureReason: 'user_blocked' });
  forgetWriter(ctx, job.id);
  throw new AppError('job_token_invalid');
}

export type JobUpdate = {
  state?: 'pending' | 'running' | 'success' | 'failed' | undefined;
  failureReason?: string | undefined;
  exitCode?: number | undefined;
  checksum?: string | undefined;
  logBytes?: number | undefined;
};

const isReason = (name: string | undefined): boolean => FAILURE_REASONS.some((reason) => reason === name);

/** What the runner says of its job: that it still works, or how it ended. The log has to be complete before. */
export async function updateJobState(ctx: Context, job: JobRow, update: JobUpdate): Promise<JobRow> {
  const { state, failureReason, exitCode, checksum, logBytes } = update;
  if (state !== 'success' && state !== 'failed') {
    await touchJob(ctx.db, job.id);
    return job;
  }
  const trace = await findTrace(ctx.db, job.id);
  const size = trace?.received_bytes ?? 0;
  if (logBytes !== undefined && logBytes > size) throw new AppError('log_incomplete', { size }, { status: 412 });
  const sum = `crc32:${(trace?.checksum ?? 0).toString(16).padStart(8, '0')}`;
  if (checksum !== undefined && checksum !== sum) {
    ctx.log.warn({ jobId: job.id, checksum, stored: sum }, 'the log of a job is not what its runner has');
  }
  const coverage = job.coverage_regex === null ? null : findCoverage(await traceTail(ctx, job.id), job.coverage_regex);
  const problem = state === 'success' && job.status === 'running' ? await createJobRelease(ctx, job) : undefined;
  if (problem !== undefined) await describeProblem(ctx.db, job.id, problem);
  const reason = isReason(failureReason) ? (failureReason ?? null) : 'unknown_failure';
  const finished = await finishJob({ ...ctx, actor: SYSTEM }, job.id, {
    status: problem === undefined ? state : 'failed',
    failureReason: problem !== undefined ? 'script_failure' : state === 'failed' ? reason : null,
    exitCode: exitCode ?? null,
    coverage,
  });
  forgetWriter(ctx, job.id);
  return finished ?? (await findJob(ctx.db, job.id)) ?? job;
}
