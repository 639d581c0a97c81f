import type { Context } from '../../platform/context.ts';
import { finishJob } from '../processing/finish-job.ts';
import { findJob, type JobRow, updateJob } from '../store/job-store.ts';
import { bridgesTo } from './downstream-store.ts';
import { readTrigger } from './trigger-options.ts';

/** Running jobs that end as this pipeline does: those that mirror it, and with a strategy those that started it. */
export async function followersOf(ctx: Context, pipelineId: number): Promise<JobRow[]> {
  const jobs = await bridgesTo(ctx.db, pipelineId);
  return jobs.filter(
    (job) =>
      job.status === 'running' &&
      (job.upstream_pipeline_id === pipelineId || readTrigger(job.options).trigger?.strategy != null),
  );
}

/** Ends jobs whose pipeline was deleted before it ended. */
export async function failFollowers(ctx: Context, jobIds: readonly number[]): Promise<void> {
  for (const id of jobIds) {
    const job = await findJob(ctx.db, id);
    if (job?.status !== 'running') continue;
    await updateJob(ctx.db, job, { description: 'The pipeline whose status this job takes was deleted.' });
    await finishJob(ctx, id, { status: 'failed', failureReason: 'unknown_failure' });
  }
}
