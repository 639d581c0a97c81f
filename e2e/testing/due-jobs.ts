/**
 * How many jobs are due and neither done nor given up, as part of a query. Upkeep of repositories takes its time, comes by
 * the clock and belongs to nobody's request.
 */
export const DUE_JOBS = `(select count(*)::int from graphile_worker._private_jobs j
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.run_at <= now() and j.attempts < j.max_attempts and q.queue_name is distinct from 'upkeep')`;

/** What the clock starts every five minutes, now: it may come at any moment of any test. */
export const START_MAINTENANCE = `select graphile_worker.add_job('plan-upkeep', '{}'::json)`;
