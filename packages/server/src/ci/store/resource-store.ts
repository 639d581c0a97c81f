import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ResourceGroupTable } from '../tables.ts';

export type ResourceGroupRow = Selectable<ResourceGroupTable>;

/** Groups that jobs name for the first time. */
export async function addResourceGroups(db: Db | Tx, projectId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('ci_resource_groups')
    .values(keys.map((key) => ({ project_id: projectId, key })))
    .onConflict((conflict) => conflict.columns(['project_id', 'key']).doNothing())
    .execute();
}

const MAX_GROUPS = 1_000;

export function listResourceGroups(db: Db | Tx, projectId: number): Promise<ResourceGroupRow[]> {
  const all = db.selectFrom('ci_resource_groups').selectAll().where('project_id', '=', projectId);
  return all.orderBy('id').limit(MAX_GROUPS).execute();
}

export function findResourceGroup(db: Db | Tx, projectId: number, key: string): Promise<ResourceGroupRow | undefined> {
  const all = db.selectFrom('ci_resource_groups').selectAll().where('project_id', '=', projectId);
  return all.where('key', '=', key).executeTakeFirst();
}

export function setProcessMode(
  db: Db | Tx,
  id: number,
  mode: ResourceGroupRow['process_mode'],
): Promise<ResourceGroupRow> {
  return db
    .updateTable('ci_resource_groups')
    .set({ process_mode: mode, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether a job of the project waits for a resource group. */
export async function waitsForResource(db: Db | Tx, projectId: number): Promise<boolean> {
  const found = await db
    .selectFrom('ci_jobs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('resource_group', 'is not', null)
    .where('status', '=', 'waiting_for_resource')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Gives each free resource group of the project to the job that waits longest, or to that of the oldest or newest pipeline, as
 * the group says. Serialised by project, so that a group is never taken twice.
 */
export async function giveResources(
  db: Db | Tx,
  projectId: number,
  now: Date,
): Promise<{ id: number; pipeline_id: number }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ci_resources:${projectId}`}, 0))`.execute(db);
  const { rows } = await sql<{ id: number; pipeline_id: number }>`
    update ci_jobs set status = 'pending', queued_at = ${now}, updated_at = clock_timestamp(),
      lock_version = lock_version + 1
    where id in (
      select distinct on (job.resource_group) job.id
      from ci_jobs job
      left join ci_resource_groups groups on groups.project_id = job.project_id and groups.key = job.resource_group
      where job.project_id = ${projectId} and job.resource_group is not null and job.status = 'waiting_for_resource'
        and not exists (
          select from ci_jobs holder where holder.project_id = job.project_id
            and holder.resource_group = job.resource_group and holder.status in ('pending', 'running', 'canceling'))
      order by job.resource_group,
        case when groups.process_mode = 'oldest_first' then job.pipeline_id
             when groups.process_mode = 'newest_first' then -job.pipeline_id end nulls first, job.updated_at, job.id)
    returning id, pipeline_id`.execute(db);
  return rows;
}
