import type { DoraInterval, DoraMetric } from '@tributary/contract/environments/dora.ts';
import type { Tier } from '@tributary/contract/environments/status.ts';
import type { RawBuilder } from 'kysely';
import { firstDeployedAt } from '../../../merge-requests/index.ts';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';

/** A project, or all projects below a group. */
export type DoraOwner = { projectId: number } | { namespaceId: number };
export type DoraRange = { from: string; to: string; interval: DoraInterval; tiers: readonly Tier[] };
export type DoraRow = { date: string | null; value: number | null };

const projects = (owner: DoraOwner): RawBuilder<unknown> =>
  'projectId' in owner
    ? sql`select ${owner.projectId}::bigint as id`
    : sql`select p.id from projects p join namespaces n on n.id = p.namespace_id
        where ${owner.namespaceId}::bigint = any(n.traversal_ids) and p.deleting_since is null`;

/** Deployments to the tiers that ended in the range, with the time when the next one to the same environment succeeded. */
const ended = (owner: DoraOwner, { from, to, tiers }: DoraRange) => sql`
  select d.project_id, d.status, d.ref, d.finished_at, (
      select min(next.finished_at) from deployments next
      where next.environment_id = d.environment_id and next.status = 'success' and next.finished_at > d.finished_at
    ) as restored_at
  from deployments d join environments e on e.id = d.environment_id
  where d.project_id in (${projects(owner)}) and e.tier = any(${[...tiers]}::text[])
    and d.status in ('success', 'failed')
    and d.finished_at >= ${from}::date and d.finished_at < ${to}::date + 1`;

/** Merge requests with when a deployment brought them along for the first time. */
const deployedRequests = (owner: DoraOwner, { from, to, tiers }: DoraRange) => sql`
  select r.merged_at, ${firstDeployedAt(sql`r.id`, tiers)} as at
  from merge_requests r
  where r.target_project_id in (${projects(owner)}) and r.state = 'merged' and r.merged_at < ${to}::date + 1
    and r.merged_at >= ${from}::date - 180`;

type Facts = { rows: RawBuilder<unknown>; value: RawBuilder<unknown> };

/** The moments that a metric counts, in the column `at`, and what is made of them. */
function factsOf(metric: DoraMetric, owner: DoraOwner, range: DoraRange): Facts {
  const median = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
    sql`percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from}))`;
  const all = sql`select *, finished_at as at from (${ended(owner, range)}) ended`;
  switch (metric) {
    case 'deployment_frequency':
      return { rows: all, value: sql`count(*) filter (where status = 'success')` };
    case 'lead_time_for_changes':
      return {
        rows: sql`select * from (${deployedRequests(owner, range)}) deployed
          where at >= ${range.from}::date and at < ${range.to}::date + 1`,
        value: median(sql`merged_at`, sql`at`),
      };
    case 'time_to_restore_service':
      return {
        rows: sql`select * from (${all}) ended where status = 'failed' and restored_at is not null`,
        value: median(sql`at`, sql`restored_at`),
      };
    case 'change_failure_rate':
      return {
        rows: all,
        value: sql`count(*) filter (where status = 'failed')::float8 / nullif(count(at), 0)`,
      };
  }
}

/** One metric by day, by month or for the whole range; a day without anything has no value. */
export async function doraValues(
  db: Db | Tx,
  metric: DoraMetric,
  owner: DoraOwner,
  range: DoraRange,
): Promise<DoraRow[]> {
  const { rows: facts, value } = factsOf(metric, owner, range);
  if (range.interval === 'all') {
    const { rows } = await sql<DoraRow>`select null as date, (${value})::float8 as value from (${facts}) facts`.execute(
      db,
    );
    return rows;
  }
  const unit = range.interval === 'monthly' ? 'month' : 'day';
  const { rows } = await sql<DoraRow>`
    select to_char(bucket, 'YYYY-MM-DD') as date, (${value})::float8 as value
    from generate_series(date_trunc(${unit}, ${range.from}::timestamp), ${range.to}::timestamp,
      ${`1 ${unit}`}::interval) bucket
    left join (${facts}) facts on date_trunc(${unit}, facts.at at time zone 'UTC') = bucket
    group by bucket order by bucket`.execute(db);
  return rows;
}
