import { type Db, sql } from './db/database.ts';

/** Longer than any statement that is on its way while someone looks. */
const SURELY_LOST = sql`interval '30 seconds'`;

/**
 * Gives back jobs that these pools of this process locked, as far as the database knows, although none of them is running:
 * the answer to the statement that took them was lost. Call while no statement of the pools is on its way; how many there were.
 */
export async function releaseLostJobs(db: Db, pools: string[], running: string[]): Promise<number> {
  const { rows } = await sql`
    with lost as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null
        where locked_by = any(${pools}::text[]) and locked_at < now() - ${SURELY_LOST} and id <> all(${running}::bigint[])
        returning id, job_queue_id),
    queues as (
      update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
        from lost where q.id = lost.job_queue_id and q.locked_by = any(${pools}::text[]))
    select id from lost`.execute(db);
  return rows.length;
}

/**
 * Frees queues whose job is gone: two processes worked on it because the first had lost its connection, and the first to
 * end deleted it under the lock of the other.
 */
export async function releaseLostQueues(db: Db): Promise<number> {
  const { rows } = await sql`
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
      where locked_by is not null and locked_at < now() - ${SURELY_LOST} and not exists (
        select 1 from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by = q.locked_by)
      returning id`.execute(db);
  return rows.length;
}
