import type { RestDeploymentApproval, RestDeploymentExtended } from '@tributary/contract/environments/approvals.ts';
import type { RestDeployment } from '@tributary/contract/environments/rest.ts';
import { renderUserBasic } from '../../../accounts/index.ts';
import { toRestApprovalRule } from '../../protection/render/to-rest.ts';
import type { ApprovalsView, ApprovalView } from '../reads/view-approvals.ts';

export function toRestApproval(origin: string, { row, user }: ApprovalView): RestDeploymentApproval {
  return {
    user: user && renderUserBasic(user, { config: { url: origin } }),
    status: row.status,
    created_at: row.created_at.toISOString(),
    comment: row.comment === '' ? null : row.comment,
  };
}

/** A deployment with its approvals. Rules are told where there are any. */
export function toRestExtended(
  origin: string,
  deployment: RestDeployment,
  { state, given, requirements }: ApprovalsView,
): RestDeploymentExtended {
  const rules = requirements.flatMap(({ requirement, nameOf, given: counted }) => {
    const rule = requirement.protection.approval.find(({ id }) => id === requirement.ruleId);
    if (!rule) return [];
    const approvals = counted.map((each) => toRestApproval(origin, each));
    return [{ ...toRestApprovalRule(rule, nameOf), deployment_approvals: approvals }];
  });
  return {
    ...deployment,
    pending_approval_count: state.pending,
    approvals: given.map((each) => toRestApproval(origin, each)),
    ...(rules.length > 0 && { approval_summary: { rules } }),
  };
}
