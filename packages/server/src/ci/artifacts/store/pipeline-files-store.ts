import { type Db, sql, type Tx } from '../../../platform/db/database.ts';

/** Whether the jobs of a pipeline have files, and whether its configuration names some for merge requests. */
export type PipelineFiles = { hasArtifacts: boolean; isExposing: boolean };

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
