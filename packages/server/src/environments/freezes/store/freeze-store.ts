import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { FreezePeriodTable } from '../../tables.ts';

export type FreezePeriodRow = Selectable<FreezePeriodTable>;

export function listFreezePeriods(db: Db | Tx, projectId: number): Promise<FreezePeriodRow[]> {
  return db.selectFrom('freeze_periods').selectAll().where('project_id', '=', projectId).orderBy('id').execute();
}

export function findFreezePeriod(db: Db | Tx, projectId: number, id: number): Promise<FreezePeriodRow | undefined> {
  return db
    .selectFrom('freeze_periods')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function insertFreezePeriod(db: Db | Tx, values: Insertable<FreezePeriodTable>): Promise<FreezePeriodRow> {
  return db.insertInto('freeze_periods').values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateFreezePeriodRow(
  db: Db | Tx,
  id: number,
  changes: Updateable<FreezePeriodTable>,
): Promise<FreezePeriodRow> {
  return db
    .updateTable('freeze_periods')
    .set({ ...changes, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteFreezePeriodRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('freeze_periods').where('id', '=', id).execute();
}
