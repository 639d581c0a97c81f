import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ScheduleTable, ScheduleVariableTable } from '../tables.ts';

export type ScheduleRow = Selectable<ScheduleTable>;
export type ScheduleVariableRow = Selectable<ScheduleVariableTable>;
export type ScheduleFilter = { projectId: number; isActive?: boolean | undefined };

function matching(db: Db | Tx, { projectId, isActive }: ScheduleFilter) {
  const query = db.selectFrom('ci_schedules').where('project_id', '=', projectId);
  return isActive === undefined ? query : query.where('is_active', '=', isActive);
}

export function listScheduleRows(
  db: Db | Tx,
  filter: ScheduleFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<ScheduleRow[]> {
  return matching(db, filter).selectAll().orderBy('id').offset(offset).limit(limit).execute();
}

export async function countSchedules(db: Db | Tx, filter: ScheduleFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function findScheduleRow(db: Db | Tx, id: number): Promise<ScheduleRow | undefined> {
  return db.selectFrom('ci_schedules').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertSchedule(db: Db | Tx, values: Insertable<ScheduleTable>): Promise<ScheduleRow> {
  return db.insertInto('ci_schedules').values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateSchedule(db: Db | Tx, id: number, values: Updateable<ScheduleTable>): Promise<ScheduleRow> {
  return db
    .updateTable('ci_schedules')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteScheduleRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('ci_schedules').where('id', '=', id).execute();
}

export function dueSchedules(db: Db | Tx, now: Date, limit: number): Promise<ScheduleRow[]> {
  return db
    .selectFrom('ci_schedules')
    .selectAll()
    .where('is_active', '=', true)
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(limit)
    .execute();
}

/** Sets the next time if nobody else has done so since: who does runs it. */
export async function claimRun(db: Db | Tx, seen: ScheduleRow, next: Date | null): Promise<boolean> {
  const updated = await db
    .updateTable('ci_schedules')
    .set({ next_run_at: next })
    .where('id', '=', seen.id)
    .where('is_active', '=', true)
    .where('next_run_at', '=', seen.next_run_at)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function recordRun(db: Db | Tx, id: number, pipelineId: number): Promise<void> {
  await db.updateTable('ci_schedules').set({ last_pipeline_id: pipelineId }).where('id', '=', id).execute();
}

export function listScheduleVariables(db: Db | Tx, ids: readonly number[]): Promise<ScheduleVariableRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('ci_schedule_variables')
    .selectAll()
    .where('schedule_id', 'in', [...ids])
    .orderBy('key')
    .execute();
}

/** Those of a schedule are these from now on. */
export async function replaceScheduleVariables(
  db: Db | Tx,
  scheduleId: number,
  rows: readonly ScheduleVariableRow[],
): Promise<void> {
  await db.deleteFrom('ci_schedule_variables').where('schedule_id', '=', scheduleId).execute();
  if (rows.length > 0)
    await db
      .insertInto('ci_schedule_variables')
      .values([...rows])
      .execute();
}

/** False when there is one of this key already. */
export async function insertScheduleVariable(db: Db | Tx, row: ScheduleVariableRow): Promise<boolean> {
  const made = await db
    .insertInto('ci_schedule_variables')
    .values(row)
    .onConflict((conflict) => conflict.columns(['schedule_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return made !== undefined;
}

export async function updateScheduleVariable(db: Db | Tx, row: ScheduleVariableRow): Promise<void> {
  await db
    .updateTable('ci_schedule_variables')
    .set({ sealed_value: row.sealed_value, kind: row.kind })
    .where('schedule_id', '=', row.schedule_id)
    .where('key', '=', row.key)
    .execute();
}

export async function deleteScheduleVariable(db: Db | Tx, scheduleId: number, key: string): Promise<void> {
  await db.deleteFrom('ci_schedule_variables').where('schedule_id', '=', scheduleId).where('key', '=', key).execute();
}
