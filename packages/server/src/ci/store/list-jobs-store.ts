import type { CiStatus, PipelineSource } from '@tributary/contract/ci/status.ts';
import { MAX_COUNTED_ROWS } from '@tributary/contract/core/paging.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { JobKind } from '../tables.ts';

export type JobFilter = {
  projectId?: number | undefined;
  pipelineIds?: readonly number[] | undefined;
  ids?: readonly number[] | undefined;
  kinds?: readonly JobKind[] | undefined;
  statuses?: readonly CiStatus[] | undefined;
  names?: readonly string[] | undefined;
  stage?: string | undefined;
  ref?: string | undefined;
  runnerId?: number | undefined;
  systemId?: string | undefined;
  source?: PipelineSource | undefined;
  /** A part of the name. */
  search?: string | undefined;
  resourceGroup?: string | undefined;
  runnerKind?: 'instance' | 'group' | 'project' | undefined;
  includesRetried: boolean;
};

function matching(db: Db | Tx, filter: JobFilter) {
  let query = db
    .selectFrom('ci_jobs as job')
    .innerJoin('ci_stages as stage', 'stage.id', 'job.stage_id')
    .innerJoin('ci_pipelines as pipeline', 'pipeline.id', 'job.pipeline_id');
  if (filter.projectId !== undefined) query = query.where('job.project_id', '=', filter.projectId);
  if (filter.pipelineIds) query = query.where('job.pipeline_id', 'in', [...filter.pipelineIds]);
  if (filter.ids) query = query.where('job.id', 'in', [...filter.ids]);
  if (filter.kinds) query = query.where('job.kind', 'in', [...filter.kinds]);
  if (filter.statuses) query = query.where('job.status', 'in', [...filter.statuses]);
  if (filter.names) query = query.where('job.name', 'in', [...filter.names]);
  if (filter.stage !== undefined) query = query.where('stage.name', '=', filter.stage);
  if (filter.runnerId !== undefined) query = query.where('job.runner_id', '=', filter.runnerId);
  if (filter.systemId !== undefined) {
    query = query.where('job.runner_manager_id', 'in', (eb) =>
      eb
        .selectFrom('ci_runner_managers')
        .select('id')
        .where('runner_id', '=', filter.runnerId ?? 0)
        .where('system_id', '=', filter.systemId ?? ''),
    );
  }
  if (filter.resourceGroup !== undefined) query = query.where('job.resource_group', '=', filter.resourceGroup);
  if (filter.source !== undefined) query = query.where('pipeline.source', '=', filter.source);
  if (filter.search !== undefined) {
    query = query.where('job.name', 'ilike', `%${filter.search.replace(/[\\%_]/g, (char) => `\\${char}`)}%`);
  }
  if (filter.runnerKind !== undefined) {
    query = query.where('job.runner_id', 'in', (eb) =>
      eb
        .selectFrom('ci_runners')
        .select('id')
        .where('kind', '=', filter.runnerKind ?? 'instance'),
    );
  }
  if (filter.ref !== undefined) query = query.where('pipeline.ref', '=', filter.ref);
  return filter.includesRetried ? query : query.where('job.is_retried', '=', false);
}

/** By stage for pages, else by age. */
export type JobPage = { order: 'stage' | 'newest' | 'oldest'; offset: number; limit: number };

/** Jobs with the name of their stage. */
export function listJobRows(db: Db | Tx, filter: JobFilter, page: JobPage) {
  const query = matching(db, filter)
    .selectAll('job')
    .select(['stage.name as stage', 'stage.position as stage_position']);
  const ordered =
    page.order !== 'stage'
      ? query.orderBy('job.id', page.order === 'newest' ? 'desc' : 'asc')
      : query.orderBy('stage.position').orderBy('stage.id').orderBy('job.name').orderBy('job.id');
  return ordered.limit(page.limit).offset(page.offset).execute();
}

export type StagedJob = Awaited<ReturnType<typeof listJobRows>>[number];

/** Undefined when there are too many to count. */
export async function countJobRows(db: Db | Tx, filter: JobFilter): Promise<number | undefined> {
  const row = await db
    .selectFrom(
      matching(db, filter)
        .select('job.id')
        .limit(MAX_COUNTED_ROWS + 1)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count > MAX_COUNTED_ROWS ? undefined : row.count;
}

/** Jobs that are not over, locked, of a pipeline whose row is locked. */
export function lockActiveJobs(db: Db | Tx, pipelineId: number, finished: readonly CiStatus[]) {
  return db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('is_retried', '=', false)
    .where('status', 'not in', [...finished])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Pipelines with jobs that are neither over nor wait for a user, after this one. */
export async function listActivePipelines(
  db: Db | Tx,
  { after, limit, settled }: { after: number; limit: number; settled: readonly CiStatus[] },
): Promise<{ id: number; project_id: number }[]> {
  return db
    .selectFrom('ci_pipelines as pipeline')
    .select(['pipeline.id', 'pipeline.project_id'])
    .where('pipeline.id', '>', after)
    .where('pipeline.status', 'not in', ['success', 'failed', 'canceled', 'skipped'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('ci_jobs as job')
          .select('job.id')
          .whereRef('job.pipeline_id', '=', 'pipeline.id')
          .where('job.is_retried', '=', false)
          .where('job.status', 'not in', [...settled]),
      ),
    )
    .orderBy('pipeline.id')
    .limit(limit)
    .execute();
}
