import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { restProtectedBranch } from '../projects/repository-rest.ts';

const restApproverGroup = z.strictObject({
  id: z.number(),
  web_url: z.string(),
  name: z.string(),
  path: z.string(),
  full_path: z.string(),
  description: z.string(),
  visibility: z.string(),
  parent_id: z.number().nullable(),
});

const ruleType = z.enum(['regular', 'any_approver', 'code_owner', 'report_approver']);
const ruleBase = {
  id: z.number(),
  name: z.string(),
  rule_type: ruleType,
  report_type: z.string().nullable(),
  eligible_approvers: z.array(restUserBasic),
  approvals_required: z.number(),
  users: z.array(restUserBasic),
  groups: z.array(restApproverGroup),
  contains_hidden_groups: z.boolean(),
};

export const restProjectRule = z.strictObject({
  ...ruleBase,
  coverage_minimum_threshold: z.number().nullable(),
  protected_branches: z.array(restProtectedBranch),
  applies_to_all_protected_branches: z.boolean(),
});
export type RestProjectRule = z.infer<typeof restProjectRule>;

/** The older form of a rule, among the settings. Of reports it says nothing: only coverage has a rule here. */
export const restSettingRule = restProjectRule.extend({
  approvers: z.array(restUserBasic),
  scanners: z.array(z.string()),
  vulnerabilities_allowed: z.number(),
  severity_levels: z.array(z.string()),
  vulnerability_states: z.array(z.string()),
});
export const restProjectSettingRules = z.strictObject({
  rules: z.array(restSettingRule),
  fallback_approvals_required: z.number(),
});

export const restRequestRule = z.strictObject({
  ...ruleBase,
  section: z.string().nullable(),
  source_rule: z.strictObject({ approvals_required: z.number() }).nullable(),
  overridden: z.boolean(),
});
export type RestRequestRule = z.infer<typeof restRequestRule>;

export const restStateRule = restRequestRule.extend({
  code_owner: z.boolean(),
  approved_by: z.array(restUserBasic),
  approved: z.boolean(),
});

export const restApprovalState = z.strictObject({
  approval_rules_overwritten: z.boolean(),
  rules: z.array(restStateRule),
});
export type RestApprovalState = z.infer<typeof restApprovalState>;

/** The same with how many any user has to approve, and who commented; the older form. */
export const restRequestSettingRules = z.strictObject({
  fallback_approvals_required: z.number(),
  rules: z.array(restStateRule.extend({ approvers: z.array(restUserBasic), commented_by: z.array(restUserBasic) })),
});

const ruleShort = z.strictObject({ id: z.number(), name: z.string(), rule_type: ruleType });

/** Begins with the merge request: clients put this answer in the place of the one they hold. */
export const restApprovals = z.strictObject({
  id: z.number(),
  iid: z.number(),
  project_id: z.number(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  merge_status: z.string(),
  approved: z.boolean(),
  approvals_required: z.number(),
  approvals_left: z.number(),
  require_password_to_approve: z.boolean(),
  approved_by: z.array(z.strictObject({ user: restUserBasic, approved_at: z.string() })),
  suggested_approvers: z.array(restUserBasic),
  approvers: z.array(z.never()),
  approver_groups: z.array(z.never()),
  user_has_approved: z.boolean(),
  user_can_approve: z.boolean(),
  approval_rules_left: z.array(ruleShort),
  has_approval_rules: z.boolean(),
  merge_request_approvers_available: z.boolean(),
  multiple_approval_rules_available: z.boolean(),
  invalid_approvers_rules: z.array(ruleShort),
});
export type RestApprovals = z.infer<typeof restApprovals>;

export const restProjectApprovals = z.strictObject({
  approvers: z.array(z.never()),
  approver_groups: z.array(z.never()),
  approvals_before_merge: z.number(),
  reset_approvals_on_push: z.boolean(),
  selective_code_owner_removals: z.boolean(),
  disable_overriding_approvers_per_merge_request: z.boolean(),
  merge_requests_author_approval: z.boolean(),
  merge_requests_disable_committers_approval: z.boolean(),
  require_password_to_approve: z.boolean(),
  require_reauthentication_to_approve: z.boolean(),
});
export type RestProjectApprovals = z.infer<typeof restProjectApprovals>;

const setting = z.strictObject({
  value: z.boolean(),
  locked: z.boolean(),
  inherited_from: z.enum(['instance', 'group', 'project']).nullable(),
});
export const restApprovalSetting = z.strictObject({
  allow_author_approval: setting,
  allow_committer_approval: setting,
  allow_overrides_to_approver_list_per_merge_request: setting,
  retain_approvals_on_push: setting,
  selective_code_owner_removals: setting,
  require_password_to_approve: setting,
  require_reauthentication_to_approve: setting,
  end_approvals_on_every_push: setting,
});

export const restReceipt = z.strictObject({
  user: restUserBasic,
  outcome: z.enum(['carried', 'retained', 'ended']),
  reason: z.string(),
  from_sha: z.string().nullable(),
  to_sha: z.string(),
  from_branch: z.string().nullable(),
  to_branch: z.string(),
  compared_files: z.number(),
  changed_files: z.number(),
  changed_paths: z.array(z.string()),
  created_at: z.string(),
});
