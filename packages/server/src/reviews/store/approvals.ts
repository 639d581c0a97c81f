import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MergeRequestApprovalTable } from '../tables.ts';

type Database = Db | Tx;
export type ApprovalRow = Selectable<MergeRequestApprovalTable>;

export function listApprovals(db: Database, mergeRequestId: number): Promise<ApprovalRow[]> {
  return db
    .selectFrom('merge_request_approvals')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
}

/** Those that count: for the target branch of now, and for a commit that is still part of the source branch. */
export function listValidApprovals(db: Database, mergeRequestId: number): Promise<ApprovalRow[]> {
  return db
    .selectFrom('merge_request_valid_approvals')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
}

/** Heads that were approved, other than this one, and that were part of the source branch so far. */
export async function listApprovedHeads(db: Database, mergeRequestId: number, headSha: string): Promise<string[]> {
  const rows = await db
    .selectFrom('merge_request_approvals')
    .select('head_sha')
    .distinct()
    .where('merge_request_id', '=', mergeRequestId)
    .where('head_sha', '<>', headSha)
    .where('replaced_at', 'is', null)
    .execute();
  return rows.flatMap((row) => row.head_sha ?? []);
}

export async function markApprovalsReplaced(
  db: Database,
  mergeRequestId: number,
  heads: readonly string[],
): Promise<void> {
  if (heads.length === 0) return;
  await db
    .updateTable('merge_request_approvals')
    .set({ replaced_at: sql<Date>`clock_timestamp()` })
    .where('merge_request_id', '=', mergeRequestId)
    .where('head_sha', 'in', [...heads])
    .execute();
}

/** Agreeing once more to another head moves the agreement there. True when something changed. */
export async function putApproval(
  db: Database,
  approval: { mergeRequestId: number; userId: number; headSha: string | null; targetBranch: string },
): Promise<boolean> {
  const { mergeRequestId, userId, headSha, targetBranch } = approval;
  const { rows } = await sql`
    insert into merge_request_approvals (merge_request_id, user_id, head_sha, target_branch)
      values (${mergeRequestId}, ${userId}, ${headSha}, ${targetBranch})
    on conflict (merge_request_id, user_id) do update set head_sha = excluded.head_sha,
        target_branch = excluded.target_branch, replaced_at = null, created_at = clock_timestamp()
      where (merge_request_approvals.head_sha, merge_request_approvals.target_branch, merge_request_approvals.replaced_at)
        is distinct from (excluded.head_sha, excluded.target_branch, null)
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** True when there was one. */
export async function deleteApproval(db: Database, mergeRequestId: number, userId: number): Promise<boolean> {
  const result = await db
    .deleteFrom('merge_request_approvals')
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

export function findValidApproval(
  db: Database,
  mergeRequestId: number,
  userId: number,
): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('merge_request_valid_approvals')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function findApproval(db: Database, mergeRequestId: number, userId: number): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('merge_request_approvals')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** As it was, with its time. */
export async function restoreApproval(
  db: Database,
  approval: {
    mergeRequestId: number;
    userId: number;
    headSha: string | null;
    createdAt: Date;
    targetBranch: string | null;
    replacedAt: Date | null;
  },
): Promise<void> {
  const values = {
    head_sha: approval.headSha,
    created_at: approval.createdAt,
    target_branch: approval.targetBranch,
    replaced_at: approval.replacedAt,
  };
  await db
    .insertInto('merge_request_approvals')
    .values({ merge_request_id: approval.mergeRequestId, user_id: approval.userId, ...values })
    .onConflict((conflict) => conflict.columns(['merge_request_id', 'user_id']).doUpdateSet(values))
    .execute();
}
