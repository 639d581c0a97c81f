import type { StoredCheck } from '@tributary/contract/merge-requests/readiness.ts';
import type { DetailedMergeStatus } from '@tributary/contract/merge-requests/widget-state.ts';
import type { RawBuilder, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MergeRequestReadinessTable, StoredConflict } from '../tables.ts';
import type { MergeRequestRow } from './merge-requests.ts';

type Database = Db | Tx;
export type ReadinessRow = Selectable<MergeRequestReadinessTable>;

/**
 * Which open merge requests a change concerns: these, those with this head, those into this branch or these projects, or
 * those whose source project is gone.
 */
export type ReadinessScope =
  | readonly number[]
  | 'without_source'
  | { projectId: number; sha: string }
  | { projectId: number; targetBranch: string }
  | { projectId: number }
  | { projectIds: readonly number[] };

function conditionOf(scope: ReadinessScope): RawBuilder<unknown> {
  if (scope === 'without_source') return sql`source_project_id is null and state = 'opened'`;
  if ('projectIds' in scope) return sql`target_project_id = any(${[...scope.projectIds]}::bigint[])`;
  if (!('projectId' in scope)) return sql`id = any(${[...scope]}::bigint[])`;
  const { projectId } = scope;
  if ('sha' in scope) return sql`head_sha = ${scope.sha} and ${projectId} in (target_project_id, source_project_id)`;
  if ('targetBranch' in scope) return sql`target_project_id = ${projectId} and target_branch = ${scope.targetBranch}`;
  return sql`target_project_id = ${projectId}`;
}

type Mark = { cause: string; at: Date; deadlineAt: Date };

/** Held in the order of their ids, for a transaction that marks several of these scopes. */
export async function lockReadiness(db: Database, scopes: readonly ReadinessScope[]): Promise<void> {
  const ids = scopes.map((scope) => sql`select id from merge_requests where ${conditionOf(scope)}`);
  await sql`
    select merge_request_id from merge_request_readiness where merge_request_id in (${sql.join(ids, sql` union `)})
    order by merge_request_id for update`.execute(db);
}

/** Results of these are not valid any more; those of requests that are not open are removed. Returns the target projects. */
export async function invalidateReadiness(db: Database, scope: ReadinessScope, mark: Mark): Promise<number[]> {
  const condition = conditionOf(scope);
  const { rows } = await sql<{ project_id: number }>`
    with concerned as (
      select id, target_project_id, state from merge_requests where ${condition}
    ), removed as (
      delete from merge_request_readiness where merge_request_id in (select id from concerned where state <> 'opened')
    ), ${markedAs(sql`select id from concerned where state = 'opened' order by id`, mark)}
    select distinct target_project_id as project_id from concerned where state = 'opened'`.execute(db);
  return rows.map((row) => row.project_id);
}

/** The same for open requests whose results are missing or of other checks than these. Returns their target projects. */
export async function invalidateOutdated(db: Database, checks: string, mark: Mark): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    with concerned as (
      select request.id, request.target_project_id from merge_requests request
      left join merge_request_readiness readiness on readiness.merge_request_id = request.id
      where request.state = 'opened' and readiness.checks is distinct from ${checks}
    ), ${markedAs(sql`select id from concerned order by id`, mark)}
    select distinct target_project_id as project_id from concerned`.execute(db);
  return rows.map((row) => row.project_id);
}

/** Rows are locked in the order of their ids, so that two changes of many never wait for each other. */
function markedAs(ids: RawBuilder<unknown>, { cause, at, deadlineAt }: Mark): RawBuilder<unknown> {
  return sql`marked as (
      insert into merge_request_readiness as old (merge_request_id, cause, requested_at, deadline_at)
      select id, ${cause}, ${at}::timestamptz, ${deadlineAt}::timestamptz from (${ids}) as open
      on conflict (merge_request_id) do update set wanted = old.wanted + 1,
        -- What is known more exactly remains; the threads of a review are part of it.
        cause = case when old.wanted > old.computed
                       and (excluded.cause = 'updated' or excluded.cause = 'reviewed' and old.cause <> 'threads') then old.cause
                     else excluded.cause end,
        requested_at = excluded.requested_at, deadline_at = coalesce(old.deadline_at, excluded.deadline_at)
    )`;
}

export function listReadiness(db: Database, ids: readonly number[]): Promise<ReadinessRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('merge_request_readiness')
    .selectAll()
    .where('merge_request_id', 'in', [...ids])
    .execute();
}

/** Those of a project whose results are not valid, in the order of their ids. */
export function listPendingReadiness(
  db: Database,
  projectId: number,
  page: { afterId: number; limit: number },
): Promise<ReadinessRow[]> {
  return db
    .selectFrom('merge_request_readiness as readiness')
    .innerJoin('merge_requests as request', 'request.id', 'readiness.merge_request_id')
    .selectAll('readiness')
    .where(sql<boolean>`readiness.wanted > readiness.computed`)
    .where('request.target_project_id', '=', projectId)
    .where('request.state', '=', 'opened')
    .where('readiness.merge_request_id', '>', page.afterId)
    .orderBy('readiness.merge_request_id')
    .limit(page.limit)
    .execute();
}

/** Target projects of requests whose results should have been valid by this time, with the number of these requests. */
export async function listOverdueReadiness(db: Database, at: Date): Promise<{ projectId: number; count: number }[]> {
  const { rows } = await sql<{ projectId: number; count: number }>`
    select request.target_project_id as "projectId", count(*)::int as count
    from merge_request_readiness readiness join merge_requests request on request.id = readiness.merge_request_id
    where readiness.deadline_at < ${at} group by 1 order by 1`.execute(db);
  return rows;
}

/** Watched again from now on. */
export async function postponeOverdueReadiness(db: Database, at: Date, deadlineAt: Date): Promise<void> {
  await db
    .updateTable('merge_request_readiness')
    .set({ deadline_at: deadlineAt })
    .where('deadline_at', '<', at)
    .execute();
}

export type ComputedReadiness = {
  id: number;
  /** Up to which change the facts were seen. */
  seen: number;
  headSha: string | null;
  targetSha: string | null;
  status: DetailedMergeStatus;
  results: readonly StoredCheck[];
};

/** Writes the results of those that nothing has changed meanwhile, in one statement. Returns the ids of these. */
export async function saveReadiness(
  db: Database,
  all: readonly ComputedReadiness[],
  { checks, at }: { checks: string; at: Date },
): Promise<Set<number>> {
  if (all.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    with computed as (
      select * from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as each (id bigint, seen bigint, "headSha" text, "targetSha" text, status text, results jsonb)
    ), valid as (
      select computed.* from merge_request_readiness stored join computed on computed.id = stored.merge_request_id
      where stored.wanted = computed.seen and stored.computed < computed.seen
      order by stored.merge_request_id for update of stored
    )
    update merge_request_readiness stored
    set computed = valid.seen, head_sha = valid."headSha", target_sha = valid."targetSha", status = valid.status,
        results = valid.results, checks = ${checks}, computed_at = ${at}, deadline_at = null
    from valid where stored.merge_request_id = valid.id
    returning stored.merge_request_id as id`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** What git says about a request. */
export type MergeCheckAnswer = {
  id: number;
  status: 'can_be_merged' | 'cannot_be_merged';
  conflicts: StoredConflict[] | null;
  behind: number;
  source: string | null;
  target: string | null;
};

/** Held until the transaction ends, in the order of their ids. */
export async function lockOpenRequests(db: Database, ids: readonly number[]): Promise<MergeRequestRow[]> {
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('state', '=', 'opened')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Nothing that users edit: their forms stay good. */
export async function saveMergeChecks(db: Database, all: readonly MergeCheckAnswer[], cause: string): Promise<void> {
  if (all.length === 0) return;
  await sql`
    update merge_requests request
    set merge_status = answer.status, conflicts = answer.conflicts, diverged_commits_count = answer.behind,
        merge_checked_source_sha = answer.source, merge_checked_target_sha = answer.target,
        merge_check_cause = ${cause}, merge_checked_at = clock_timestamp(),
        conflicts_since = case when answer.status = 'can_be_merged' then null
                               else coalesce(request.conflicts_since, clock_timestamp()) end,
        prepared_at = coalesce(request.prepared_at, clock_timestamp())
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as answer (id bigint, status text, conflicts jsonb, behind int, source text, target text)
    where request.id = answer.id`.execute(db);
}
