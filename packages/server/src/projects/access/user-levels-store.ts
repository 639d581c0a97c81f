import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/** Effective roles of many users in one project; users without one are missing. */
export async function userLevels(
  db: Db | Tx,
  projectId: number,
  userIds: readonly number[],
  today: string,
): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; level: number }>`
    select u.id, greatest(
      coalesce((select max(m.access_level) from member_grants m
        where m.user_id = u.id and (m.project_id = p.id or m.namespace_id = any(n.traversal_ids))
          and (m.expires_at is null or m.expires_at > ${today}::date)), 0),
      case when n.owner_id = u.id then 50 else 0 end) as level
    from unnest(${[...userIds]}::bigint[]) as u(id), projects p join namespaces n on n.id = p.namespace_id
    where p.id = ${projectId}`.execute(db);
  return new Map(rows.filter((row) => row.level > 0).map((row) => [row.id, row.level]));
}

/** The same in one group. */
export async function userLevelsInGroup(
  db: Db | Tx,
  namespaceId: number,
  userIds: readonly number[],
  today: string,
): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; level: number }>`
    select u.id, max(m.access_level) as level
    from unnest(${[...userIds]}::bigint[]) as u(id), namespaces n, member_grants m
    where n.id = ${namespaceId} and m.user_id = u.id and m.namespace_id = any(n.traversal_ids)
      and (m.expires_at is null or m.expires_at > ${today}::date)
    group by u.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.level]));
}
