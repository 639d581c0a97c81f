import { type Db, sql, type Tx } from '../../platform/db/database.ts';

const keyOf = (projectId: number) => `merge_gates:${projectId}`;
const GROUP_KEY = 'merge_gates:group:';

/** The locks of the groups that the project lies in, for `lockGroupGates` of each of them to wait. */
async function shareGroupGates(db: Db | Tx, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${GROUP_KEY} || above.id, 0))
    from projects p join namespaces n on n.id = p.namespace_id cross join unnest(n.traversal_ids) as above (id)
    where p.id = ${projectId} and n.kind = 'group'`.execute(db);
}

/** Until the transaction ends, what the gates of merges into this project depend on stays as it is. */
export async function shareGates(db: Db | Tx, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(projectId)}, 0))`.execute(db);
  await shareGroupGates(db, projectId);
}

/** Until the transaction ends, no merge into this project passes its gates. */
export async function lockGates(db: Db | Tx, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(projectId)}, 0))`.execute(db);
  await shareGroupGates(db, projectId);
}

/** The same for all projects below a group, however many, with one lock. */
export async function lockGroupGates(db: Db | Tx, groupId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${GROUP_KEY} || ${groupId}::bigint, 0))`.execute(db);
}

/** Projects below a group in the order of their ids. */
export async function listProjectsBelow(
  db: Db | Tx,
  groupId: number,
  { afterId, limit }: { afterId: number; limit: number | null } = { afterId: 0, limit: null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p join namespaces n on n.id = p.namespace_id
    where ${groupId}::bigint = any(n.traversal_ids) and p.id > ${afterId} order by p.id limit ${limit}::bigint`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
