import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { SessionTable } from '../tables.ts';
import type { UserRow } from './users.ts';

export type SessionRow = Selectable<SessionTable>;

type Database = Db | Tx;

export function insertSession(db: Database, values: Insertable<SessionTable>): Promise<SessionRow> {
  return db.insertInto('sessions').values(values).returningAll().executeTakeFirstOrThrow();
}

export type SessionWithUser = { session_id: number; csrf_token: string; last_used_at: Date; created_at: Date } & Pick<
  UserRow,
  'id' | 'username' | 'name' | 'email' | 'is_admin' | 'is_external' | 'kind' | 'last_activity_on'
>;

/** The living session with this digest and its active owner, in one indexed query. */
export function findLivingSession(
  db: Database,
  digest: Buffer,
  bounds: { usedSince: Date; createdSince: Date },
): Promise<SessionWithUser | undefined> {
  return db
    .selectFrom('sessions as session')
    .innerJoin('users as owner', 'owner.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'session.csrf_token',
      'session.last_used_at',
      'session.created_at',
      'owner.id',
      'owner.username',
      'owner.name',
      'owner.email',
      'owner.is_admin',
      'owner.is_external',
      'owner.kind',
      'owner.last_activity_on',
    ])
    .where('session.token_digest', '=', digest)
    .where('session.last_used_at', '>', bounds.usedSince)
    .where('session.created_at', '>', bounds.createdSince)
    .where('owner.state', '=', 'active')
    .executeTakeFirst();
}

export async function touchSession(db: Database, id: number, now: Date, ip: string | null): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, ...(ip !== null && { ip }) })
    .where('id', '=', id)
    .execute();
}

export function findSessionById(db: Database, id: number): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

export function listSessionsOf(
  db: Database,
  userId: number,
  usedSince: Date,
  createdSince: Date,
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('last_used_at', '>', usedSince)
    .where('created_at', '>', createdSince)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Gives a session a new secret; whoever holds the old one holds nothing. */
export async function replaceSessionSecret(
  db: Database,
  id: number,
  values: { token_digest: Buffer; authenticated_at: Date },
): Promise<void> {
  await db.updateTable('sessions').set(values).where('id', '=', id).execute();
}

export async function markAuthenticated(db: Database, id: number, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ authenticated_at: now }).where('id', '=', id).execute();
}

/** Ends one session of a user; false when there is none of that id. */
export async function deleteSession(db: Database, userId: number, id: number): Promise<boolean> {
  const result = await db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends all sessions of a user but one; returns the ids of those that ended. */
export async function deleteSessionsOf(db: Database, userId: number, exceptId?: number): Promise<number[]> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId);
  const rows = await query.returning('id').execute();
  return rows.map((row) => row.id);
}

export async function deleteDeadSessions(db: Database, usedBefore: Date, createdBefore: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('last_used_at', '<', usedBefore), eb('created_at', '<', createdBefore)]))
    .execute();
}
