import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { JobRow } from '../store/job-store.ts';
import type { PipelineRow } from '../store/pipeline-store.ts';

/** False when the job has a downstream pipeline already or has ended. */
export async function linkDownstream(db: Db | Tx, jobId: number, pipelineId: number): Promise<boolean> {
  const linked = await db
    .updateTable('ci_jobs')
    .set({ downstream_pipeline_id: pipelineId, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .where('downstream_pipeline_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return linked !== undefined;
}

/** Jobs that started this pipeline. */
export function bridgesTo(db: Db | Tx, pipelineId: number): Promise<JobRow[]> {
  return db.selectFrom('ci_jobs').selectAll().where('downstream_pipeline_id', '=', pipelineId).execute();
}

/** The pipelines above this one, the nearest first. */
export async function upstreamPath(db: Db | Tx, pipelineId: number, limit: number): Promise<PipelineRow[]> {
  const { rows } = await sql<PipelineRow & { level: number }>`
    with recursive above (id, level) as (
      select job.pipeline_id, 1 from ci_jobs job where job.downstream_pipeline_id = ${pipelineId}
      union
      select job.pipeline_id, above.level + 1 from ci_jobs job join above on job.downstream_pipeline_id = above.id
      where above.level < ${limit}
    )
    select p.*, above.level from above join ci_pipelines p on p.id = above.id order by above.level`.execute(db);
  return rows;
}
