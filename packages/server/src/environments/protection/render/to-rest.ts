import type { RestApprovalRule, RestProtectedEnvironment } from '@tributary/contract/environments/protection.ts';
import type { NamedProtection } from '../reads/protection-views.ts';
import type { ApprovalRule, DeployAccess } from '../rules/protection.ts';

function toRestAccess(entry: DeployAccess, nameOf: NamedProtection['nameOf']) {
  return {
    id: entry.id,
    access_level: entry.level,
    access_level_description: nameOf(entry),
    user_id: entry.userId,
    group_id: entry.groupId,
    group_inheritance_type: entry.inheritance,
  };
}

export const toRestApprovalRule = (rule: ApprovalRule, nameOf: NamedProtection['nameOf']): RestApprovalRule => ({
  ...toRestAccess(rule, nameOf),
  required_approvals: rule.required,
});

export function toRestProtectedEnvironment({ protection, nameOf }: NamedProtection): RestProtectedEnvironment {
  return {
    name: protection.name,
    deploy_access_levels: protection.deploy.map((entry) => toRestAccess(entry, nameOf)),
    required_approval_count: protection.requiredApprovals,
    approval_rules: protection.approval.map((rule) => toRestApprovalRule(rule, nameOf)),
  };
}
