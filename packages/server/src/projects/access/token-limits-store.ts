import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/** Of these projects, those whose allowlist has the project of a job, or a group that it lies in. */
export async function projectsAllowing(db: Db | Tx, source: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ project_id: number }>`
    select distinct a.project_id from job_token_allowlist a
    where a.project_id = any(${[...ids]}::bigint[]) and (a.target_project_id = ${source} or a.target_group_id = any(
      select unnest(n.traversal_ids) from projects p join namespaces n on n.id = p.namespace_id where p.id = ${source}))`.execute(
    db,
  );
  return new Set(rows.map((row) => row.project_id));
}

/** Of these projects, those that a deploy token opens: its own, or all in its group. */
export async function projectsWithin(
  db: Db | Tx,
  { projectId, groupId }: { projectId: number | null; groupId: number | null },
  ids: readonly number[],
): Promise<Set<number>> {
  if (groupId === null) return new Set(ids.filter((id) => id === projectId));
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p join namespaces n on n.id = p.namespace_id
    where p.id = any(${[...ids]}::bigint[]) and ${groupId} = any(n.traversal_ids)`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Of these projects, those where a deploy key is enabled; with `canPush` those where it may push. */
export async function projectsOfDeployKey(
  db: Db | Tx,
  { keyId, canPush }: { keyId: number; canPush: boolean },
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  let query = db
    .selectFrom('deploy_key_projects')
    .select('project_id')
    .where('deploy_key_id', '=', keyId)
    .where('project_id', 'in', [...ids]);
  if (canPush) query = query.where('can_push', '=', true);
  return new Set((await query.execute()).map((row) => row.project_id));
}
