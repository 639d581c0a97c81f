import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestAccess, MergeRequestRow } from '../../merge-requests/index.ts';
import { type ApprovalRow, listApprovals } from '../store/approvals.ts';
import { canApprove } from '../abilities.ts';

/** Why an approval counts no longer: it was for another target branch, or its commit is no part of the source branch. */
export type ApprovalEnd = 'retargeted' | 'replaced';

export type ApprovalView = { row: ApprovalRow; user: UserView; isCurrent: boolean; ended: ApprovalEnd | null };

/** The same rule as of `merge_request_valid_approvals`. */
function endOf(approval: ApprovalRow, request: MergeRequestRow): ApprovalEnd | null {
  if (approval.target_branch !== null && approval.target_branch !== request.target_branch) return 'retargeted';
  return approval.replaced_at !== null && approval.head_sha !== request.head_sha ? 'replaced' : null;
}

export type ApprovalsView = {
  approvals: ApprovalView[];
  /** Also where it counts no longer. */
  hasApproved: boolean;
  /** The reader's approval counts. */
  isApproving: boolean;
  canApprove: boolean;
  /** Code of why not. */
  refusal: { code: string; reason: string } | null;
};

/** Who agreed to which head, first come first, and what the reader may do about it. */
export async function approvalsOf(ctx: Context, found: MergeRequestAccess): Promise<ApprovalsView> {
  const rows = await listApprovals(ctx.db, found.row.id);
  const users = await listUsersByIds(
    ctx,
    rows.map((row) => row.user_id),
  );
  const refusal = canApprove(ctx.actor, found);
  return {
    approvals: rows.flatMap((row) => {
      const user = users.find((each) => each.id === row.user_id);
      const ended = endOf(row, found.row);
      return user ? { row, user, isCurrent: ended === null && row.head_sha === found.row.head_sha, ended } : [];
    }),
    hasApproved: rows.some((row) => row.user_id === actorId(ctx.actor)),
    isApproving: rows.some((row) => row.user_id === actorId(ctx.actor) && endOf(row, found.row) === null),
    canApprove: refusal === null,
    refusal: refusal && { code: refusal.code, reason: String(refusal.params['reason'] ?? '') },
  };
}
