import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { UserStatusTable } from '../tables.ts';

export type StatusRow = Selectable<UserStatusTable>;

type Database = Db | Tx;

/** What the user says now; undefined when nothing or when its time is over. */
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

/** What these users say, as far as everyone may know it; what is over by now is left out. */
export function listVisibleStatuses(db: Database, userIds: readonly number[], now: Date): Promise<StatusRow[]> {
  return db
    .selectFrom('user_statuses as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .where('s.user_id', 'in', [...userIds])
    .where('u.private_profile', '=', false)
    .where('u.state', '=', 'active')
    .where((eb) => eb.or([eb('s.clear_at', 'is', null), eb('s.clear_at', '>', now)]))
    .execute();
}
