import { approvalSettingInput, projectApprovalsInput } from '@tributary/contract/approvals/inputs.ts';
import { restApprovalSetting, restProjectApprovals } from '@tributary/contract/approvals/rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import { inGroup, inProject, type ProjectAccess } from '../../projects/index.ts';
import { changeGroupSettings, changeProjectSettings } from '../operations/change-settings.ts';
import { putAnyApprover } from '../operations/project-rules.ts';
import { settingsOfGroup, settingsOfProject } from '../reads/effective-settings.ts';
import { projectRuleViews } from '../reads/rule-views.ts';
import { toRestProjectApprovals } from '../render/to-rest.ts';

const tag = 'Approvals';
const SETTING = 'merge_request_approval_setting';

async function approvalsAnswer(ctx: Context, access: ProjectAccess) {
  const any = (await projectRuleViews(ctx, access)).find(({ rule }) => rule.rule_type === 'any_approver');
  return toRestProjectApprovals(await settingsOfProject(ctx, access.project.id), any?.rule.approvals_required ?? 0);
}

const not = (value: boolean | undefined) => (value === undefined ? undefined : !value);

export const settingRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/approvals',
    ability: 'read_approval_rules',
    summary: 'Get the approval settings of a project',
    tag,
    subject: inProject,
    response: restProjectApprovals,
    handle: ({ ctx, subject }) => approvalsAnswer(ctx, subject),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/approvals',
    ability: 'manage_approval_rules',
    summary: 'Update the approval settings of a project',
    tag,
    subject: inProject,
    input: projectApprovalsInput,
    response: restProjectApprovals,
    handle: async ({ ctx, subject, input }) => {
      await changeProjectSettings(ctx, {
        projectId: subject.project.id,
        change: {
          allow_author_approval: input.merge_requests_author_approval,
          allow_committer_approval: not(input.merge_requests_disable_committers_approval),
          allow_overrides_to_approver_list_per_merge_request: not(input.disable_overriding_approvers_per_merge_request),
          retain_approvals_on_push: not(input.reset_approvals_on_push),
          selective_code_owner_removals: input.selective_code_owner_removals,
          require_password_to_approve: input.require_password_to_approve,
          require_reauthentication_to_approve: input.require_reauthentication_to_approve,
        },
      });
      if (input.approvals_before_merge !== undefined) {
        await putAnyApprover(ctx, subject, input.approvals_before_merge);
      }
      return approvalsAnswer(ctx, subject);
    },
  }),
  defineRoute({
    method: 'GET',
    path: `/projects/:id/${SETTING}`,
    ability: 'read_approval_rules',
    summary: 'Get the approval settings of a project, with where they come from',
    tag,
    subject: inProject,
    response: restApprovalSetting,
    handle: ({ ctx, subject }) => settingsOfProject(ctx, subject.project.id),
  }),
  defineRoute({
    method: 'PUT',
    path: `/projects/:id/${SETTING}`,
    ability: 'manage_approval_rules',
    summary: 'Update the approval settings of a project',
    tag,
    subject: inProject,
    input: approvalSettingInput,
    response: restApprovalSetting,
    handle: async ({ ctx, subject, input }) => {
      await changeProjectSettings(ctx, { projectId: subject.project.id, change: input });
      return settingsOfProject(ctx, subject.project.id);
    },
  }),
  defineRoute({
    method: 'GET',
    path: `/groups/:id/${SETTING}`,
    ability: 'read_group_approval_settings',
    summary: 'Get the approval settings of a group',
    tag,
    subject: inGroup,
    response: restApprovalSetting,
    handle: ({ ctx, subject }) => settingsOfGroup(ctx, subject.namespace.id),
  }),
  defineRoute({
    method: 'PUT',
    path: `/groups/:id/${SETTING}`,
    ability: 'manage_group_approval_settings',
    summary: 'Update the approval settings of a group',
    tag,
    subject: inGroup,
    input: approvalSettingInput,
    response: restApprovalSetting,
    handle: async ({ ctx, subject, input }) => {
      await changeGroupSettings(ctx, { groupId: subject.namespace.id, change: input });
      return settingsOfGroup(ctx, subject.namespace.id);
    },
  }),
];
