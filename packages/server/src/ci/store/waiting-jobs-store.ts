import { type Db, sql, type Tx } from '../../platform/db/database.ts';

export type WaitingJob = { pipelineId: number; id: number; name: string; isDelayed: boolean; scheduledAt: Date | null };

/** Pipelines with jobs that failed or were canceled and can run again here. */
export async function pipelinesToRetry(db: Db | Tx, pipelineIds: readonly number[]): Promise<Set<number>> {
  if (pipelineIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select pipeline.id from unnest(${[...pipelineIds]}::bigint[]) pipeline(id) where exists (
      select from ci_jobs job where job.pipeline_id = pipeline.id and not job.is_retried and job.kind <> 'status'
        and job.status in ('failed', 'canceled'))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Jobs of pipelines that wait for a user or for their time, `limit` of each pipeline at most; not those that wait for approval. */
export async function listWaitingJobs(
  db: Db | Tx,
  pipelineIds: readonly number[],
  limit: number,
): Promise<WaitingJob[]> {
  if (pipelineIds.length === 0) return [];
  const { rows } = await sql<WaitingJob>`
    select found.* from unnest(${[...pipelineIds]}::bigint[]) pipeline(id) cross join lateral (
      select job.pipeline_id as "pipelineId", job.id, job.name,
        job.status = 'scheduled' as "isDelayed", case when job.status = 'scheduled' then job.scheduled_at end as "scheduledAt"
      from ci_jobs job join ci_stages stage on stage.id = job.stage_id
      where job.pipeline_id = pipeline.id and not job.is_retried and job.kind <> 'status'
        and (job.status = 'scheduled' or (job.status = 'manual' and job.run_when = 'manual'))
      order by stage.position, stage.id, job.name, job.id limit ${limit}) found`.execute(db);
  return rows;
}
