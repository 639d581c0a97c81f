import type {
  RestApprovals,
  RestApprovalState,
  RestProjectApprovals,
  RestProjectRule,
  RestRequestRule,
} from '@tributary/contract/approvals/rest.ts';
import type { ResolvedApprovalSettings } from '@tributary/contract/approvals/settings.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { RestProtectedBranch } from '@tributary/contract/projects/repository-rest.ts';
import { renderUserBasic } from '../../accounts/index.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import type { RuleState } from '../reads/approval-state.ts';
import type { ReceiptView, RequestApprovals } from '../reads/request-approvals.ts';
import type { ProjectRuleView, RequestRuleView, RuleMembers } from '../reads/rule-views.ts';

const users = (list: readonly UserView[], url: string) =>
  list.map((user) => renderUserBasic(user, { config: { url } }));

function people(view: RuleMembers, url: string) {
  return {
    eligible_approvers: users(view.eligible, url),
    users: users(view.users, url),
    groups: view.groups.map(({ is_visible: _visible, ...group }) => ({
      ...group,
      web_url: `${url}/groups/${group.full_path}`,
    })),
    contains_hidden_groups: view.hasHiddenGroups,
  };
}

export function toRestProjectRule(
  view: ProjectRuleView,
  branches: readonly RestProtectedBranch[],
  url: string,
): RestProjectRule {
  const { rule } = view;
  return {
    id: rule.id,
    name: rule.name,
    rule_type: rule.rule_type,
    report_type: rule.report_type,
    coverage_minimum_threshold: rule.coverage_minimum_threshold,
    approvals_required: rule.approvals_required,
    ...people(view, url),
    protected_branches: [...branches],
    applies_to_all_protected_branches: rule.applies_to_all_protected_branches,
  };
}

export function toRestRequestRule(view: RequestRuleView, url: string): RestRequestRule {
  const { rule } = view;
  return {
    id: rule.id,
    name: rule.name,
    rule_type: rule.type,
    report_type: rule.reportType,
    approvals_required: rule.approvalsRequired,
    ...people(view, url),
    section: rule.section,
    source_rule: rule.source && { approvals_required: rule.source.approvalsRequired },
    overridden: rule.isOverridden,
  };
}

export function toRestApprovalState(
  views: readonly RequestRuleView[],
  isOverwritten: boolean,
  url: string,
): RestApprovalState {
  return {
    approval_rules_overwritten: isOverwritten,
    rules: views.map((view) => ({
      ...toRestRequestRule(view, url),
      code_owner: view.rule.type === 'code_owner',
      approved_by: users(view.approvedBy, url),
      approved: view.rule.isApproved,
    })),
  };
}

const short = ({ id, name, type }: RuleState) => ({ id, name, rule_type: type });

export function toRestApprovals(row: MergeRequestRow, view: RequestApprovals, url: string): RestApprovals {
  const { state } = view;
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.target_project_id,
    title: row.title,
    description: row.description,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    merge_status: row.merge_status,
    approved: view.isApproved,
    approvals_required: state.required,
    approvals_left: state.left,
    require_password_to_approve: state.settings.require_password_to_approve,
    approved_by: view.approvedBy.map(({ user, at }) => ({
      user: renderUserBasic(user, { config: { url } }),
      approved_at: at.toISOString(),
    })),
    suggested_approvers: users(view.suggested, url),
    approvers: [],
    approver_groups: [],
    user_has_approved: view.hasApproved,
    user_can_approve: view.canApprove,
    approval_rules_left: view.rulesLeft.map((rule) => short(rule)),
    has_approval_rules: state.rules.length > 0,
    merge_request_approvers_available: true,
    multiple_approval_rules_available: true,
    invalid_approvers_rules: view.invalidRules.map((rule) => short(rule)),
  };
}

export function toRestProjectApprovals(
  settings: ResolvedApprovalSettings,
  approvalsBeforeMerge: number,
): RestProjectApprovals {
  return {
    approvers: [],
    approver_groups: [],
    approvals_before_merge: approvalsBeforeMerge,
    reset_approvals_on_push: !settings.retain_approvals_on_push.value,
    selective_code_owner_removals: settings.selective_code_owner_removals.value,
    disable_overriding_approvers_per_merge_request: !settings.allow_overrides_to_approver_list_per_merge_request.value,
    merge_requests_author_approval: settings.allow_author_approval.value,
    merge_requests_disable_committers_approval: !settings.allow_committer_approval.value,
    require_password_to_approve: settings.require_password_to_approve.value,
    require_reauthentication_to_approve: settings.require_reauthentication_to_approve.value,
  };
}

export function toRestReceipt({ row, user }: ReceiptView, url: string) {
  return {
    user: renderUserBasic(user, { config: { url } }),
    outcome: row.outcome,
    reason: row.reason,
    from_sha: row.from_head_sha,
    to_sha: row.to_head_sha,
    from_branch: row.from_target,
    to_branch: row.to_target,
    compared_files: row.compared_files,
    changed_files: row.changed_files,
    changed_paths: row.changed_paths,
    created_at: row.created_at.toISOString(),
  };
}
