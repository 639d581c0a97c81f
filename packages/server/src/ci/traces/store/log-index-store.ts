import { type Db, sql, type Tx } from '../../../platform/db/database.ts';

/** Undefined where none was stored. */
export async function findLogIndex(db: Db | Tx, jobId: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('ci_job_trace_indexes').select('data').where('job_id', '=', jobId).executeTakeFirst();
  return row?.data;
}

/** It goes with its log; where the log is gone already nothing is stored. */
export async function saveLogIndex(db: Db | Tx, jobId: number, data: Buffer): Promise<void> {
  await db
    .insertInto('ci_job_trace_indexes')
    .columns(['job_id', 'data'])
    .expression((eb) =>
      eb
        .selectFrom('ci_job_traces')
        .select(['job_id', eb.val(data).as('data')])
        .where('job_id', '=', jobId)
        .where('object_name', 'is not', null),
    )
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ data }))
    .execute();
}

/** Those of logs that are gone, some at a time. */
export async function deleteOrphanedIndexes(db: Db | Tx, limit: number): Promise<void> {
  await sql`delete from ci_job_trace_indexes where job_id in (
    select found.job_id from ci_job_trace_indexes found
    where not exists (select from ci_job_traces trace where trace.job_id = found.job_id) limit ${limit})`.execute(db);
}
