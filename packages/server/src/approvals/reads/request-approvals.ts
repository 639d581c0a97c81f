import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { MergeRequestAccess } from '../../merge-requests/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { canApprove } from '../approver-rights.ts';
import { listReceipts, type ReceiptRow } from '../store/history.ts';
import { type ApprovalState, approvalStateOf, type RuleState } from './approval-state.ts';

export type RequestApprovals = {
  state: ApprovalState;
  approvedBy: { user: UserView; at: Date; counts: boolean }[];
  /** Where nothing is required one approval makes it approved. */
  isApproved: boolean;
  hasApproved: boolean;
  canApprove: boolean;
  refusal: { code: string; reason: string } | null;
  /** Eligible users that have not approved, of rules that are not met. */
  suggested: UserView[];
  rulesLeft: RuleState[];
  invalidRules: RuleState[];
};

const MAX_SUGGESTED = 20;

/** How far the approvals of a merge request are, for its reader. */
export async function requestApprovals(ctx: Context, found: MergeRequestAccess): Promise<RequestApprovals> {
  const state = await approvalStateOf(ctx, found.row);
  const rulesLeft = state.rules.filter((rule) => !rule.isApproved);
  const suggestedIds = new Set(rulesLeft.flatMap((rule) => rule.eligible ?? []));
  for (const id of state.approverIds) suggestedIds.delete(id);
  const suggested = [...suggestedIds].slice(0, MAX_SUGGESTED);
  const ids = [...state.approvals.map((approval) => approval.user_id), ...suggested];
  const users = new Map((await listUsersByIds(ctx, ids)).map((user) => [user.id, user]));
  const refusal = await canApprove(ctx, found);
  const hasApproved = state.approvals.some((approval) => approval.user_id === actorId(ctx.actor));
  return {
    state,
    approvedBy: state.approvals.flatMap(({ user_id: id, created_at: at }) => {
      const user = users.get(id);
      return user ? { user, at, counts: state.approverIds.includes(id) } : [];
    }),
    isApproved: state.isMet && (state.required > 0 || state.approvals.length > 0),
    hasApproved,
    canApprove: refusal === null && !hasApproved,
    refusal: refusal && { code: refusal.code, reason: String(refusal.params['reason'] ?? '') },
    suggested: suggested.flatMap((id) => users.get(id) ?? []),
    rulesLeft,
    invalidRules: state.rules.filter((rule) => rule.isInvalid),
  };
}

export type ReceiptView = { row: ReceiptRow; user: UserView };

/** What the newest changes of the content did to each approval. */
export async function approvalReceipts(ctx: Context, found: MergeRequestAccess): Promise<ReceiptView[]> {
  const rows = await listReceipts(ctx.db, found.row.id);
  const users = await listUsersByIds(
    ctx,
    rows.map((row) => row.user_id),
  );
  return rows.flatMap((row) => {
    const user = users.find((each) => each.id === row.user_id);
    return user ? { row, user } : [];
  });
}
