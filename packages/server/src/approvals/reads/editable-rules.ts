import type { ApprovalSettingsPageData, EditableRule, RequestRulesPart } from '@tributary/contract/approvals/page.ts';
import { type MergeRequestAccess } from '../../merge-requests/index.ts';
import { toPageUser } from '../../planning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, toMergeSettings } from '../../projects/index.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { listProtectionRules } from '../../repositories/index.ts';
import { canChangeRequestRules, canManageRules } from '../abilities.ts';
import { approvalStateOf } from './approval-state.ts';
import { settingsOfProject } from './effective-settings.ts';
import { projectRuleViews, requestRuleViews, type RuleMembers } from './rule-views.ts';

function people(view: RuleMembers): Pick<EditableRule, 'users' | 'groups' | 'hasHiddenGroups'> {
  return {
    users: view.users.map((user) => toPageUser(user)),
    groups: view.groups.map((group) => ({ id: group.id, name: group.name, fullPath: group.full_path })),
    hasHiddenGroups: view.hasHiddenGroups,
  };
}

/** How a project merges, and its rules and settings of approvals: for those who may change them and those who may read them. */
export async function approvalSettingsPage(ctx: Context, access: ProjectAccess): Promise<ApprovalSettingsPageData> {
  const { project } = access;
  const views = await projectRuleViews(ctx, access);
  const branches = await listProtectionRules(ctx.db, project.id);
  return {
    projectId: project.id,
    mergeSettings: isAllowed(ctx.actor, 'update_project', access.policy) ? toMergeSettings(project) : null,
    settings: await settingsOfProject(ctx, project.id),
    rules: views.map((view) => ({
      id: view.rule.id,
      name: view.rule.name,
      type: view.rule.rule_type,
      approvalsRequired: view.rule.approvals_required,
      least: 0,
      ...people(view),
      branchIds: view.rule.branchIds,
      appliesToAllProtectedBranches: view.rule.applies_to_all_protected_branches,
      isOfProject: true,
    })),
    branches: branches.map(({ id, name }) => ({ id, name })),
    canManage: canManageRules(ctx.actor, access) === null,
    rulesPath: `/api/v4/projects/${project.id}/approval_rules`,
    settingsPath: `/api/v4/projects/${project.id}/merge_request_approval_setting`,
  };
}

/** Rules that one merge request can have of its own; code owners are no matter of it. */
export async function requestRulesPart(ctx: Context, found: MergeRequestAccess): Promise<RequestRulesPart> {
  const { row } = found;
  const { rules, settings } = await approvalStateOf(ctx, row);
  const views = await requestRuleViews(
    ctx,
    rules.filter(({ type }) => type === 'regular' || type === 'any_approver'),
  );
  return {
    projectId: row.target_project_id,
    canChange: canChangeRequestRules(ctx.actor, found, settings) === null,
    rules: views.map((view) => ({
      id: view.rule.id,
      name: view.rule.name,
      type: view.rule.type,
      approvalsRequired: view.rule.approvalsRequired,
      least: view.rule.source?.approvalsRequired ?? 0,
      ...people(view),
      branchIds: [],
      appliesToAllProtectedBranches: false,
      isOfProject: view.rule.isOfProject,
    })),
    rulesPath: `/api/v4/projects/${row.target_project_id}/merge_requests/${row.iid}/approval_rules`,
  };
}
