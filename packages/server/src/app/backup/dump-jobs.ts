import type pg from 'pg';
import { MAX_ATTEMPTS } from '../../platform/jobs.ts';

/** A job that waits, by its name; `queue` and `key` as they were given when it was added. */
type WaitingJob = {
  name: string;
  payload: unknown;
  queue: string | null;
  key: string | null;
  runAt: string;
  maxAttempts: number;
  priority: number;
};

/**
 * What waits to be done, or is being done, as of the caller's snapshot. A job that has used up its attempts is parked
 * and not work any more. None where the queue was never set up.
 */
export async function dumpJobs(client: pg.Client): Promise<WaitingJob[]> {
  const queue = await client.query<{ name: string | null }>(
    "select to_regclass('graphile_worker._private_jobs')::text as name",
  );
  if (queue.rows[0]?.name == null) return [];
  const { rows } = await client.query<WaitingJob>(`
    select t.identifier as name, j.payload, q.queue_name as queue, j.key, j.run_at::text as "runAt",
      j.max_attempts::int as "maxAttempts", j.priority::int as priority
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.attempts < j.max_attempts or j.locked_at is not null
    order by j.id`);
  return rows;
}

/** One with an empty payload that is due at once. */
export function newJob(name: string): WaitingJob {
  const runAt = new Date().toISOString();
  return { name, payload: {}, queue: null, key: name, runAt, maxAttempts: MAX_ATTEMPTS, priority: 0 };
}

/** Adds them again, in the caller's transaction. All jobs bear to be run twice, so one that was half done is begun again. */
export async function loadJobs(client: pg.Client, jobs: readonly WaitingJob[]): Promise<void> {
  for (const job of jobs) {
    await client.query(
      `select graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4::timestamptz,
        max_attempts => $5::int, job_key => $6, priority => $7::int)`,
      [job.name, JSON.stringify(job.payload), job.queue, job.runAt, job.maxAttempts, job.key, job.priority],
    );
  }
}
