import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { UserStatusTable } from '../tables.ts';

export type StatusRow = Selectable<UserStatusTable>;

type Database = Db | Tx;

/** What the person says now; undefined when nothing or when its time is over. */
export function findStatus(db: Database, userId: number, now: Date): Promise<StatusRow | undefined> {
  return db
    .selectFrom('user_statuses')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('clear_at', 'is', null), eb('clear_at', '>', now)]))
    .executeTakeFirst();
}

export function saveStatus(db: Database, row: Insertable<UserStatusTable>): Promise<StatusRow> {
  const { user_id: _key, ...changes } = row;
  return db
    .insertInto('user_statuses')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteStatus(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('user_statuses').where('user_id', '=', userId).execute();
}

export async function deletePastStatuses(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('user_statuses').where('clear_at', '<=', now).execute();
}
