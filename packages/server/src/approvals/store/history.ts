import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ApprovalReceiptTable } from '../tables.ts';

type Database = Db | Tx;
export type ReceiptRow = Selectable<ApprovalReceiptTable>;

export type ActiveApproval = {
  id: number;
  merge_request_id: number;
  user_id: number;
  head_sha: string | null;
  base_sha: string | null;
  target_branch: string | null;
  created_at: Date;
};

/** Approvals that count, of these merge requests, oldest first. */
export async function listActiveApprovals(db: Database, mergeRequestIds: readonly number[]): Promise<ActiveApproval[]> {
  if (mergeRequestIds.length === 0) return [];
  const { rows } = await sql<ActiveApproval>`
    select id, merge_request_id, user_id, head_sha, base_sha, target_branch, created_at from merge_request_valid_approvals
    where merge_request_id = any(${[...mergeRequestIds]}::bigint[]) order by created_at, id`.execute(db);
  return rows;
}

/** As above, also those of another target branch: in the middle of a change. */
export async function listOpenApprovals(db: Database, mergeRequestId: number): Promise<ActiveApproval[]> {
  const { rows } = await sql<ActiveApproval>`
    select id, merge_request_id, user_id, head_sha, base_sha, target_branch, created_at from merge_request_approvals
    where merge_request_id = ${mergeRequestId} and ended_at is null order by created_at, id`.execute(db);
  return rows;
}

export async function insertReceipt(db: Database, values: Insertable<ApprovalReceiptTable>): Promise<void> {
  await db.insertInto('approval_receipts').values(values).execute();
}

/** The newest receipt of each approval of a merge request. */
export async function listReceipts(
  db: Database,
  mergeRequestId: number,
): Promise<(ReceiptRow & { user_id: number })[]> {
  const { rows } = await sql<ReceiptRow & { user_id: number }>`
    select distinct on (r.approval_id) r.*, a.user_id
    from approval_receipts r join merge_request_approvals a on a.id = r.approval_id
    where r.merge_request_id = ${mergeRequestId} order by r.approval_id, r.id desc`.execute(db);
  return rows;
}

/** Who commented on a merge request where everyone may read it, by their first comment. */
export async function listCommenters(db: Database, mergeRequestId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select author_id as id from notes
    where noteable_type = 'MergeRequest' and noteable_id = ${mergeRequestId} and not is_system and not is_internal
      and author_id is not null
    group by author_id order by min(notes.id)`.execute(db);
  return rows.map((row) => row.id);
}
