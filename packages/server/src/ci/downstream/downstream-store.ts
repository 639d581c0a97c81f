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

/** Jobs that started this pipeline or follow it. */
export function bridgesTo(db: Db | Tx, pipelineId: number): Promise<JobRow[]> {
  return db
    .selectFrom('ci_jobs')
    .selectAll()
    .where((eb) => eb.or([eb('downstream_pipeline_id', '=', pipelineId), eb('upstream_pipeline_id', '=', pipelineId)]))
    .execute();
}

/** A job with the pipeline that it is of and the one that it started. */
export type PipelineLink = { jobId: number; jobName: string; upstreamId: number; downstreamId: number };

/** What started these pipelines and what their jobs started. */
export async function pipelineLinks(
  db: Db | Tx,
  pipelineIds: readonly number[],
  limit: number,
): Promise<PipelineLink[]> {
  if (pipelineIds.length === 0) return [];
  const ids = [...pipelineIds];
  const { rows } = await sql<PipelineLink>`
    select id as "jobId", name as "jobName", pipeline_id as "upstreamId", downstream_pipeline_id as "downstreamId"
    from ci_jobs where downstream_pipeline_id is not null and not is_retried
      and (pipeline_id = any(${ids}::bigint[]) or downstream_pipeline_id = any(${ids}::bigint[]))
    order by id limit ${limit}`.execute(db);
  return rows;
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

export function newestPipelineOf(db: Db | Tx, projectId: number, branch: string): Promise<PipelineRow | undefined> {
  return db
    .selectFrom('ci_pipelines')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('ref', '=', branch)
    .where('is_tag', '=', false)
    .where('source', '!=', 'parent_pipeline')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const MAX_CHILDREN = 10;

/** The pipeline above all that are its children. */
async function rootOf(db: Db | Tx, pipelineId: number): Promise<number | undefined> {
  const own = await db.selectFrom('ci_pipelines').selectAll().where('id', '=', pipelineId).executeTakeFirst();
  if (!own) return undefined;
  const path = [own, ...(await upstreamPath(db, pipelineId, MAX_CHILDREN))];
  return path.find(({ source }) => source !== 'parent_pipeline')?.id;
}

/** Whether two pipelines are a parent, its children, or theirs. */
export async function isSamePipelineFamily(db: Db | Tx, one: number, other: number): Promise<boolean> {
  const [root, otherRoot] = [await rootOf(db, one), await rootOf(db, other)];
  return root !== undefined && root === otherRoot;
}
