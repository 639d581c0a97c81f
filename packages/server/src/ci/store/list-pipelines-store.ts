import type { CiStatus, PipelineSource } from '@tributary/contract/ci/status.ts';
import { ACTIVE_STATUSES, FINISHED_STATUSES } from '@tributary/contract/ci/status.ts';
import { MAX_COUNTED_ROWS } from '@tributary/contract/core/paging.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { PipelineRow } from './pipeline-store.ts';

export type PipelineFilter = {
  projectIds: readonly number[];
  scope?: 'running' | 'pending' | 'finished' | 'branches' | 'tags' | undefined;
  status?: CiStatus | undefined;
  source?: PipelineSource | undefined;
  ref?: string | undefined;
  tag?: string | undefined;
  sha?: string | undefined;
  /** Of a branch itself: neither of a tag nor for a merge request. */
  isOfBranch?: boolean | undefined;
  /** Made of what other systems report. */
  isExternal?: boolean | undefined;
  name?: string | undefined;
  username?: string | undefined;
  hasYamlErrors?: boolean | undefined;
  updatedBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  createdAfter?: Date | undefined;
  iids?: readonly number[] | undefined;
  ids?: readonly number[] | undefined;
  /** Pipelines of a merge request or the like: those that ran for it, and those of its commits. */
  of?: { type: string; id: number; ref: string; heads: readonly string[]; shas: readonly string[] } | undefined;
};

export type PipelineOrder = { by: 'id' | 'status' | 'ref' | 'updated_at' | 'user_id'; sort: 'asc' | 'desc' };

const COLUMNS: Record<PipelineOrder['by'], RawBuilder<unknown>> = {
  id: sql`p.id`,
  status: sql`p.status`,
  ref: sql`p.ref`,
  updated_at: sql`p.updated_at`,
  user_id: sql`p.user_id`,
};

function scopeCondition(scope: NonNullable<PipelineFilter['scope']>): RawBuilder<unknown> {
  switch (scope) {
    case 'running':
      return sql`p.status = 'running'`;
    case 'pending':
      return sql`p.status = any(${ACTIVE_STATUSES.filter((status) => status !== 'running' && status !== 'canceling')})`;
    case 'finished':
      return sql`p.status = any(${[...FINISHED_STATUSES]})`;
    case 'branches':
    case 'tags':
      // The newest of each ref.
      return sql`p.is_tag = ${scope === 'tags'} and p.subject_id is null and p.id = (
        select max(other.id) from ci_pipelines other
        where other.project_id = p.project_id and other.ref = p.ref and other.is_tag = p.is_tag
          and other.source <> 'parent_pipeline')`;
  }
}

function where(filter: PipelineFilter): RawBuilder<unknown> {
  const all = [sql`p.project_id = any(${[...filter.projectIds]}::bigint[])`];
  if (filter.scope) all.push(scopeCondition(filter.scope));
  if (filter.status) all.push(sql`p.status = ${filter.status}`);
  if (filter.source) all.push(sql`p.source = ${filter.source}`);
  // Child pipelines are part of their parent: they are listed only where they are asked for.
  else if (!filter.ids && !filter.iids) all.push(sql`p.source <> 'parent_pipeline'`);
  if (filter.ref !== undefined) all.push(sql`p.ref = ${filter.ref}`);
  if (filter.tag !== undefined) all.push(sql`(p.is_tag and p.ref = ${filter.tag})`);
  if (filter.sha !== undefined) all.push(sql`p.sha = ${filter.sha}`);
  if (filter.isOfBranch) all.push(sql`(p.subject_id is null and not p.is_tag)`);
  if (filter.isExternal !== undefined) all.push(sql`(p.source = 'external') = ${filter.isExternal}`);
  if (filter.name !== undefined) all.push(sql`p.name = ${filter.name}`);
  if (filter.iids) all.push(sql`p.iid = any(${[...filter.iids]}::int[])`);
  if (filter.ids) all.push(sql`p.id = any(${[...filter.ids]}::bigint[])`);
  if (filter.username !== undefined) {
    all.push(sql`p.user_id = (select id from users where lower(username) = ${filter.username.toLowerCase()})`);
  }
  if (filter.hasYamlErrors !== undefined) {
    all.push(filter.hasYamlErrors ? sql`p.yaml_errors is not null` : sql`p.yaml_errors is null`);
  }
  if (filter.updatedBefore) all.push(sql`p.updated_at < ${filter.updatedBefore}`);
  if (filter.updatedAfter) all.push(sql`p.updated_at > ${filter.updatedAfter}`);
  if (filter.createdBefore) all.push(sql`p.created_at < ${filter.createdBefore}`);
  if (filter.createdAfter) all.push(sql`p.created_at > ${filter.createdAfter}`);
  if (filter.of) {
    const { type, id, ref, heads, shas } = filter.of;
    all.push(sql`((p.subject_type = ${type} and p.subject_id = ${id})
      or (p.subject_id is null and (p.sha = any(${[...heads]}::text[])
        or (p.ref = ${ref} and p.sha = any(${[...shas]}::text[])))))`);
  }
  return sql.join(all, sql` and `);
}

export async function listPipelineRows(
  db: Db | Tx,
  filter: PipelineFilter,
  page: { order: PipelineOrder; offset: number; limit: number },
): Promise<PipelineRow[]> {
  const direction = page.order.sort === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<PipelineRow>`
    select p.* from ci_pipelines p where ${where(filter)}
    order by ${COLUMNS[page.order.by]} ${direction} nulls last, p.id ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Undefined when there are too many to count. */
export async function countPipelines(db: Db | Tx, filter: PipelineFilter): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from (select from ci_pipelines p where ${where(filter)} limit ${MAX_COUNTED_ROWS + 1}) counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return total > MAX_COUNTED_ROWS ? undefined : total;
}
