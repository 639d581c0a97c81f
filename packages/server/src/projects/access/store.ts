import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { NamespaceTable, ProjectTable } from '../tables.ts';

export type ProjectRow = Selectable<ProjectTable>;
export type NamespaceRow = Selectable<NamespaceTable>;

const NUMBER = /^\d{1,15}$/;

export function findProjectRow(db: Db | Tx, idOrPath: string): Promise<ProjectRow | undefined> {
  const query = db.selectFrom('projects').selectAll();
  if (NUMBER.test(idOrPath)) return query.where('id', '=', Number(idOrPath)).executeTakeFirst();
  return query.where(sql`lower(full_path)`, '=', idOrPath.toLowerCase()).executeTakeFirst();
}

export function findNamespaceRow(db: Db | Tx, idOrPath: string): Promise<NamespaceRow | undefined> {
  const query = db.selectFrom('namespaces').selectAll();
  if (NUMBER.test(idOrPath)) return query.where('id', '=', Number(idOrPath)).executeTakeFirst();
  return query.where(sql`lower(full_path)`, '=', idOrPath.toLowerCase()).executeTakeFirst();
}

/**
 * Effective role of a person in a project: the highest of the direct one, those of the groups above, and ownership of
 * the personal namespace it lies in. Expired memberships do not count. 0 without any.
 */
export async function projectLevel(db: Db | Tx, userId: number, projectId: number): Promise<number> {
  const { rows } = await sql<{ level: number }>`
    select greatest(
      coalesce((select max(m.access_level) from members m
        where m.user_id = ${userId} and (m.project_id = p.id or m.namespace_id = any(n.traversal_ids))
          and (m.expires_at is null or m.expires_at > current_date)), 0),
      case when n.owner_id = ${userId} then 50 else 0 end) as level
    from projects p join namespaces n on n.id = p.namespace_id where p.id = ${projectId}`.execute(db);
  return rows[0]?.level ?? 0;
}

/** Effective role of a person in a group (or their own namespace). */
export async function namespaceLevel(db: Db | Tx, userId: number, namespaceId: number): Promise<number> {
  const { rows } = await sql<{ level: number }>`
    select greatest(
      coalesce((select max(m.access_level) from members m
        where m.user_id = ${userId} and m.namespace_id = any(n.traversal_ids)
          and (m.expires_at is null or m.expires_at > current_date)), 0),
      case when n.owner_id = ${userId} then 50 else 0 end) as level
    from namespaces n where n.id = ${namespaceId}`.execute(db);
  return rows[0]?.level ?? 0;
}

/** A group is seen by everybody who belongs to any project or group below it, whatever its visibility. */
export async function belongsBelow(db: Db | Tx, userId: number, namespaceId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members m
    left join projects p on p.id = m.project_id
    join namespaces n on n.id = coalesce(m.namespace_id, p.namespace_id)
    where m.user_id = ${userId} and ${namespaceId} = any(n.traversal_ids)
      and (m.expires_at is null or m.expires_at > current_date) limit 1`.execute(db);
  return rows.length > 0;
}
