import type { Insertable } from 'kysely';
import { type Db, sql } from '../platform/db/database.ts';
import type { NamespaceRow, ProjectRow } from './access/store.ts';
import type { GroupLinkTable, MemberTable, NamespaceTable, ProjectTable } from './tables.ts';

export type { NamespaceRow, ProjectRow };
export type ProjectColumns = Partial<Insertable<ProjectTable>>;

// Rows for tests of other slices, written without the rules that operations keep.

export function findPersonalNamespaceRow(db: Db, ownerId: number): Promise<NamespaceRow | undefined> {
  return db.selectFrom('namespaces').selectAll().where('owner_id', '=', ownerId).executeTakeFirst();
}

export async function addNamespaceRow(db: Db, row: Insertable<NamespaceTable>): Promise<NamespaceRow> {
  const { id } = await db.insertInto('namespaces').values(row).returning('id').executeTakeFirstOrThrow();
  return db
    .updateTable('namespaces')
    .set({
      traversal_ids: sql<
        number[]
      >`coalesce((select parent.traversal_ids from namespaces parent where parent.id = namespaces.parent_id), '{}') || namespaces.id`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function addProjectRow(db: Db, row: Insertable<ProjectTable>): Promise<ProjectRow> {
  return db.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function addGroupLinkRow(db: Db, row: Insertable<GroupLinkTable>): Promise<void> {
  await db.insertInto('group_links').values(row).execute();
}

export async function addMemberRow(db: Db, row: Insertable<MemberTable>): Promise<void> {
  await db.insertInto('members').values(row).execute();
}
