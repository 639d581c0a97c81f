import { z } from 'zod';
import {
  createProjectRuleInput,
  createRequestRuleInput,
  listApprovalRulesInput,
  requestApprovalsInput,
  updateProjectRuleInput,
  updateRequestRuleInput,
} from '@tributary/contract/approvals/inputs.ts';
import {
  restApprovals,
  restApprovalState,
  restProjectRule,
  restReceipt,
  restRequestRule,
} from '@tributary/contract/approvals/rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { inMergeRequest, type MergeRequestAccess } from '../../merge-requests/index.ts';
import type { Context } from '../../platform/context.ts';
import { inProject, type ProjectAccess } from '../../projects/index.ts';
import { nameProtectionRules, toRestProtectedBranch } from '../../repositories/index.ts';
import { createProjectRule, deleteProjectRule, RULE_RESOURCE, updateProjectRule } from '../operations/project-rules.ts';
import {
  createRequestRule,
  deleteRequestRule,
  getRequestRule,
  putRequestRequired,
  updateRequestRule,
} from '../operations/request-rules.ts';
import { approvalStateOf, type RuleState } from '../reads/approval-state.ts';
import { approvalReceipts, requestApprovals } from '../reads/request-approvals.ts';
import { projectRuleView, projectRuleViews, type ProjectRuleView, requestRuleViews } from '../reads/rule-views.ts';
import {
  toRestApprovals,
  toRestApprovalState,
  toRestProjectRule,
  toRestReceipt,
  toRestRequestRule,
} from '../render/to-rest.ts';

const tag = 'Approvals';
const params = z.object({ approval_rule_id: idInput });
const ofProject = '/projects/:id/approval_rules';
const ofRequest = '/projects/:id/merge_requests/:merge_request_iid';

export async function projectRule(ctx: Context, view: ProjectRuleView) {
  const branches = await nameProtectionRules(ctx, view.branches);
  return toRestProjectRule(
    view,
    branches.map((branch) => toRestProtectedBranch(branch)),
    ctx.config.url,
  );
}

export async function projectRuleById(ctx: Context, access: ProjectAccess, id: number) {
  const view = await projectRuleView(ctx, access, id);
  if (!view) throw new AppError('not_found', { resource: RULE_RESOURCE });
  return projectRule(ctx, view);
}

async function requestRule(ctx: Context, rule: RuleState) {
  const [view] = await requestRuleViews(ctx, [rule]);
  if (!view) throw new AppError('not_found', { resource: RULE_RESOURCE });
  return toRestRequestRule(view, ctx.config.url);
}

async function stateAnswer(ctx: Context, { row }: MergeRequestAccess) {
  const state = await approvalStateOf(ctx, row);
  return toRestApprovalState(await requestRuleViews(ctx, state.rules), state.isOverwritten, ctx.config.url);
}

const projectRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: ofProject,
    ability: 'read_approval_rules',
    summary: 'List the approval rules of a project',
    tag,
    subject: inProject,
    input: listApprovalRulesInput,
    response: z.array(restProjectRule),
    handle: async ({ ctx, subject, input: { page, per_page: perPage } }) => {
      const sliced = slicePage(await projectRuleViews(ctx, subject), { page, perPage });
      const items = [];
      for (const view of sliced.items) items.push(await projectRule(ctx, view));
      return paged({ ...sliced, items }, (item) => item);
    },
  }),
  defineRoute({
    method: 'POST',
    path: ofProject,
    ability: 'manage_approval_rules',
    summary: 'Create an approval rule in a project',
    tag,
    subject: inProject,
    input: createProjectRuleInput,
    response: restProjectRule,
    handle: async ({ ctx, subject, input }) => {
      const { id } = await createProjectRule(ctx, { ...input, projectId: subject.project.id });
      return projectRuleById(ctx, subject, id);
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${ofProject}/:approval_rule_id`,
    ability: 'read_approval_rules',
    summary: 'Get an approval rule of a project',
    tag,
    params,
    subject: inProject,
    response: restProjectRule,
    handle: ({ ctx, subject, params: { approval_rule_id: id } }) => projectRuleById(ctx, subject, id),
  }),
  defineRoute({
    method: 'PUT',
    path: `${ofProject}/:approval_rule_id`,
    ability: 'manage_approval_rules',
    summary: 'Update an approval rule of a project',
    tag,
    params,
    subject: inProject,
    input: updateProjectRuleInput,
    response: restProjectRule,
    handle: async ({ ctx, subject, input, params: { approval_rule_id: ruleId } }) => {
      await updateProjectRule(ctx, { ...input, projectId: subject.project.id, ruleId });
      return projectRuleById(ctx, subject, ruleId);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${ofProject}/:approval_rule_id`,
    ability: 'manage_approval_rules',
    summary: 'Delete an approval rule of a project',
    tag,
    params,
    subject: inProject,
    handle: ({ ctx, subject, params: { approval_rule_id: ruleId } }) =>
      deleteProjectRule(ctx, { projectId: subject.project.id, ruleId }),
  }),
];

const requestRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `${ofRequest}/approval_state`,
    ability: 'read_merge_request',
    summary: 'Get the approval state of a merge request',
    tag,
    subject: inMergeRequest,
    response: restApprovalState,
    handle: ({ ctx, subject }) => stateAnswer(ctx, subject),
  }),
  defineRoute({
    method: 'GET',
    path: `${ofRequest}/approval_receipts`,
    ability: 'read_merge_request',
    summary: 'List what the newest changes did to each approval',
    tag,
    subject: inMergeRequest,
    response: z.array(restReceipt),
    handle: async ({ ctx, subject }) =>
      (await approvalReceipts(ctx, subject)).map((receipt) => toRestReceipt(receipt, ctx.config.url)),
  }),
  defineRoute({
    method: 'POST',
    path: `${ofRequest}/approvals`,
    ability: 'update_merge_request',
    summary: 'Set the number of approvals that a merge request requires',
    tag,
    subject: inMergeRequest,
    input: requestApprovalsInput,
    response: restApprovals,
    handle: async ({ ctx, subject, input }) => {
      await putRequestRequired(ctx, { mergeRequestId: subject.row.id, required: input.approvals_required });
      return toRestApprovals(subject.row, await requestApprovals(ctx, subject), ctx.config.url);
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${ofRequest}/approval_rules`,
    ability: 'read_merge_request',
    summary: 'List the approval rules of a merge request',
    tag,
    subject: inMergeRequest,
    input: listApprovalRulesInput,
    response: z.array(restRequestRule),
    handle: async ({ ctx, subject, input: { page, per_page: perPage } }) => {
      const { rules } = await approvalStateOf(ctx, subject.row);
      const views = await requestRuleViews(ctx, rules);
      return paged(slicePage(views, { page, perPage }), (view) => toRestRequestRule(view, ctx.config.url));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${ofRequest}/approval_rules`,
    ability: 'update_merge_request',
    summary: 'Create an approval rule of a merge request',
    tag,
    subject: inMergeRequest,
    input: createRequestRuleInput,
    response: restRequestRule,
    handle: async ({ ctx, subject, input }) =>
      requestRule(ctx, await createRequestRule(ctx, { ...input, mergeRequestId: subject.row.id })),
  }),
  defineRoute({
    method: 'GET',
    path: `${ofRequest}/approval_rules/:approval_rule_id`,
    ability: 'read_merge_request',
    summary: 'Get an approval rule of a merge request',
    tag,
    params,
    subject: inMergeRequest,
    response: restRequestRule,
    handle: async ({ ctx, subject, params: { approval_rule_id: id } }) =>
      requestRule(ctx, await getRequestRule(ctx, subject, id)),
  }),
  defineRoute({
    method: 'PUT',
    path: `${ofRequest}/approval_rules/:approval_rule_id`,
    ability: 'update_merge_request',
    summary: 'Update an approval rule of a merge request',
    tag,
    params,
    subject: inMergeRequest,
    input: updateRequestRuleInput,
    response: restRequestRule,
    handle: async ({ ctx, subject, input, params: { approval_rule_id: ruleId } }) =>
      requestRule(ctx, await updateRequestRule(ctx, { ...input, mergeRequestId: subject.row.id, ruleId })),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${ofRequest}/approval_rules/:approval_rule_id`,
    ability: 'update_merge_request',
    summary: 'Delete an approval rule of a merge request',
    tag,
    params,
    subject: inMergeRequest,
    handle: ({ ctx, subject, params: { approval_rule_id: ruleId } }) =>
      deleteRequestRule(ctx, { mergeRequestId: subject.row.id, ruleId }),
  }),
];

export const ruleRoutes: readonly Route[] = [...projectRoutes, ...requestRoutes];
