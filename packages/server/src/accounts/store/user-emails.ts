import type { Extensions } from '../../platform/extensions.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { UserEmailTable } from '../tables.ts';
import type { UserRow } from './users.ts';

type Database = Db | Tx;
export type UserEmailRow = Selectable<UserEmailTable>;

const TAKEN = 'has already been taken';

export function listUserEmailRows(db: Database, userId: number): Promise<UserEmailRow[]> {
  return db.selectFrom('user_emails').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export function findUserEmailRow(db: Database, userId: number, id: number): Promise<UserEmailRow | undefined> {
  return db.selectFrom('user_emails').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
}

export async function countUserEmails(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('user_emails')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertUserEmail(
  db: Database,
  values: { user_id: number; email: string; confirmed_at: Date | null; created_at: Date },
): Promise<UserEmailRow> {
  return db.insertInto('user_emails').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Undefined when the address is gone meanwhile. */
export function confirmUserEmail(
  db: Database,
  userId: number,
  id: number,
  now: Date,
): Promise<UserEmailRow | undefined> {
  return db
    .updateTable('user_emails')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteUserEmailRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('user_emails').where('id', '=', id).execute();
}

/** Who confirmed this as one of their further addresses. */
export async function ownerOfConfirmedEmail(db: Database, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('user_emails')
    .select('user_id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** Users by their further, confirmed addresses; `emails` in lower case. */
export async function listRowsByConfirmedEmails(
  db: Database,
  emails: readonly string[],
): Promise<{ address: string; user: UserRow }[]> {
  const rows = await db
    .selectFrom('user_emails as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .selectAll('u')
    .select(sql<string>`lower(e.email)`.as('address'))
    .where(sql<string>`lower(e.email)`, 'in', [...emails])
    .where('e.confirmed_at', 'is not', null)
    .execute();
  return rows.map(({ address, ...user }) => ({ address, user }));
}

export const accountsUserEmails: Extensions = [
  describeConstraint('user_emails_user_key', { code: 'validation_failed', field: 'email', message: TAKEN }),
  describeConstraint('user_emails_confirmed_key', { code: 'validation_failed', field: 'email', message: TAKEN }),
];
