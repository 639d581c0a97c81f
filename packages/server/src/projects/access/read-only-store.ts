import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/**
 * Says anew which groups and projects below this group (itself included) are read-only, after it was archived, marked for
 * deletion, or either was taken back. The rows are locked first.
 */
export async function refreshReadOnly(db: Db | Tx, groupId: number): Promise<void> {
  const below = sql`n.traversal_ids @> array[${groupId}::bigint]`;
  await sql`select n.id from namespaces n where ${below} order by n.id for update`.execute(db);
  await sql`update namespaces n set is_read_only = derived.is_read_only
    from (select n.id, exists (select from namespaces a where a.id = any(n.traversal_ids)
        and (a.archived_at is not null or a.marked_for_deletion_at is not null)) as is_read_only
      from namespaces n where ${below}) derived
    where n.id = derived.id and n.is_read_only <> derived.is_read_only`.execute(db);
  await sql`update projects p set is_group_read_only = n.is_read_only from namespaces n
    where n.id = p.namespace_id and ${below} and p.is_group_read_only <> n.is_read_only`.execute(db);
}

export type ReadOnlyGroup = {
  id: number;
  name: string;
  full_path: string;
  archived_at: Date | null;
  marked_for_deletion_at: Date | null;
};

/** Of these groups those that are archived or wait for their deletion, from the top down. */
export async function readOnlyGroups(db: Db | Tx, ids: readonly number[]): Promise<ReadOnlyGroup[]> {
  const { rows } = await sql<ReadOnlyGroup>`select id, name, full_path, archived_at, marked_for_deletion_at
    from namespaces where id = any(${ids}::bigint[]) and (archived_at is not null or marked_for_deletion_at is not null)
    order by cardinality(traversal_ids)`.execute(db);
  return rows;
}

export async function traversalIdsOf(db: Db | Tx, namespaceId: number): Promise<number[]> {
  const row = await db
    .selectFrom('namespaces')
    .select('traversal_ids')
    .where('id', '=', namespaceId)
    .executeTakeFirst();
  return row?.traversal_ids ?? [];
}

/** What waits for its deletion since this moment or longer; nothing that is being deleted already. */
export async function listOverdue(db: Db | Tx, since: Date): Promise<{ projectIds: number[]; groupIds: number[] }> {
  const idsOf = async (table: 'projects' | 'namespaces') =>
    db
      .selectFrom(table)
      .select('id')
      .where('marked_for_deletion_at', '<=', since)
      .where('deleting_since', 'is', null)
      .orderBy('id')
      .execute();
  const [projects, groups] = [await idsOf('projects'), await idsOf('namespaces')];
  return { projectIds: projects.map(({ id }) => id), groupIds: groups.map(({ id }) => id) };
}
