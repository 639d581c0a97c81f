import {
  createProjectRuleInput,
  settingRulesInput,
  updateProjectRuleInput,
} from '@tributary/contract/approvals/inputs.ts';
import {
  restProjectSettingRules,
  restRequestSettingRules,
  restSettingRule,
} from '@tributary/contract/approvals/rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { renderUserBasic } from '../../accounts/index.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { inMergeRequest } from '../../merge-requests/index.ts';
import type { Context } from '../../platform/context.ts';
import { inProject } from '../../projects/index.ts';
import { listProtectionRules, rulesFor } from '../../repositories/index.ts';
import { createProjectRule, deleteProjectRule, updateProjectRule } from '../operations/project-rules.ts';
import { approvalStateOf } from '../reads/approval-state.ts';
import { commentersOf } from '../reads/approvals-part.ts';
import { type ProjectRuleView, projectRuleViews, requestRuleViews } from '../reads/rule-views.ts';
import { toRestApprovalState } from '../render/to-rest.ts';
import { projectRule, projectRuleById } from './rest-rules.ts';

/** Rules among the settings: the older form of the endpoints of rules, which front ends still use. */

const tag = 'Approvals';
const path = '/projects/:id/approval_settings';
const params = z.object({ approval_rule_id: idInput });

type RestRule = Awaited<ReturnType<typeof projectRule>>;

const older = (rule: RestRule): z.output<typeof restSettingRule> => ({
  ...rule,
  approvers: rule.eligible_approvers,
  scanners: [],
  vulnerabilities_allowed: 0,
  severity_levels: [],
  vulnerability_states: [],
});

/** Those that hold for merge requests into this branch. */
async function viewsFor(ctx: Context, projectId: number, views: readonly ProjectRuleView[], branch: string) {
  const protecting = rulesFor(await listProtectionRules(ctx.db, projectId), branch).map(({ id }) => id);
  return views.filter(({ rule }) => {
    if (rule.applies_to_all_protected_branches) return protecting.length > 0;
    return rule.branchIds.length === 0 || rule.branchIds.some((id) => protecting.includes(id));
  });
}

export const settingRuleRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_approval_rules',
    summary: 'Get the approval rules of a project, for its settings',
    tag,
    subject: inProject,
    input: settingRulesInput,
    response: restProjectSettingRules,
    handle: async ({ ctx, subject, input: { target_branch: branch } }) => {
      const all = await projectRuleViews(ctx, subject);
      const views = branch === undefined ? all : await viewsFor(ctx, subject.project.id, all, branch);
      const rules = [];
      for (const view of views) rules.push(older(await projectRule(ctx, view)));
      const any = rules.find((rule) => rule.rule_type === 'any_approver');
      return { rules, fallback_approvals_required: any?.approvals_required ?? 0 };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/rules`,
    ability: 'manage_approval_rules',
    summary: 'Create an approval rule of a project, from its settings',
    tag,
    subject: inProject,
    input: createProjectRuleInput,
    response: restSettingRule,
    handle: async ({ ctx, subject, input }) => {
      const { id } = await createProjectRule(ctx, { ...input, projectId: subject.project.id });
      return older(await projectRuleById(ctx, subject, id));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/rules/:approval_rule_id`,
    ability: 'manage_approval_rules',
    summary: 'Update an approval rule of a project, from its settings',
    tag,
    params,
    subject: inProject,
    input: updateProjectRuleInput,
    response: restSettingRule,
    handle: async ({ ctx, subject, input, params: { approval_rule_id: ruleId } }) => {
      await updateProjectRule(ctx, { ...input, projectId: subject.project.id, ruleId });
      return older(await projectRuleById(ctx, subject, ruleId));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/rules/:approval_rule_id`,
    ability: 'manage_approval_rules',
    summary: 'Delete an approval rule of a project, from its settings',
    tag,
    params,
    subject: inProject,
    handle: ({ ctx, subject, params: { approval_rule_id: ruleId } }) =>
      deleteProjectRule(ctx, { projectId: subject.project.id, ruleId }),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/approval_settings',
    ability: 'read_merge_request',
    summary: 'Get the approval rules of a merge request, with who approved and commented',
    tag,
    subject: inMergeRequest,
    response: restRequestSettingRules,
    handle: async ({ ctx, subject: { row } }) => {
      const { rules, isOverwritten } = await approvalStateOf(ctx, row);
      const state = toRestApprovalState(await requestRuleViews(ctx, rules), isOverwritten, ctx.config.url);
      const commenters = (await commentersOf(ctx, row.id)).map((user) => renderUserBasic(user, ctx));
      return {
        fallback_approvals_required: rules.find(({ type }) => type === 'any_approver')?.approvalsRequired ?? 0,
        rules: state.rules.map((rule) => ({
          ...rule,
          approvers: rule.eligible_approvers,
          commented_by: commenters.filter(
            ({ id }) => rule.rule_type === 'any_approver' || rule.eligible_approvers.some((user) => user.id === id),
          ),
        })),
      };
    },
  }),
];
