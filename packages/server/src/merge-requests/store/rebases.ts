import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { RebaseTable } from '../tables.ts';

export type RebaseRow = Selectable<RebaseTable>;

export function findRebase(db: Db | Tx, mergeRequestId: number): Promise<RebaseRow | undefined> {
  return db
    .selectFrom('merge_request_rebases')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .executeTakeFirst();
}

type NewRebase = Pick<RebaseRow, 'merge_request_id' | 'started_by_id' | 'source_sha' | 'skip_ci' | 'started_at'> & {
  /** How conflicts with this commit of the target branch are resolved. */
  resolution?: { targetSha: string; files: readonly object[] } | undefined;
};

/** Takes the place of the one before; false while that is under way. */
export async function insertRebase(db: Db | Tx, { resolution, ...values }: NewRebase): Promise<boolean> {
  const fresh = {
    ...values,
    target_sha: resolution?.targetSha ?? null,
    resolution: resolution ? JSON.stringify(resolution.files) : null,
    attempts: 0,
    finished_at: null,
    result_sha: null,
    error: null,
  };
  const row = await db
    .insertInto('merge_request_rebases')
    .values(fresh)
    .onConflict((conflict) =>
      conflict.column('merge_request_id').doUpdateSet(fresh).where('merge_request_rebases.finished_at', 'is not', null),
    )
    .returning('merge_request_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The one under way, counted as tried once more. */
export function attemptRebase(db: Db | Tx, mergeRequestId: number): Promise<RebaseRow | undefined> {
  return db
    .updateTable('merge_request_rebases')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('merge_request_id', '=', mergeRequestId)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** False when it had ended before. */
export async function endRebase(
  db: Db | Tx,
  mergeRequestId: number,
  outcome: { finishedAt: Date; resultSha: string | null; error: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('merge_request_rebases')
    .set({
      finished_at: outcome.finishedAt,
      result_sha: outcome.resultSha,
      error: outcome.error,
      target_sha: null,
      resolution: null,
    })
    .where('merge_request_id', '=', mergeRequestId)
    .where('finished_at', 'is', null)
    .returning('merge_request_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What the page is told of a merge or rebase that failed; null once it is over. The text is cut to what is read. */
export async function setMergeError(db: Db | Tx, mergeRequestId: number, error: string | null): Promise<void> {
  await db
    .updateTable('merge_requests')
    .set({ merge_error: error?.slice(0, 1_000) ?? null })
    .where('id', '=', mergeRequestId)
    .where('state', 'in', ['opened', 'locked'])
    .execute();
}
