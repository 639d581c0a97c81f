import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { AutoMergeTable } from '../tables.ts';

export type AutoMergeRow = Selectable<AutoMergeTable>;

/** A newer choice takes the place of an older one. */
export async function saveAutoMerge(db: Db | Tx, values: Insertable<AutoMergeTable>): Promise<void> {
  const { merge_request_id: _id, ...rest } = values;
  await db
    .insertInto('auto_merges')
    .values(values)
    .onConflict((conflict) => conflict.column('merge_request_id').doUpdateSet(rest))
    .execute();
}

export async function listAutoMerges(db: Db | Tx, mergeRequestIds: readonly number[]): Promise<AutoMergeRow[]> {
  if (mergeRequestIds.length === 0) return [];
  return db
    .selectFrom('auto_merges')
    .selectAll()
    .where('merge_request_id', 'in', [...mergeRequestIds])
    .execute();
}

export async function findAutoMerge(db: Db | Tx, mergeRequestId: number): Promise<AutoMergeRow | undefined> {
  const [row] = await listAutoMerges(db, [mergeRequestId]);
  return row;
}

export async function deleteAutoMerge(db: Db | Tx, mergeRequestId: number): Promise<AutoMergeRow | undefined> {
  return db.deleteFrom('auto_merges').where('merge_request_id', '=', mergeRequestId).returningAll().executeTakeFirst();
}

export async function failAutoMerge(db: Db | Tx, mergeRequestId: number, reason: string, at: Date): Promise<void> {
  await db
    .updateTable('auto_merges')
    .set({ failed_at: at, failed_reason: reason })
    .where('merge_request_id', '=', mergeRequestId)
    .execute();
}

/** Waiting ones, oldest first. */
export async function listWaitingAutoMerges(db: Db | Tx, afterId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('auto_merges')
    .select('merge_request_id')
    .where('failed_at', 'is', null)
    .where('merge_request_id', '>', afterId)
    .orderBy('merge_request_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.merge_request_id);
}
