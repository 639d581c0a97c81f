import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { VisibleApprovalEnd } from '@tributary/contract/merge-requests/reviews.ts';
import { type ApprovalRow, canApprove, listApprovals } from '../../approvals/index.ts';
import { cachedPart, type MergeRequestAccess } from '../../merge-requests/index.ts';

export type ApprovalView = { row: ApprovalRow; user: UserView; isCurrent: boolean; ended: VisibleApprovalEnd | null };

/** Why it does not count any more, of those that are shown. */
function endOf({ ended_reason: reason }: ApprovalRow): VisibleApprovalEnd | null {
  return reason === 'changed' || reason === 'replaced' || reason === 'retargeted' ? reason : null;
}

export type ApprovalsView = {
  approvals: ApprovalView[];
  /** The reader's approval counts. */
  hasApproved: boolean;
  canApprove: boolean;
  /** Code of why not. */
  refusal: { code: string; reason: string } | null;
};

/** Who agreed to which head, first come first, and what the reader may do about it. */
export async function approvalsOf(ctx: Context, found: MergeRequestAccess): Promise<ApprovalsView> {
  const rows = await cachedPart(ctx, found.row.id, 'approvals', () => listApprovals(ctx.db, found.row.id));
  const users = await listUsersByIds(
    ctx,
    rows.map((row) => row.user_id),
  );
  const refusal = await canApprove(ctx, found);
  return {
    approvals: rows.flatMap((row) => {
      const user = users.find((each) => each.id === row.user_id);
      const ended = endOf(row);
      return user ? { row, user, isCurrent: ended === null && row.head_sha === found.row.head_sha, ended } : [];
    }),
    hasApproved: rows.some((row) => row.user_id === actorId(ctx.actor) && row.ended_at === null),
    canApprove: refusal === null,
    refusal: refusal && { code: refusal.code, reason: String(refusal.params['reason'] ?? '') },
  };
}
