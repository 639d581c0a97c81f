import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { HookDeliveryTable } from '../tables.ts';

export type DeliveryRow = Selectable<HookDeliveryTable>;

/** Undefined when this attempt at telling the hook of the event was written before. */
export async function insertDelivery(
  db: Db | Tx,
  row: Insertable<HookDeliveryTable>,
): Promise<DeliveryRow | undefined> {
  return db
    .insertInto('hook_deliveries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function deliveryById(db: Db | Tx, id: number): Promise<DeliveryRow | undefined> {
  return db.selectFrom('hook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deliveryOfHook(db: Db | Tx, hookId: number, id: number): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('hook_id', '=', hookId)
    .executeTakeFirst();
}

export async function updateDelivery(db: Db | Tx, id: number, changes: Updateable<HookDeliveryTable>): Promise<void> {
  await db.updateTable('hook_deliveries').set(changes).where('id', '=', id).execute();
}

/** Newest first. */
export async function listDeliveryRows(
  db: Db | Tx,
  hookId: number,
  page: { offset: number; limit: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const of = db.selectFrom('hook_deliveries').where('hook_id', '=', hookId);
  const rows = await of.selectAll().orderBy('id', 'desc').offset(page.offset).limit(page.limit).execute();
  const { total } = await of.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** The last finished delivery of each hook. */
export async function lastDeliveries(db: Db | Tx, hookIds: number[]): Promise<Map<number, DeliveryRow>> {
  if (hookIds.length === 0) return new Map();
  const { rows } = await sql<DeliveryRow>`
    select distinct on (hook_id) * from hook_deliveries where hook_id = any(${hookIds}) and finished_at is not null
    order by hook_id, id desc`.execute(db);
  return new Map(rows.map((row) => [row.hook_id, row]));
}

export async function deleteDeliveriesBefore(db: Db | Tx, before: Date): Promise<void> {
  await db.deleteFrom('hook_deliveries').where('created_at', '<', before).execute();
}
