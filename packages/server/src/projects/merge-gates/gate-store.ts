import { type Db, sql, type Tx } from '../../platform/db/database.ts';

const keyOf = (projectId: number) => `merge_gates:${projectId}`;

/** Until the transaction ends, what the gates of merges into this project depend on stays as it is. */
export async function shareGates(db: Db | Tx, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(projectId)}, 0))`.execute(db);
}

/** Until the transaction ends, no merge into this project passes its gates. */
export async function lockGates(db: Db | Tx, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(projectId)}, 0))`.execute(db);
}
