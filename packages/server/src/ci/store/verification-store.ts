import { type Db, sql, type Tx } from '../../platform/db/database.ts';

export type StoredFile = { id: number; jobId: number; objectName: string; sizeBytes: number };

/** Logs of ended jobs that lie in the object storage, by the ids of their jobs. */
export async function listStoredLogs(db: Db | Tx, afterId: number, limit: number): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select job_id as id, job_id as "jobId", object_name as "objectName", stored_bytes as "sizeBytes"
    from ci_job_traces where object_name is not null and job_id > ${afterId} order by job_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function listStoredArtifacts(db: Db | Tx, afterId: number, limit: number): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select id, job_id as "jobId", object_name as "objectName", size_bytes as "sizeBytes"
    from ci_job_artifacts where id > ${afterId} order by id limit ${limit}`.execute(db);
  return rows;
}

export type TornLog = { jobId: number; storedBytes: number; chunkBytes: number };

/** Logs in the database whose pieces are not as long as the log says. */
export async function listTornLogs(db: Db | Tx, limit: number): Promise<TornLog[]> {
  const { rows } = await sql<TornLog>`
    select trace.job_id as "jobId", trace.stored_bytes as "storedBytes",
      coalesce(chunks.bytes, 0)::bigint as "chunkBytes"
    from ci_job_traces trace left join lateral (
      select sum(length(data)) as bytes from ci_job_trace_chunks chunk where chunk.job_id = trace.job_id) chunks on true
    where trace.object_name is null and trace.stored_bytes <> coalesce(chunks.bytes, 0)
    order by trace.job_id limit ${limit}`.execute(db);
  return rows;
}

export type WrongJob = { jobId: number; status: string; problem: 'token' | 'over' };

const finished = sql`('success', 'failed', 'canceled', 'skipped')`;

/** Jobs that contradict themselves or their pipeline. */
export async function listWrongJobs(db: Db | Tx, limit: number): Promise<WrongJob[]> {
  const { rows } = await sql<WrongJob>`
    select job.id as "jobId", job.status, case when job.status in ${finished} then 'token' else 'over' end as problem
    from ci_jobs job join ci_pipelines pipeline on pipeline.id = job.pipeline_id
    where (job.token_hash is not null and job.status in ${finished})
      or (job.status in ('pending', 'running', 'canceling') and not job.is_retried and pipeline.status in ${finished})
    order by job.id limit ${limit}`.execute(db);
  return rows;
}

export async function countJobRows(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ci_jobs`.execute(db);
  return rows[0]?.count ?? 0;
}
