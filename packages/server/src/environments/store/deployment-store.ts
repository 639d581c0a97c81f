import { MAX_COUNTED_ROWS } from '@tributary/contract/core/paging.ts';
import type { DeploymentStatus } from '@tributary/contract/environments/status.ts';
import type { Insertable, RawBuilder, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { DeploymentTable } from '../tables.ts';

export type DeploymentRow = Selectable<DeploymentTable>;
export type NewDeployment = Omit<Insertable<DeploymentTable>, 'iid'>;

export function findDeployment(db: Db | Tx, id: number): Promise<DeploymentRow | undefined> {
  return db.selectFrom('deployments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findDeploymentOfJob(db: Db | Tx, jobId: number): Promise<DeploymentRow | undefined> {
  return db.selectFrom('deployments').selectAll().where('job_id', '=', jobId).executeTakeFirst();
}

/** Whether a job of this pipeline deployed to the environment of this name, or does so now. */
export async function isDeployedByPipeline(db: Db | Tx, pipelineId: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from deployments deployment
    join environments environment on environment.id = deployment.environment_id
    join ci_jobs job on job.id = deployment.job_id
    where job.pipeline_id = ${pipelineId} and environment.name = ${name}
      and deployment.status in ('running', 'success') limit 1`.execute(db);
  return rows.length > 0;
}

export function findDeploymentByIid(
  db: Db | Tx,
  environmentId: number,
  iid: number,
): Promise<DeploymentRow | undefined> {
  return db
    .selectFrom('deployments')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('iid', '=', iid)
    .executeTakeFirst();
}

export async function insertDeployment(db: Db | Tx, values: NewDeployment): Promise<DeploymentRow> {
  const { last_iid: iid } = await db
    .insertInto('deployment_counters')
    .values({ project_id: values.project_id, last_iid: 1 })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({ last_iid: sql<number>`deployment_counters.last_iid + 1` }),
    )
    .returning('last_iid')
    .executeTakeFirstOrThrow();
  return db
    .insertInto('deployments')
    .values({ ...values, iid })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function setDeploymentStatus(
  db: Db | Tx,
  id: number,
  { status, finishedAt, userId }: { status: DeploymentStatus; finishedAt: Date | null; userId?: number | null },
): Promise<DeploymentRow> {
  return db
    .updateTable('deployments')
    .set({
      status,
      finished_at: finishedAt,
      ...(userId !== undefined && { user_id: userId }),
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deployments that wait for approval, in a project or in all projects below a group. */
export async function listBlocked(
  db: Db | Tx,
  owner: { projectId: number } | { namespaceId: number },
): Promise<DeploymentRow[]> {
  const projects =
    'projectId' in owner
      ? sql`d.project_id = ${owner.projectId}`
      : sql`d.project_id in (select p.id from projects p join namespaces n on n.id = p.namespace_id
          where ${owner.namespaceId}::bigint = any(n.traversal_ids))`;
  const { rows } = await sql<DeploymentRow>`
    select d.* from deployments d where d.status = 'blocked' and ${projects} order by d.id`.execute(db);
  return rows;
}

export async function deleteDeploymentRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('deployments').where('id', '=', id).execute();
}

export type DeploymentFilter = {
  projectId: number;
  environmentId?: number | undefined;
  environment?: string | undefined;
  status?: DeploymentStatus | undefined;
  statuses?: readonly DeploymentStatus[] | undefined;
  shas?: readonly string[] | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
  finishedAfter?: Date | undefined;
  finishedBefore?: Date | undefined;
};
export type DeploymentOrder = {
  by: 'id' | 'iid' | 'created_at' | 'updated_at' | 'finished_at' | 'ref';
  sort: 'asc' | 'desc';
};

const COLUMNS: Record<DeploymentOrder['by'], RawBuilder<unknown>> = {
  id: sql`d.id`,
  iid: sql`d.iid`,
  created_at: sql`d.created_at`,
  updated_at: sql`d.updated_at`,
  finished_at: sql`d.finished_at`,
  ref: sql`d.ref`,
};

function where(filter: DeploymentFilter): RawBuilder<unknown> {
  const all = [sql`d.project_id = ${filter.projectId}`];
  if (filter.environmentId !== undefined) all.push(sql`d.environment_id = ${filter.environmentId}`);
  if (filter.environment !== undefined) {
    all.push(sql`d.environment_id in (
      select id from environments where project_id = ${filter.projectId} and name = ${filter.environment})`);
  }
  if (filter.status) all.push(sql`d.status = ${filter.status}`);
  if (filter.statuses) all.push(sql`d.status = any(${[...filter.statuses]}::text[])`);
  if (filter.shas) all.push(sql`d.sha = any(${[...filter.shas]}::text[])`);
  if (filter.updatedAfter) all.push(sql`d.updated_at >= ${filter.updatedAfter}`);
  if (filter.updatedBefore) all.push(sql`d.updated_at <= ${filter.updatedBefore}`);
  if (filter.finishedAfter) all.push(sql`d.finished_at >= ${filter.finishedAfter}`);
  if (filter.finishedBefore) all.push(sql`d.finished_at <= ${filter.finishedBefore}`);
  return sql.join(all, sql` and `);
}

export async function listDeploymentRows(
  db: Db | Tx,
  filter: DeploymentFilter,
  { order, offset, limit }: { order: DeploymentOrder; offset: number; limit: number },
): Promise<DeploymentRow[]> {
  const direction = order.sort === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<DeploymentRow>`
    select d.* from deployments d where ${where(filter)}
    order by ${COLUMNS[order.by]} ${direction} nulls last, d.id ${direction} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** Undefined when there are too many to count. */
export async function countDeployments(db: Db | Tx, filter: DeploymentFilter): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total
    from (select from deployments d where ${where(filter)} limit ${MAX_COUNTED_ROWS + 1}) counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return total > MAX_COUNTED_ROWS ? undefined : total;
}

/** The newest deployment of each environment, of any status or only of those that succeeded. */
export async function newestDeployments(
  db: Db | Tx,
  environmentIds: readonly number[],
  status?: DeploymentStatus,
): Promise<Map<number, DeploymentRow>> {
  if (environmentIds.length === 0) return new Map();
  const { rows } = await sql<DeploymentRow>`
    select newest.* from unnest(${[...environmentIds]}::bigint[]) as of (id) cross join lateral (
      select d.* from deployments d where d.environment_id = of.id and (${status ?? null}::text is null or d.status = ${status ?? null})
      order by d.id desc limit 1) newest`.execute(db);
  return new Map(rows.map((row) => [row.environment_id, row]));
}

/** The deployment to the same environment that succeeded before this one was made. */
export function previousSuccess(
  db: Db | Tx,
  { id, environment_id: environmentId }: Pick<DeploymentRow, 'id' | 'environment_id'>,
): Promise<DeploymentRow | undefined> {
  return db
    .selectFrom('deployments')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'success')
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Environments of a project whose newest successful deployment is of this branch, with a job that stops them. */
export async function environmentsOfBranch(db: Db | Tx, projectId: number, ref: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from environments e cross join lateral (
      select d.ref, d.is_tag, d.on_stop from deployments d
      where d.environment_id = e.id and d.status = 'success' order by d.id desc limit 1) newest
    where e.project_id = ${projectId} and e.state = 'available' and newest.ref = ${ref} and not newest.is_tag
      and newest.on_stop is not null
    order by e.id limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Newest deployment to each environment of any of these commits, or of a pipeline of this subject. */
export async function newestOfCommits(
  db: Db | Tx,
  projectId: number,
  shas: readonly string[],
  subject: { type: string; id: number } | null,
): Promise<DeploymentRow[]> {
  const { rows } = await sql<DeploymentRow>`
    select distinct on (d.environment_id) d.* from deployments d
    where d.project_id = ${projectId} and (d.sha = any(${[...shas]}::text[]) or d.job_id in (
      select job.id from ci_jobs job join ci_pipelines pipeline on pipeline.id = job.pipeline_id
      where pipeline.subject_type = ${subject?.type ?? null} and pipeline.subject_id = ${subject?.id ?? null}
        and job.environment is not null))
    order by d.environment_id, d.id desc`.execute(db);
  return rows;
}
