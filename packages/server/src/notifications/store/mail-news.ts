import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { MailNewsTable } from '../tables.ts';
import type { Target } from './todos.ts';

export type MailNewsRow = Selectable<MailNewsTable>;

/** Repeats of the same event for the same person change nothing. */
export async function addMailNews(db: Db | Tx, rows: Insertable<MailNewsTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('mail_news')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'event_id', 'kind']).doNothing())
    .execute();
}

/** When the oldest news that waits for this person about this thing came; undefined when none waits. */
export async function oldestNewsAt(db: Db | Tx, userId: number, target: Target): Promise<Date | undefined> {
  const row = await db
    .selectFrom('mail_news')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Takes all that waits for this person about this thing, oldest first; call in the transaction that writes the mail. */
export async function takeMailNews(db: Db | Tx, userId: number, target: Target): Promise<MailNewsRow[]> {
  const rows = await db
    .deleteFrom('mail_news')
    .where('user_id', '=', userId)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.id - b.id);
}
