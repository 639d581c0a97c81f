import type { JobRow } from '../../store/job-store.ts';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';

/** Whether the jobs of a pipeline have files, and whether its configuration names some for merge requests. */
export type PipelineFiles = { hasArtifacts: boolean; isExposing: boolean };

export type PipelineArtifactRow = { pipelineId: number; jobId: number; jobName: string; type: string; size: number };

/** Files of the jobs of pipelines that a menu lists, `limit` of each at most. */
export async function listPipelineArtifacts(
  db: Db | Tx,
  pipelineIds: readonly number[],
  limit: number,
): Promise<(PipelineArtifactRow & Pick<JobRow, 'options'>)[]> {
  if (pipelineIds.length === 0) return [];
  const { rows } = await sql<PipelineArtifactRow & Pick<JobRow, 'options'>>`
    select found.* from unnest(${[...pipelineIds]}::bigint[]) pipeline(id) cross join lateral (
      select job.pipeline_id as "pipelineId", job.id as "jobId", job.name as "jobName", job.options, artifact.type,
        artifact.size_bytes as size
      from ci_jobs job join ci_stages stage on stage.id = job.stage_id
      join ci_job_artifacts artifact on artifact.job_id = job.id and artifact.type not in ('metadata', 'trace')
      where job.pipeline_id = pipeline.id and not job.is_retried and job.kind = 'build'
      order by stage.position, stage.id, job.name, job.id, artifact.id limit ${limit}) found`.execute(db);
  return rows;
}

export async function pipelineFiles(db: Db | Tx, pipelineIds: readonly number[]): Promise<Map<number, PipelineFiles>> {
  if (pipelineIds.length === 0) return new Map();
  const { rows } = await sql<PipelineFiles & { id: number }>`
    select job.pipeline_id as id,
      bool_or(exists (select from ci_job_artifacts artifact where artifact.job_id = job.id
        and artifact.type not in ('metadata', 'trace'))) as "hasArtifacts",
      bool_or(job.options #>> '{artifacts,exposeAs}' is not null) as "isExposing"
    from ci_jobs job where job.pipeline_id = any(${[...pipelineIds]}::bigint[]) and not job.is_retried
      and job.kind = 'build' group by job.pipeline_id`.execute(db);
  return new Map(rows.map(({ id, ...files }) => [id, files]));
}
