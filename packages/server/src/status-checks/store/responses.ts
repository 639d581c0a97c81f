import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ResponseStatus, StatusCheckResponseTable } from '../tables.ts';

type Database = Db | Tx;
export type ResponseRow = Selectable<StatusCheckResponseTable>;
export type Head = { mergeRequestId: number; checkId: number; sha: string };

/** Of all heads of these requests. */
export function listResponses(db: Database, mergeRequestIds: readonly number[]): Promise<ResponseRow[]> {
  if (mergeRequestIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('status_check_responses')
    .innerJoin('merge_requests', 'merge_requests.id', 'status_check_responses.merge_request_id')
    .selectAll('status_check_responses')
    .where('merge_request_id', 'in', [...mergeRequestIds])
    .whereRef('status_check_responses.head_sha', '=', 'merge_requests.head_sha')
    .execute();
}

/** True for the first that asks about this head. */
export async function insertPending(db: Database, { mergeRequestId, checkId, sha }: Head, at: Date): Promise<boolean> {
  const result = await db
    .insertInto('status_check_responses')
    .values({ merge_request_id: mergeRequestId, check_id: checkId, head_sha: sha, status: 'pending', status_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
}

export function putResponse(
  db: Database,
  { mergeRequestId, checkId, sha }: Head,
  answer: { status: ResponseStatus; at: Date; reason?: string },
): Promise<ResponseRow> {
  const values = { status: answer.status, status_at: answer.at, failure_reason: answer.reason ?? null };
  return db
    .insertInto('status_check_responses')
    .values({ merge_request_id: mergeRequestId, check_id: checkId, head_sha: sha, ...values })
    .onConflict((conflict) => conflict.constraint('status_check_responses_head_key').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What waits since before then fails. The requests that this is about. */
export async function failPendingBefore(db: Database, before: Date, at: Date, reason: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update status_check_responses set status = 'failed', status_at = ${at}, failure_reason = ${reason}
    where status = 'pending' and status_at < ${before} returning merge_request_id as id`.execute(db);
  return [...new Set(rows.map((row) => row.id))];
}

/** Fails one that still waits for the answer to this very request. */
export async function failPending(db: Database, { mergeRequestId, checkId, sha }: Head, at: Date, reason: string) {
  const result = await db
    .updateTable('status_check_responses')
    .set({ status: 'failed', status_at: at, failure_reason: reason })
    .where('merge_request_id', '=', mergeRequestId)
    .where('check_id', '=', checkId)
    .where('head_sha', '=', sha)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}
