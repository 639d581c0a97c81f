import type { Tier } from '@tributary/contract/environments/status.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/** Notes which merged requests have their merge among the commits of a deployment. Safe to repeat. */
export async function linkDeployedRequests(
  db: Db | Tx,
  { deploymentId, projectId }: { deploymentId: number; projectId: number },
  shas: readonly string[],
): Promise<void> {
  const list = sql`any(${[...shas]}::text[])`;
  await sql`
    insert into merge_request_deployments (merge_request_id, deployment_id)
    select m.id, ${deploymentId}::bigint from merge_requests m
    where m.target_project_id = ${projectId} and m.state = 'merged'
      and (m.merged_commit_sha = ${list} or m.merge_commit_sha = ${list} or m.squash_commit_sha = ${list}
        or (m.merged_by_push and m.head_sha = ${list}))
    on conflict do nothing`.execute(db);
}

/** When a merge request came to an environment of one of these tiers for the first time, beside its id in a statement. */
export function firstDeployedAt(requestId: RawBuilder<unknown>, tiers: readonly Tier[]): RawBuilder<Date | null> {
  return sql<Date | null>`(
    select min(d.finished_at) from merge_request_deployments link
    join deployments d on d.id = link.deployment_id
    join environments e on e.id = d.environment_id
    where link.merge_request_id = ${requestId} and e.tier = any(${[...tiers]}::text[]))`;
}

export async function findFirstDeployedAt(db: Db | Tx, id: number, tiers: readonly Tier[]): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select ${firstDeployedAt(sql`${id}::bigint`, tiers)} as at`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}
