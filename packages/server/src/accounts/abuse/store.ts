import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { AbuseReportTable } from '../tables.ts';

type Database = Db | Tx;
export type AbuseReportRow = Selectable<AbuseReportTable>;

/** The same report of the same user that still waits stays the only one. */
export async function insertReport(db: Database, values: Insertable<AbuseReportTable>): Promise<void> {
  await db
    .insertInto('abuse_reports')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Newest first. */
export function listReports(
  db: Database,
  filter: { isOpen: boolean; limit: number; offset: number },
): Promise<AbuseReportRow[]> {
  return db
    .selectFrom('abuse_reports')
    .selectAll()
    .where('closed_at', filter.isOpen ? 'is' : 'is not', null)
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
}

/** False when it is not there or closed already. */
export async function closeReport(db: Database, id: number, closedById: number): Promise<boolean> {
  const result = await db
    .updateTable('abuse_reports')
    .set({ closed_at: sql<Date>`clock_timestamp()`, closed_by_id: closedById })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
