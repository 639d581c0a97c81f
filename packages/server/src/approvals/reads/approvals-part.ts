import type { ApprovalsPart, PageApprovalRule } from '@tributary/contract/approvals/page.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import { type MergeRequestAccess, pathOf } from '../../merge-requests/index.ts';
import { toPageUser } from '../../planning/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { listCommenters } from '../store/history.ts';
import { approvalReceipts, requestApprovals } from './request-approvals.ts';
import { type RequestRuleView, requestRuleViews } from './rule-views.ts';

/** Everything that the section of approvals shows to its reader. */
export async function approvalsPart(ctx: Context, found: MergeRequestAccess): Promise<ApprovalsPart> {
  const view = await requestApprovals(ctx, found);
  const { state } = view;
  const commenters = await commentersOf(ctx, found.row.id);
  const rules = await requestRuleViews(ctx, state.rules);
  const id = actorId(ctx.actor);
  const isCommitter = id !== undefined && state.committerIds.has(id);
  const page = pathOf(found.access.project.full_path, found.row.iid);
  return {
    isApproved: view.isApproved,
    approvalsRequired: state.required,
    approvalsLeft: state.left,
    approvedBy: view.approvedBy.map(({ user }) => toPageUser(user)),
    hasApproved: view.hasApproved,
    canApprove: view.canApprove,
    refusal: view.refusal?.code === 'approve_refused' ? view.refusal.reason : null,
    isExcludedCommitter: isCommitter && !state.settings.allow_committer_approval,
    requiresPassword: state.settings.require_password_to_approve || state.settings.require_reauthentication_to_approve,
    rules: rules.map((rule) => toRule(rule, commenters)),
    receipts: (await approvalReceipts(ctx, found)).map(({ row, user }) => ({
      user: toPageUser(user),
      outcome: row.outcome,
      reason: row.reason,
      comparedFiles: row.compared_files,
      changedFiles: row.changed_files,
      changedPaths: row.changed_paths,
      at: row.created_at.toISOString(),
    })),
    approvePath: `${page}/approve`,
    unapprovePath: `${page}/unapprove`,
  };
}

/** Users who commented where everyone may read it, by their first comment. */
export async function commentersOf(ctx: Context, mergeRequestId: number): Promise<UserView[]> {
  return listUsersByIds(ctx, await listCommenters(ctx.db, mergeRequestId));
}

function toRule(view: RequestRuleView, commenters: readonly UserView[]): PageApprovalRule {
  const { rule } = view;
  const commented = commenters.filter((user) => rule.eligible === null || rule.eligible.includes(user.id));
  return {
    id: rule.id,
    name: rule.name,
    type: rule.type,
    section: rule.section,
    approvalsRequired: rule.approvalsRequired,
    isApproved: rule.isApproved,
    isInvalid: rule.isInvalid,
    eligible: view.eligible.map((user) => toPageUser(user)),
    approvedBy: view.approvedBy.map((user) => toPageUser(user)),
    commentedBy: commented.map((user) => toPageUser(user)),
  };
}
