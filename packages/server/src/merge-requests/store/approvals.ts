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

/** Agreeing once more to another head moves the agreement there. True when something changed. */
export async function putApproval(
  db: Database,
  approval: { mergeRequestId: number; userId: number; headSha: string | null },
): Promise<boolean> {
  const { mergeRequestId, userId, headSha } = approval;
  const { rows } = await sql`
    insert into merge_request_approvals (merge_request_id, user_id, head_sha) values (${mergeRequestId}, ${userId}, ${headSha})
    on conflict (merge_request_id, user_id) do update set head_sha = excluded.head_sha, created_at = clock_timestamp()
      where merge_request_approvals.head_sha is distinct from excluded.head_sha
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
  approval: { mergeRequestId: number; userId: number; headSha: string | null; createdAt: Date },
): Promise<void> {
  const values = { head_sha: approval.headSha, created_at: approval.createdAt };
  await db
    .insertInto('merge_request_approvals')
    .values({ merge_request_id: approval.mergeRequestId, user_id: approval.userId, ...values })
    .onConflict((conflict) => conflict.columns(['merge_request_id', 'user_id']).doUpdateSet(values))
    .execute();
}
