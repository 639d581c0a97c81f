import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { NamespaceTable, ProjectTable } from '../tables.ts';

export type ProjectRow = Selectable<ProjectTable>;
export type NamespaceRow = Selectable<NamespaceTable>;
/** Where an old address leads now. */
export type Redirect = { projectId: number | null; namespaceId: number | null; path: string };

const NUMBER = /^\d{1,15}$/;

export function isNumericId(idOrPath: string): boolean {
  return NUMBER.test(idOrPath);
}

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

/** As findNamespaceRow, for addresses: a name of digits alone is a name there, not an id. */
export function findNamespaceRowByPath(db: Db | Tx, fullPath: string): Promise<NamespaceRow | undefined> {
  return db
    .selectFrom('namespaces')
    .selectAll()
    .where(sql`lower(full_path)`, '=', fullPath.toLowerCase())
    .executeTakeFirst();
}

/** Looks an old address up; addresses in use are never in this table. */
export async function findRedirect(db: Db | Tx, path: string): Promise<Redirect | undefined> {
  const row = await db
    .selectFrom('redirect_routes')
    .selectAll()
    .where(sql`lower(path)`, '=', path.toLowerCase())
    .executeTakeFirst();
  return row && { projectId: row.project_id, namespaceId: row.namespace_id, path: row.path };
}

/**
 * Effective role of a user in a project: the highest of the direct one, those of the groups above, those of groups
 * invited to either, and ownership of the personal namespace it lies in. What expired by `today` does not count. 0
 * without any.
 */
export async function projectLevel(db: Db | Tx, userId: number, projectId: number, today: string): Promise<number> {
  return (await projectLevels(db, userId, [projectId], today)).get(projectId) ?? 0;
}

/** As projectLevel, for many projects at once; projects without a role are missing from the map. */
export async function projectLevels(
  db: Db | Tx,
  userId: number,
  projectIds: number[],
  today: string,
): Promise<Map<number, number>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; level: number }>`
    select p.id, greatest(
      coalesce((select max(m.access_level) from member_grants m
        where m.user_id = ${userId} and (m.project_id = p.id or m.namespace_id = any(n.traversal_ids))
          and (m.expires_at is null or m.expires_at > ${today}::date)), 0),
      case when n.owner_id = ${userId} then 50 else 0 end) as level
    from projects p join namespaces n on n.id = p.namespace_id where p.id = any(${projectIds})`.execute(db);
  return new Map(rows.filter((row) => row.level > 0).map((row) => [row.id, row.level]));
}

/** Effective role of a user in a group (or their own namespace). */
export async function namespaceLevel(db: Db | Tx, userId: number, namespaceId: number, today: string): Promise<number> {
  return (await namespaceLevels(db, userId, [namespaceId], today)).get(namespaceId) ?? 0;
}

export async function namespaceLevels(
  db: Db | Tx,
  userId: number,
  namespaceIds: number[],
  today: string,
): Promise<Map<number, number>> {
  if (namespaceIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; level: number }>`
    select n.id, greatest(
      coalesce((select max(m.access_level) from member_grants m
        where m.user_id = ${userId} and m.namespace_id = any(n.traversal_ids)
          and (m.expires_at is null or m.expires_at > ${today}::date)), 0),
      case when n.owner_id = ${userId} then 50 else 0 end) as level
    from namespaces n where n.id = any(${namespaceIds})`.execute(db);
  return new Map(rows.filter((row) => row.level > 0).map((row) => [row.id, row.level]));
}

/** A group is seen by everyone who belongs to any project or group below it, whatever its visibility. */
export async function belongsBelow(db: Db | Tx, userId: number, namespaceId: number, today: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from member_grants m
    left join projects p on p.id = m.project_id
    join namespaces n on n.id = coalesce(m.namespace_id, p.namespace_id)
    where m.user_id = ${userId} and ${namespaceId} = any(n.traversal_ids)
      and (m.expires_at is null or m.expires_at > ${today}::date) limit 1`.execute(db);
  return rows.length > 0;
}
