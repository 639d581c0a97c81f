import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { MergeRequestContextCommitTable } from '../tables.ts';

type Database = Db | Tx;
export type ContextCommitRow = Selectable<MergeRequestContextCommitTable>;

/** Newest first. */
export function listContextCommits(db: Database, mergeRequestId: number): Promise<ContextCommitRow[]> {
  return db
    .selectFrom('merge_request_context_commits')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('committed_at', 'desc')
    .orderBy('sha')
    .execute();
}

export async function insertContextCommits(
  db: Database,
  rows: readonly Omit<ContextCommitRow, 'created_at'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('merge_request_context_commits')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['merge_request_id', 'sha']).doNothing())
    .execute();
}

export async function deleteContextCommits(
  db: Database,
  mergeRequestId: number,
  shas: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('merge_request_context_commits')
    .where('merge_request_id', '=', mergeRequestId)
    .where('sha', 'in', [...shas])
    .execute();
}
