import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { AuditEventRow, MailMessageRow } from '../../platform/db/tables.ts';

type Database = Db | Tx;

export async function listMailRows(
  db: Database,
  limit: number,
  offset: number,
): Promise<{ rows: Selectable<MailMessageRow>[]; total: number }> {
  const rows = await db
    .selectFrom('mail_messages')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const count = await db
    .selectFrom('mail_messages')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: count.count };
}

export type AuditFilter = { action?: string | undefined; userId?: number | undefined };

/** Newest first. `userId` finds what the user did and what was done to their account. */
export function listAuditRows(
  db: Database,
  filter: AuditFilter,
  limit: number,
  offset: number,
): Promise<Selectable<AuditEventRow>[]> {
  let query = db.selectFrom('audit_events').selectAll();
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  const { userId } = filter;
  if (userId !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb('actor_id', '=', userId),
        eb('impersonator_id', '=', userId),
        eb.and([eb('target_type', '=', 'user'), eb('target_id', '=', String(userId))]),
      ]),
    );
  }
  return query.orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

/** Names of actions that occurred, for the filter. Skips from one name to the next along the index. */
export async function listAuditActions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive names as (
      (select action from audit_events order by action limit 1)
      union all
      select (select action from audit_events where action > names.action order by action limit 1)
      from names where names.action is not null
    )
    select action from names where action is not null`.execute(db);
  return rows.map((row) => row.action);
}
