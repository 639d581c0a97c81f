import { z } from 'zod';
import { boolInput, filledText, idInput, idListInput, intInput, listInput, pagingInput } from '../core/inputs.ts';
import { ignored } from '../core/ignored.ts';
import { MAX_APPROVALS_REQUIRED } from './rules.ts';

const requiredInput = intInput.refine((value) => value >= 0 && value <= MAX_APPROVALS_REQUIRED);
const nameInput = filledText.max(1_024).transform((name) => name.trim());

const approvers = {
  user_ids: idListInput.optional(),
  group_ids: idListInput.optional(),
  usernames: listInput.optional(),
};
/** Older names of the same. */
const olderApprovers = { users: idListInput.optional(), groups: idListInput.optional() };

/** Percent; null takes it away. */
const thresholdInput = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,3}(\.\d+)?$/.test(value) ? Number(value) : value),
  z.number().min(0).max(100).nullish(),
);
const ofCoverage = { coverage_minimum_threshold: thresholdInput };

/** Parameters of rules about reports that do not exist here. */
const ofReports = ignored('vulnerabilities_allowed', 'scanners', 'severity_levels', 'vulnerability_states');

const branches = {
  protected_branch_ids: idListInput.optional(),
  applies_to_all_protected_branches: boolInput.optional(),
};

export const listApprovalRulesInput = z.strictObject(pagingInput);

export const settingRulesInput = z.strictObject({ target_branch: z.string().min(1).max(1_024).optional() });

export const createProjectRuleInput = z.strictObject({
  name: nameInput,
  approvals_required: requiredInput,
  rule_type: z.enum(['regular', 'any_approver', 'report_approver']).optional(),
  report_type: z.enum(['code_coverage']).optional(),
  ...approvers,
  ...olderApprovers,
  ...branches,
  ...ofCoverage,
  ...ofReports,
});
export type CreateProjectRuleInput = z.output<typeof createProjectRuleInput>;

export const updateProjectRuleInput = z.strictObject({
  name: nameInput.optional(),
  approvals_required: requiredInput.optional(),
  remove_hidden_groups: boolInput.optional(),
  ...approvers,
  ...olderApprovers,
  ...branches,
  ...ofCoverage,
  ...ofReports,
});
export type UpdateProjectRuleInput = z.output<typeof updateProjectRuleInput>;

export const createRequestRuleInput = z.strictObject({
  name: nameInput,
  approvals_required: requiredInput,
  approval_project_rule_id: idInput.optional(),
  ...approvers,
});
export type CreateRequestRuleInput = z.output<typeof createRequestRuleInput>;

export const updateRequestRuleInput = z.strictObject({
  name: nameInput.optional(),
  approvals_required: requiredInput.optional(),
  remove_hidden_groups: boolInput.optional(),
  ...approvers,
});
export type UpdateRequestRuleInput = z.output<typeof updateRequestRuleInput>;

export const projectApprovalsInput = z.strictObject({
  approvals_before_merge: requiredInput.optional(),
  reset_approvals_on_push: boolInput.optional(),
  selective_code_owner_removals: boolInput.optional(),
  disable_overriding_approvers_per_merge_request: boolInput.optional(),
  merge_requests_author_approval: boolInput.optional(),
  merge_requests_disable_committers_approval: boolInput.optional(),
  require_password_to_approve: boolInput.optional(),
  require_reauthentication_to_approve: boolInput.optional(),
});
export type ProjectApprovalsInput = z.output<typeof projectApprovalsInput>;

export const approvalSettingInput = z.strictObject({
  allow_author_approval: boolInput.optional(),
  allow_committer_approval: boolInput.optional(),
  allow_overrides_to_approver_list_per_merge_request: boolInput.optional(),
  retain_approvals_on_push: boolInput.optional(),
  selective_code_owner_removals: boolInput.optional(),
  require_password_to_approve: boolInput.optional(),
  require_reauthentication_to_approve: boolInput.optional(),
  end_approvals_on_every_push: boolInput.optional(),
});

export const requestApprovalsInput = z.strictObject({ approvals_required: requiredInput });

export const approveInput = z.strictObject({
  /** What is not the head differs from it, and is refused as such. */
  sha: z.string().max(100).optional(),
  publish_review: boolInput.optional(),
  approval_password: z.string().max(1_000).optional(),
});
