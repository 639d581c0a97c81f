import type { Db, Tx } from '../../../platform/db/database.ts';
import type {} from '../../tables.ts';

type Database = Db | Tx;
export type EmailParticipant = { id: number; email: string };

/** In the order in which they were added. */
export function listEmailParticipants(db: Database, issueId: number): Promise<EmailParticipant[]> {
  return db
    .selectFrom('issue_email_participants')
    .select(['id', 'email'])
    .where('issue_id', '=', issueId)
    .orderBy('id')
    .execute();
}

export async function findEmailParticipant(
  db: Database,
  id: number,
): Promise<(EmailParticipant & { issueId: number }) | undefined> {
  const row = await db
    .selectFrom('issue_email_participants')
    .select(['id', 'email', 'issue_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { id: row.id, email: row.email, issueId: row.issue_id };
}

/** In the order given; who is there already is left as they are. */
export async function insertEmailParticipants(
  db: Database,
  issueId: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  await db
    .insertInto('issue_email_participants')
    .values(addresses.map((email) => ({ issue_id: issueId, email })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** False: none of them was there any more. */
export async function deleteEmailParticipants(db: Database, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const gone = await db
    .deleteFrom('issue_email_participants')
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();
  return gone.length > 0;
}
