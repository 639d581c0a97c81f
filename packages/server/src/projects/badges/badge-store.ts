import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ProjectBadgeTable } from '../tables.ts';

export type BadgeRow = Selectable<ProjectBadgeTable>;
export type BadgeOwner = { kind: 'project' | 'group'; id: number };

const columnOf = ({ kind }: BadgeOwner) => (kind === 'project' ? ('project_id' as const) : ('namespace_id' as const));

export const ownerColumns = (owner: BadgeOwner) => ({
  project_id: owner.kind === 'project' ? owner.id : null,
  namespace_id: owner.kind === 'group' ? owner.id : null,
});

/** Those of a project with those of the groups that it lies in; of a group its own. Groups come first. */
export async function listBadgeRows(db: Db | Tx, owner: BadgeOwner): Promise<BadgeRow[]> {
  if (owner.kind === 'group') {
    return db.selectFrom('project_badges').selectAll().where('namespace_id', '=', owner.id).orderBy('id').execute();
  }
  const { rows } = await sql<BadgeRow>`
    select b.* from project_badges b, projects p join namespaces n on n.id = p.namespace_id
    where p.id = ${owner.id} and (b.project_id = p.id or b.namespace_id = any(n.traversal_ids))
    order by b.namespace_id is null, b.id`.execute(db);
  return rows;
}

/** A badge of the project or group itself, for a change, which then sees what the change before it wrote. */
export function lockBadgeOf(db: Db | Tx, owner: BadgeOwner, id: number): Promise<BadgeRow | undefined> {
  return db
    .selectFrom('project_badges')
    .selectAll()
    .where(columnOf(owner), '=', owner.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function insertBadge(db: Db | Tx, row: Insertable<ProjectBadgeTable>): Promise<BadgeRow> {
  return db.insertInto('project_badges').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateBadgeRow(db: Db | Tx, id: number, changes: Updateable<ProjectBadgeTable>): Promise<BadgeRow> {
  return db.updateTable('project_badges').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deleteBadgeRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('project_badges').where('id', '=', id).execute();
}
