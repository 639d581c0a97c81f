import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { UserTable } from '../tables.ts';

export type UserRow = Selectable<UserTable>;
export type NewUser = Insertable<UserTable>;
export type UserChange = Updateable<UserTable>;

type Database = Db | Tx;

export function findUserById(db: Database, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the row until the transaction ends, so that two changes of one account follow each other. */
export function lockUser(db: Database, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findUserByName(db: Database, username: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
}

export function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** A user by username or, where it looks like one, by e-mail address. Bots do not sign in. */
export function findUserByLogin(db: Database, login: string): Promise<UserRow | undefined> {
  const found = login.includes('@') ? findUserByEmail(db, login) : findUserByName(db, login);
  return found.then((user) => (user?.kind === 'human' ? user : undefined));
}

export function listUserRowsByIds(db: Database, ids: readonly number[]): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

export function listUserRowsByNames(db: Database, usernames: readonly string[]): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(
      sql<string>`lower(username)`,
      'in',
      usernames.map((name) => name.toLowerCase()),
    )
    .execute();
}

export function insertUser(db: Database, values: NewUser): Promise<UserRow> {
  return db.insertInto('users').values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateUserRow(db: Database, id: number, change: UserChange): Promise<UserRow> {
  return db.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function countActiveAdmins(db: Database): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('is_admin', '=', true)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function setLastActivity(db: Database, id: number, day: string): Promise<void> {
  await db.updateTable('users').set({ last_activity_on: day }).where('id', '=', id).execute();
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export function findGhost(db: Database): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('kind', '=', 'ghost').executeTakeFirst();
}

/** Held until the transaction ends: only one process makes the first account. */
export async function lockUserCreation(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(7261905)`.execute(db);
}

/** Counts one more wrong attempt and returns how many there are in a row. */
export async function countFailedAttempt(db: Database, id: number): Promise<number> {
  const row = await db
    .updateTable('users')
    .set((eb) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
    .where('id', '=', id)
    .returning('failed_attempts')
    .executeTakeFirst();
  return row?.failed_attempts ?? 0;
}

export async function delayAttempts(db: Database, id: number, until: Date): Promise<void> {
  await db.updateTable('users').set({ locked_until: until }).where('id', '=', id).execute();
}

/** `emails` in lower case. */
export function listConfirmedRowsByEmails(db: Database, emails: readonly string[]): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(email)`, 'in', [...emails])
    .where('confirmed_at', 'is not', null)
    .execute();
}

/** The active user whose feeds this digest opens. */
export function findUserByFeedToken(db: Database, digest: Buffer): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('feed_token_digest', '=', digest)
    .where('state', '=', 'active')
    .executeTakeFirst();
}
