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

/** When the oldest news that is not held back came for this person about this thing; undefined when none waits. */
export async function oldestNewsAt(db: Db | Tx, userId: number, target: Target): Promise<Date | undefined> {
  const row = await db
    .selectFrom('mail_news')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where('held_until', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

function waiting(db: Db | Tx, userId: number, target: Target) {
  return db
    .selectFrom('mail_news')
    .where('user_id', '=', userId)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id);
}

/** Batches that are held no longer than this. */
export async function listBatchesUpTo(db: Db | Tx, userId: number, target: Target, upTo: Date): Promise<string[]> {
  const rows = await waiting(db, userId, target)
    .select('batch')
    .distinct()
    .where('batch', 'is not', null)
    .where('held_until', '<=', upTo)
    .orderBy('batch')
    .execute();
  return rows.flatMap((row) => row.batch ?? []);
}

/**
 * Takes what waits for this person about this thing and is held no longer than `upTo`, oldest first; call in the
 * transaction that writes the mail.
 */
export async function takeMailNews(db: Db | Tx, userId: number, target: Target, upTo: Date): Promise<MailNewsRow[]> {
  const rows = await db
    .deleteFrom('mail_news')
    .where('user_id', '=', userId)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', upTo)]))
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.id - b.id);
}

export async function deleteMailNewsOf(db: Db | Tx, batch: string): Promise<void> {
  await db.deleteFrom('mail_news').where('batch', '=', batch).execute();
}
