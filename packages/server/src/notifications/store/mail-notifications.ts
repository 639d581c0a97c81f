import type { NotificationReason } from '@tributary/contract/notifications/enums.ts';
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { MailNotificationTable } from '../tables.ts';
import type { Target } from './todos.ts';

export type MailNotificationRow = Selectable<MailNotificationTable>;

/** Someone with an account, or without one as the target numbers them. */
export type Recipient = { userId: number } | { outsiderId: number };

export function recipientColumns(
  recipient: Recipient,
): Pick<Insertable<MailNotificationTable>, 'user_id' | 'outsider_id'> {
  return 'userId' in recipient ? { user_id: recipient.userId } : { outsider_id: recipient.outsiderId };
}

const waitsFor = (recipient: Recipient, target: Target) => (eb: ExpressionBuilder<Tables, 'mail_news'>) =>
  eb.and([
    'userId' in recipient ? eb('user_id', '=', recipient.userId) : eb('outsider_id', '=', recipient.outsiderId),
    eb('target_type', '=', target.type),
    eb('target_id', '=', target.id),
  ]);

/** Repeats of the same event for the same recipient change nothing. */
export async function addMailNotifications(db: Db | Tx, rows: Insertable<MailNotificationTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('mail_news')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** When the oldest news that is not held back came for this recipient about this thing; undefined when none waits. */
export async function oldestMailNotificationAt(
  db: Db | Tx,
  recipient: Recipient,
  target: Target,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('mail_news')
    .select('created_at')
    .where(waitsFor(recipient, target))
    .where('held_until', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Batches that are held no longer than this. */
export async function listBatchesUpTo(
  db: Db | Tx,
  recipient: Recipient,
  target: Target,
  upTo: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_news')
    .where(waitsFor(recipient, target))
    .select('batch')
    .distinct()
    .where('batch', 'is not', null)
    .where('held_until', '<=', upTo)
    .orderBy('batch')
    .execute();
  return rows.flatMap((row) => row.batch ?? []);
}

/**
 * Takes what waits for this recipient about this thing and is held no longer than `upTo`, oldest first; call in the
 * transaction that writes the mail.
 */
export async function takeMailNotifications(
  db: Db | Tx,
  recipient: Recipient,
  target: Target,
  upTo: Date,
): Promise<MailNotificationRow[]> {
  const rows = await db
    .deleteFrom('mail_news')
    .where(waitsFor(recipient, target))
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', upTo)]))
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.id - b.id);
}

/** What waits for this recipient about this thing is not told, but for these reasons. */
export async function dropMailNotifications(
  db: Db | Tx,
  recipient: Recipient,
  target: Target,
  but: readonly NotificationReason[],
): Promise<void> {
  await db
    .deleteFrom('mail_news')
    .where(waitsFor(recipient, target))
    .where('reason', 'not in', [...but])
    .execute();
}

export async function deleteMailNotificationsOf(db: Db | Tx, batch: string): Promise<void> {
  await db.deleteFrom('mail_news').where('batch', '=', batch).execute();
}
