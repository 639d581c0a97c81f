import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { MergeRequestAccess } from '../../merge-request-access.ts';
import { type ApprovalRow, listApprovals } from '../../store/approvals.ts';
import { canApprove } from '../abilities.ts';

export type ApprovalView = { row: ApprovalRow; user: UserView; isCurrent: boolean };

export type ApprovalsView = {
  approvals: ApprovalView[];
  hasApproved: boolean;
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
      return user ? { row, user, isCurrent: row.head_sha === found.row.head_sha } : [];
    }),
    hasApproved: rows.some((row) => row.user_id === actorId(ctx.actor)),
    canApprove: refusal === null,
    refusal: refusal && { code: refusal.code, reason: String(refusal.params['reason'] ?? '') },
  };
}
