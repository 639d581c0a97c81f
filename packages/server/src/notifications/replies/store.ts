import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { MailReplyKeyTable, ReceivedMailTable } from '../tables.ts';

type Database = Db | Tx;
export type ReplyKeyRow = Selectable<MailReplyKeyTable>;

export async function putReplyKey(db: Database, row: Omit<ReplyKeyRow, 'created_at'>): Promise<void> {
  await db
    .insertInto('mail_reply_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findReplyKey(db: Database, digest: Buffer): Promise<ReplyKeyRow | undefined> {
  return db.selectFrom('mail_reply_keys').selectAll().where('digest', '=', digest).executeTakeFirst();
}

export async function isReceived(db: Database, digest: Buffer): Promise<boolean> {
  const row = await db.selectFrom('received_mails').select('user_id').where('digest', '=', digest).executeTakeFirst();
  return row !== undefined;
}

/** False when it was there already. */
export async function insertReceived(db: Database, row: Selectable<ReceivedMailTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('received_mails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function countReceived(
  db: Database,
  userId: number,
  outcome: ReceivedMailTable['outcome'],
  since: Date,
): Promise<number> {
  const row = await db
    .selectFrom('received_mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('outcome', '=', outcome)
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function deleteReceivedBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('received_mails').where('received_at', '<', before).execute();
}
