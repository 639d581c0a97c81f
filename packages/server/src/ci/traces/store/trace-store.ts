import type { CiStatus } from '@tributary/contract/ci/status.ts';
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

/** `visible_bytes` is what readers get of it. */
export function findTrace(db: Db | Tx, jobId: number): Promise<(TraceRow & { visible_bytes: number }) | undefined> {
  return db
    .selectFrom('ci_job_traces as trace')
    .innerJoin('ci_jobs as job', 'job.id', 'trace.job_id')
    .selectAll('trace')
    .select(
      sql<number>`trace.stored_bytes - case when job.status in ('running', 'canceling') then trace.held_bytes else 0 end`.as(
        'visible_bytes',
      ),
    )
    .where('trace.job_id', '=', jobId)
    .executeTakeFirst();
}

/** Writers of one log come one after another. */
export function lockTrace(db: Db | Tx, jobId: number): Promise<TraceRow | undefined> {
  return db.selectFrom('ci_job_traces').selectAll().where('job_id', '=', jobId).forUpdate().executeTakeFirst();
}

/** Whether the job runs; it does until the end of the transaction. Taken before the lock of its log. */
export async function lockRunningJob(db: Db | Tx, jobId: number): Promise<boolean> {
  const row = await db
    .selectFrom('ci_jobs')
    .select('id')
    .where('id', '=', jobId)
    .where('status', 'in', ['running', 'canceling'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export type Appended = { receivedBytes: number; storedBytes: number; checksum: number };
export type Growth = Appended & { heldBytes: number };

/**
 * Appends a piece in one statement: where the job still runs with this token and its log still ends where the caller knows it
 * to. Gives the status of the job; undefined when nothing was changed.
 *
 * It does not wait for the disk: after a crash of the database the log ends up to a second earlier, and the runner, which has
 * all of it, is answered from where to send it again. The report of the result waits, and with it all that came before.
 */
export async function appendChunk(
  db: Db | Tx,
  job: { id: number; tokenDigest: Buffer },
  { before, after, data }: { before: Appended; after: Growth; data: Buffer },
): Promise<CiStatus | undefined> {
  const { rows } = await sql<{ status: CiStatus }>`
    with job as (
      select id, status from ci_jobs
      where id = ${job.id} and token_hash = ${job.tokenDigest} and status in ('running', 'canceling') for no key update
    ), trace as (
      update ci_job_traces trace set received_bytes = ${after.receivedBytes}, stored_bytes = ${after.storedBytes},
        checksum = ${after.checksum}, held_bytes = ${after.heldBytes}, updated_at = clock_timestamp()
      from job where trace.job_id = job.id and trace.object_name is null and trace.checksum = ${before.checksum}
        and trace.received_bytes = ${before.receivedBytes} and trace.stored_bytes = ${before.storedBytes}
      returning trace.job_id
    ), chunk as (
      insert into ci_job_trace_chunks (job_id, start_byte, data)
      select job_id, ${before.storedBytes}::bigint, ${data}::bytea from trace
    ), heard as (
      update ci_jobs set updated_at = clock_timestamp() from trace
      where ci_jobs.id = trace.job_id and ci_jobs.updated_at < clock_timestamp() - interval '20 seconds'
    )
    select job.status, set_config('synchronous_commit', 'off', true) from job join trace on trace.job_id = job.id`.execute(
    db,
  );
  return rows[0]?.status;
}

export async function setTraceSize(db: Db | Tx, jobId: number, to: Growth): Promise<void> {
  await db
    .updateTable('ci_job_traces')
    .set({
      received_bytes: to.receivedBytes,
      stored_bytes: to.storedBytes,
      checksum: to.checksum,
      held_bytes: to.heldBytes,
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
    select start_byte, data from ci_job_trace_chunks
    where job_id = ${jobId} and start_byte < ${from}::bigint + ${maxBytes}::bigint and start_byte >= coalesce(
      (select max(start_byte) from ci_job_trace_chunks where job_id = ${jobId} and start_byte <= ${from}), 0)
    order by start_byte`.execute(db);
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
  await db.deleteFrom('ci_job_trace_indexes').where('job_id', '=', jobId).execute();
  await db.deleteFrom('ci_job_traces').where('job_id', '=', jobId).execute();
}

/** Objects whose rows are gone, or that never got one. */
export async function listRemovedObjects(db: Db | Tx, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ci_removed_objects')
    .select('object_name')
    .where('removed_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('removed_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.object_name);
}

/** An object is about to be written: a day after, longer than any upload lasts, it is removed unless it has its row by then. */
export async function announceObject(db: Db | Tx, name: string): Promise<void> {
  const removedAt = sql<Date>`clock_timestamp() + interval '1 day'`;
  await db.insertInto('ci_removed_objects').values({ object_name: name, removed_at: removedAt }).execute();
}

/** It could not be deleted: it is tried again in an hour. */
export async function postponeRemoval(db: Db | Tx, name: string): Promise<void> {
  const removedAt = sql<Date>`clock_timestamp() + interval '1 hour'`;
  await db.updateTable('ci_removed_objects').set({ removed_at: removedAt }).where('object_name', '=', name).execute();
}

/** It was removed; or, in the transaction that writes its row, it stays. */
export async function forgetRemovedObject(db: Db | Tx, name: string): Promise<void> {
  await db.deleteFrom('ci_removed_objects').where('object_name', '=', name).execute();
}
