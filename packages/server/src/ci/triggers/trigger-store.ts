import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { TriggerTable } from '../tables.ts';

export type TriggerRow = Selectable<TriggerTable>;

export function listTriggerRows(
  db: Db | Tx,
  projectId: number,
  { offset, limit, sort = 'asc' }: { offset: number; limit: number; sort?: 'asc' | 'desc' },
): Promise<TriggerRow[]> {
  return db
    .selectFrom('ci_triggers')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', sort)
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countTriggers(db: Db | Tx, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ci_triggers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

export function findTriggerRow(db: Db | Tx, projectId: number, id: number): Promise<TriggerRow | undefined> {
  return db
    .selectFrom('ci_triggers')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Without a question of rights: those of its project count. */
export function findTriggerById(db: Db | Tx, id: number): Promise<TriggerRow | undefined> {
  return db.selectFrom('ci_triggers').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The trigger with this token, unless it has expired; notes that it was used. */
export function touchTrigger(db: Db | Tx, tokenHash: Buffer, now: Date): Promise<TriggerRow | undefined> {
  return db
    .updateTable('ci_triggers')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returningAll()
    .executeTakeFirst();
}

export function insertTrigger(db: Db | Tx, values: Insertable<TriggerTable>): Promise<TriggerRow> {
  return db.insertInto('ci_triggers').values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateTrigger(db: Db | Tx, id: number, description: string): Promise<TriggerRow> {
  return db
    .updateTable('ci_triggers')
    .set({ description, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTriggerRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('ci_triggers').where('id', '=', id).execute();
}
