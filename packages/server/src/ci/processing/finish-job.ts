import { type CiStatus, isFinished } from '@tributary/contract/ci/status.ts';
import { z } from 'zod';
import { type Context, transact } from '../../platform/context.ts';
import { jobChanged } from '../operations/refresh-pipeline.ts';
import { nextStatus } from '../rules/status-machine.ts';
import { countAttempts } from '../store/dag-store.ts';
import { findJob, type JobRow, updateJob } from '../store/job-store.ts';
import { lockPipeline } from '../store/pipeline-store.ts';
import { processPipeline } from './process-pipeline.ts';
import { replaceJob } from './retry-jobs.ts';
import { PROTECTED_ENVIRONMENT } from '../store/dag-store.ts';

/** How a job ended. `coverage` in percent. */
export type JobResult = {
  status: Extract<CiStatus, 'success' | 'failed' | 'canceled'>;
  failureReason?: string | null;
  exitCode?: number | null;
  coverage?: number | null;
};

const retryOptions = z.object({
  allowedExitCodes: z.array(z.number()).nullish(),
  retry: z.object({ max: z.number(), when: z.array(z.string()), exitCodes: z.array(z.number()) }).optional(),
});

/** Reasons of runners and of this service, by the names that `retry:when` has for them. */
const STUCK = new Set(['stuck_or_timeout_failure', 'job_execution_timeout', 'no_matching_runner']);

/** Users decided that it does not run. */
const DECIDED = new Set([PROTECTED_ENVIRONMENT, 'deployment_rejected']);

const EVENTS = { success: 'succeed', failed: 'fail', canceled: 'cancel' } as const;

/**
 * Ends a job and does all that follows: exit codes that are allowed, retries of its configuration, later jobs, the status of
 * the pipeline. Undefined when it had ended before: a second result changes nothing.
 */
export function finishJob(ctx: Context, jobId: number, result: JobResult): Promise<JobRow | undefined> {
  return transact(ctx, async (inner) => {
    const found = await findJob(inner.db, jobId);
    const pipeline = found && (await lockPipeline(inner.db, found.pipeline_id));
    const job = pipeline && (await findJob(inner.db, jobId));
    if (!job || isFinished(job.status)) return undefined;
    // Whatever the runner says of a job that it was told to cancel, it is canceled.
    const status = job.status === 'canceling' ? 'canceled' : result.status;
    if (nextStatus(job.status, EVENTS[status]) === null) return undefined;
    const { allowedExitCodes, retry } = retryOptions.parse(job.options);
    const isAllowed = status === 'failed' && result.exitCode != null && allowedExitCodes?.includes(result.exitCode);
    const updated = await updateJob(inner.db, job, {
      status,
      failure_reason: status === 'failed' ? (result.failureReason ?? 'unknown_failure') : null,
      exit_code: result.exitCode ?? null,
      ...(result.coverage != null && { coverage: result.coverage }),
      ...(isAllowed && { allow_failure: true }),
      token_hash: null,
      finished_at: inner.clock.now(),
    });
    if (!updated) return undefined;
    await jobChanged(inner, updated, job.status);
    if (status === 'failed' && (await isRetried(inner, updated, retry))) {
      await replaceJob(inner, updated, updated.user_id);
    }
    await processPipeline(inner, pipeline);
    return updated;
  });
}

async function isRetried(
  { db }: Context,
  job: JobRow,
  retry: z.output<typeof retryOptions>['retry'],
): Promise<boolean> {
  if (!retry || retry.max === 0) return false;
  const reason = job.failure_reason ?? 'unknown_failure';
  if (DECIDED.has(reason)) return false;
  const named = STUCK.has(reason) ? 'stuck_or_timeout_failure' : reason;
  const isNamed = retry.when.includes('always') || retry.when.includes(reason) || retry.when.includes(named);
  const isCode = job.exit_code !== null && retry.exitCodes.includes(job.exit_code);
  if (!(retry.when.length === 0 && retry.exitCodes.length === 0) && !isNamed && !isCode) return false;
  return (await countAttempts(db, job)) <= retry.max;
}
