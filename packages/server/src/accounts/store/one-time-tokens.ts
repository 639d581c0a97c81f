import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { OneTimeTokenTable } from '../tables.ts';

export type OneTimeTokenRow = Selectable<OneTimeTokenTable>;
export type OneTimePurpose = OneTimeTokenRow['purpose'];

type Database = Db | Tx;

/** A user has one living token of each purpose: the newest. */
export async function replaceOneTimeToken(db: Database, values: Insertable<OneTimeTokenTable>): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', values.user_id)
    .where('purpose', '=', values.purpose)
    .execute();
  await db.insertInto('one_time_tokens').values(values).execute();
}

export async function insertOneTimeToken(db: Database, values: Insertable<OneTimeTokenTable>): Promise<void> {
  await db.insertInto('one_time_tokens').values(values).execute();
}

export function findOneTimeToken(
  db: Database,
  purpose: OneTimePurpose,
  digest: Buffer,
  now: Date,
): Promise<OneTimeTokenRow | undefined> {
  return db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('token_digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Takes the token away; undefined when it is gone, has expired or was taken by another request a moment ago. */
export function takeOneTimeToken(
  db: Database,
  purpose: OneTimePurpose,
  digest: Buffer,
  now: Date,
): Promise<OneTimeTokenRow | undefined> {
  return db
    .deleteFrom('one_time_tokens')
    .where('token_digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export function findOneTimeTokenOf(
  db: Database,
  userId: number,
  purpose: OneTimePurpose,
): Promise<OneTimeTokenRow | undefined> {
  return db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

export async function deleteOneTimeTokensOf(db: Database, userId: number, purpose: OneTimePurpose): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

export async function updateOneTimeTokenData(db: Database, id: number, data: object): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set({ data: JSON.stringify(data) })
    .where('id', '=', id)
    .execute();
}

export async function deleteExpiredOneTimeTokens(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', now).execute();
}
