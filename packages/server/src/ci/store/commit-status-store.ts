import type { Db, Tx } from '../../platform/db/database.ts';

export type StatusFilter = {
  projectId: number;
  sha: string;
  ref?: string | undefined;
  name?: string | undefined;
  stage?: string | undefined;
  pipelineId?: number | undefined;
  includesRetried: boolean;
};

function matching(db: Db | Tx, filter: StatusFilter) {
  let query = db
    .selectFrom('ci_jobs as job')
    .innerJoin('ci_pipelines as pipeline', 'pipeline.id', 'job.pipeline_id')
    .innerJoin('ci_stages as stage', 'stage.id', 'job.stage_id')
    .where('pipeline.project_id', '=', filter.projectId)
    .where('pipeline.sha', '=', filter.sha);
  if (filter.ref !== undefined) query = query.where('pipeline.ref', '=', filter.ref);
  if (filter.pipelineId !== undefined) query = query.where('pipeline.id', '=', filter.pipelineId);
  if (filter.stage !== undefined) query = query.where('stage.name', '=', filter.stage);
  if (filter.name !== undefined) query = query.where('job.name', '=', filter.name);
  return filter.includesRetried ? query : query.where('job.is_retried', '=', false);
}

export type StatusPage = { limit: number; offset: number; sort: 'asc' | 'desc'; orderBy: 'id' | 'pipeline_id' };

/** Jobs of all pipelines of a commit, with what they share with their pipeline. */
export function listStatusJobs(db: Db | Tx, filter: StatusFilter, page: StatusPage) {
  let query = matching(db, filter).selectAll('job').select(['pipeline.sha', 'pipeline.ref', 'stage.name as stage']);
  if (page.orderBy === 'pipeline_id') query = query.orderBy('job.pipeline_id', page.sort);
  return query.orderBy('job.id', page.sort).limit(page.limit).offset(page.offset).execute();
}

export type StatusJob = Awaited<ReturnType<typeof listStatusJobs>>[number];

export async function countStatusJobs(db: Db | Tx, filter: StatusFilter): Promise<number> {
  const row = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
