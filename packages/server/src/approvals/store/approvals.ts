import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ApprovalEnd, MergeRequestApprovalTable } from '../tables.ts';

type Database = Db | Tx;
export type ApprovalRow = Selectable<MergeRequestApprovalTable>;

/** Ends that the approver did not choose: shown until they approve again. */
const SHOWN_ENDS: readonly ApprovalEnd[] = ['changed', 'replaced', 'retargeted'];

const NOW = sql<Date>`clock_timestamp()`;

/** The newest of each user: active ones, and those that ended because the merge request changed. */
export async function listApprovals(db: Database, mergeRequestId: number): Promise<ApprovalRow[]> {
  const rows = await db
    .selectFrom('merge_request_approvals')
    .selectAll()
    .distinctOn('user_id')
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('user_id')
    .orderBy('id', 'desc')
    .execute();
  return rows
    .filter(({ ended_reason: reason }) => reason === null || SHOWN_ENDS.includes(reason))
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || a.user_id - b.user_id);
}

/** Those that count. */
export function listValidApprovals(db: Database, mergeRequestId: number): Promise<ApprovalRow[]> {
  return db
    .selectFrom('merge_request_valid_approvals')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
}

/** Approving another head ends the approval of the earlier one. True when something changed. */
export async function putApproval(
  db: Database,
  approval: {
    mergeRequestId: number;
    userId: number;
    headSha: string | null;
    baseSha: string | null;
    targetBranch: string;
  },
): Promise<boolean> {
  const { mergeRequestId, userId, headSha, baseSha, targetBranch } = approval;
  const active = await findApproval(db, mergeRequestId, userId);
  if (active && active.head_sha === headSha && active.target_branch === targetBranch) return false;
  if (active) await endApproval(db, active.id, 'approved_again');
  const { rows } = await sql`
    insert into merge_request_approvals (merge_request_id, user_id, head_sha, base_sha, target_branch)
      values (${mergeRequestId}, ${userId}, ${headSha}, ${baseSha}, ${targetBranch})
    on conflict (merge_request_id, user_id) where ended_at is null do nothing
    returning id`.execute(db);
  return rows.length > 0;
}

export async function endApproval(db: Database, id: number, reason: ApprovalEnd): Promise<void> {
  await db
    .updateTable('merge_request_approvals')
    .set({ ended_at: NOW, ended_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** True when the user had an active approval. */
export async function endApprovalOf(
  db: Database,
  { mergeRequestId, userId }: { mergeRequestId: number; userId: number },
  reason: ApprovalEnd,
): Promise<boolean> {
  const result = await db
    .updateTable('merge_request_approvals')
    .set({ ended_at: NOW, ended_reason: reason })
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** The approval counts for this head, base and target from now on. */
export async function carryApproval(
  db: Database,
  id: number,
  to: { headSha: string; baseSha: string; targetBranch: string },
): Promise<void> {
  await db
    .updateTable('merge_request_approvals')
    .set({ head_sha: to.headSha, base_sha: to.baseSha, target_branch: to.targetBranch })
    .where('id', '=', id)
    .execute();
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

/** The active one. */
export function findApproval(db: Database, mergeRequestId: number, userId: number): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('merge_request_approvals')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Makes the approval that was given at this time the active one again, where it is of the head or nothing was pushed since it
 * ended; false where it is not.
 */
export async function restoreApproval(
  db: Database,
  { mergeRequestId, userId, createdAt }: { mergeRequestId: number; userId: number; createdAt: Date },
): Promise<boolean> {
  await endApprovalOf(db, { mergeRequestId, userId }, 'undone');
  const { numAffectedRows } = await sql`
    update merge_request_approvals set ended_at = null, ended_reason = null
    where id = (select id from merge_request_approvals
      where merge_request_id = ${mergeRequestId} and user_id = ${userId}
        and date_trunc('milliseconds', created_at) = ${createdAt}
        and exists (select from merge_requests m where m.id = ${mergeRequestId}
          and (m.head_sha is not distinct from merge_request_approvals.head_sha
            or not exists (select from merge_request_versions v
              where v.merge_request_id = m.id and v.created_at >= merge_request_approvals.ended_at))
          and m.target_branch = coalesce(merge_request_approvals.target_branch, m.target_branch))
      order by id desc limit 1)`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** An approval that was taken from someone: they are to look again. */
export async function putApprovalReset(
  db: Database,
  { mergeRequestId, userId }: { mergeRequestId: number; userId: number },
): Promise<void> {
  const values = { state: 'unapproved' as const, state_at: NOW, requested_at: NOW };
  await db
    .insertInto('merge_request_reviewers')
    .values({ merge_request_id: mergeRequestId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['merge_request_id', 'user_id']).doUpdateSet(values))
    .execute();
}
