import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

export type TraceRow = Selectable<Tables['ci_job_traces']>;

export async function createTrace(db: Db | Tx, jobId: number): Promise<void> {
  await db
    .insertInto('ci_job_traces')
    .values({ job_id: jobId, object_name: null })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute();
}

export function findTrace(db: Db | Tx, jobId: number): Promise<TraceRow | undefined> {
  return db.selectFrom('ci_job_traces').selectAll().where('job_id', '=', jobId).executeTakeFirst();
}

/** Writers of one log come one after another. */
export function lockTrace(db: Db | Tx, jobId: number): Promise<TraceRow | undefined> {
  return db.selectFrom('ci_job_traces').selectAll().where('job_id', '=', jobId).forUpdate().executeTakeFirst();
}

export type Appended = { receivedBytes: number; storedBytes: number; checksum: number };

export async function setTraceSize(db: Db | Tx, jobId: number, to: Appended): Promise<void> {
  await db
    .updateTable('ci_job_traces')
    .set({
      received_bytes: to.receivedBytes,
      stored_bytes: to.storedBytes,
      checksum: to.checksum,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('job_id', '=', jobId)
    .execute();
}

/** The log shows the values of variables. */
export async function markDebug(db: Db | Tx, jobId: number): Promise<void> {
  await db.updateTable('ci_job_traces').set({ is_debug: true }).where('job_id', '=', jobId).execute();
}

export async function insertChunk(db: Db | Tx, jobId: number, start: number, data: Buffer): Promise<void> {
  await db.insertInto('ci_job_trace_chunks').values({ job_id: jobId, start_byte: start, data }).execute();
}

export async function replaceChunk(db: Db | Tx, jobId: number, start: number, data: Buffer): Promise<void> {
  await db
    .updateTable('ci_job_trace_chunks')
    .set({ data })
    .where('job_id', '=', jobId)
    .where('start_byte', '=', start)
    .execute();
}

export type Chunk = { start_byte: number; data: Buffer };

/** The chunk that this byte lies in, and those after it, up to about this many bytes. */
export async function listChunks(db: Db | Tx, jobId: number, from: number, maxBytes: number): Promise<Chunk[]> {
  const { rows } = await sql<Chunk>`
    select start_byte, data from (
      select start_byte, data, sum(length(data)) over (order by start_byte) - length(data) as before
      from ci_job_trace_chunks
      where job_id = ${jobId} and start_byte >= coalesce(
        (select max(start_byte) from ci_job_trace_chunks where job_id = ${jobId} and start_byte <= ${from}), 0)
    ) chunk where before < ${maxBytes} order by start_byte`.execute(db);
  return rows;
}

/** The log has its place in the object storage; its chunks go. */
export async function sealTrace(db: Db | Tx, jobId: number, objectName: string): Promise<void> {
  await db
    .updateTable('ci_job_traces')
    .set({ object_name: objectName, updated_at: sql<Date>`clock_timestamp()` })
    .where('job_id', '=', jobId)
    .execute();
  await db.deleteFrom('ci_job_trace_chunks').where('job_id', '=', jobId).execute();
}

export async function deleteTrace(db: Db | Tx, jobId: number): Promise<void> {
  await db.deleteFrom('ci_job_trace_chunks').where('job_id', '=', jobId).execute();
  await db.deleteFrom('ci_job_traces').where('job_id', '=', jobId).execute();
}

/** Objects whose rows are gone. */
export async function listRemovedObjects(db: Db | Tx, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ci_removed_objects')
    .select('object_name')
    .orderBy('removed_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.object_name);
}

export async function forgetRemovedObject(db: Db | Tx, name: string): Promise<void> {
  await db.deleteFrom('ci_removed_objects').where('object_name', '=', name).execute();
}
