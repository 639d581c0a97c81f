import { type Db, sql, type Tx } from '../../platform/db/database.ts';

const KEPT_DAYS = 7;

function keyOf(batch: string) {
  return sql`hashtextextended(${`news:${batch}`}, 0)`;
}

/**
 * Holds a batch together until the transaction ends: it is not taken back while it is told. False when it was taken back
 * already.
 */
export async function holdBatch(db: Db | Tx, batch: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf(batch)})`.execute(db);
  const row = await db.selectFrom('retracted_news').select('batch').where('batch', '=', batch).executeTakeFirst();
  return row === undefined;
}

/** Waits until nobody tells of a batch; from then on nobody does. */
export async function closeBatch(db: Db | Tx, batch: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(batch)})`.execute(db);
  await db
    .insertInto('retracted_news')
    .values({ batch })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`delete from retracted_news where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}

/** Those of these that were taken back. */
export async function listRetracted(db: Db | Tx, batches: readonly string[]): Promise<Set<string>> {
  if (batches.length === 0) return new Set();
  const rows = await db
    .selectFrom('retracted_news')
    .select('batch')
    .where('batch', 'in', [...batches])
    .execute();
  return new Set(rows.map((row) => row.batch));
}
