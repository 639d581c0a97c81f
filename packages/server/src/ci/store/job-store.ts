import type { CiStatus } from '@tributary/contract/ci/status.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { JobTable } from '../tables.ts';

export type JobRow = Selectable<JobTable>;

export function insertJob(db: Db | Tx, values: Insertable<JobTable>): Promise<JobRow> {
  return db.insertInto('ci_jobs').values(values).returningAll().executeTakeFirstOrThrow();
}

export function findJob(db: Db | Tx, id: number): Promise<JobRow | undefined> {
  return db.selectFrom('ci_jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findJobs(db: Db | Tx, ids: readonly number[]): Promise<JobRow[]> {
  return db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}

/** It keeps its status until the end of the transaction. */
export function lockJob(db: Db | Tx, id: number): Promise<JobRow | undefined> {
  return db.selectFrom('ci_jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The newest report of this name in the pipeline. */
export function latestStatusJob(db: Db | Tx, pipelineId: number, name: string): Promise<JobRow | undefined> {
  return db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('name', '=', name)
    .where('kind', '=', 'status')
    .where('is_retried', '=', false)
    .executeTakeFirst();
}

/** Changes the job if it still has the status that the caller saw; undefined if it does not. */
export function updateJob(
  db: Db | Tx,
  seen: Pick<JobRow, 'id' | 'status'>,
  changes: Updateable<JobTable>,
): Promise<JobRow | undefined> {
  return db
    .updateTable('ci_jobs')
    .set({
      ...changes,
      ...(changes.token_hash === null && {
        ended_token_hash: sql<Buffer | null>`coalesce(token_hash, ended_token_hash)`,
      }),
      updated_at: sql<Date>`clock_timestamp()`,
      lock_version: sql<number>`lock_version + 1`,
    })
    .where('id', '=', seen.id)
    .where('status', '=', seen.status)
    .returningAll()
    .executeTakeFirst();
}

export type JobGroupRow = { stage_id: number; status: CiStatus; allow_failure: boolean };

/** Statuses of the jobs by stage, without those that were replaced. */
export function jobGroups(db: Db | Tx, pipelineId: number): Promise<JobGroupRow[]> {
  return db
    .selectFrom('ci_jobs')
    .select(['stage_id', 'status', 'allow_failure'])
    .distinct()
    .where('pipeline_id', '=', pipelineId)
    .where('is_retried', '=', false)
    .execute();
}

/** When the jobs ran and what they measured. */
export async function jobTimes(db: Db | Tx, pipelineId: number) {
  const rows = await db
    .selectFrom('ci_jobs')
    .select(['started_at', 'finished_at'])
    .where('pipeline_id', '=', pipelineId)
    .where('started_at', 'is not', null)
    .execute();
  return rows.flatMap(({ started_at: start, finished_at: end }) => (start ? [{ start, end }] : []));
}

export async function averageCoverage(db: Db | Tx, pipelineId: number): Promise<number | null> {
  const row = await db
    .selectFrom('ci_jobs')
    .select((eb) => eb.fn.avg<number | null>('coverage').as('coverage'))
    .where('pipeline_id', '=', pipelineId)
    .where('is_retried', '=', false)
    .executeTakeFirst();
  return row?.coverage ?? null;
}

/** How many jobs of each pipeline there are and have passed. */
export async function countJobs(
  db: Db | Tx,
  pipelineIds: readonly number[],
): Promise<{ pipeline_id: number; total: number; passed: number }[]> {
  if (pipelineIds.length === 0) return [];
  return db
    .selectFrom('ci_jobs')
    .select((eb) => [
      'pipeline_id',
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'success').as('passed'),
    ])
    .where('pipeline_id', 'in', [...pipelineIds])
    .where('is_retried', '=', false)
    .groupBy('pipeline_id')
    .execute();
}
