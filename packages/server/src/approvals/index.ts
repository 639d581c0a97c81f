/**
 * Owns approvals: who has approved, rules of projects and merge requests, code owners, the settings of approvals, and what
 * becomes of an approval when the content changes. Giving and taking approvals is part of reviews, to the right.
 * Start with `reads/approval-state.ts`.
 */
export { canUnapprove } from './abilities.ts';
export { canApprove, confirmApprover } from './approver-rights.ts';
export { updateRequestRule } from './operations/request-rules.ts';
export { approvalRequirements, type ApprovalState, approvalStates } from './reads/approval-state.ts';
export { approvalsPart, commentersOf } from './reads/approvals-part.ts';
export { approvalSettingsOf } from './reads/effective-settings.ts';
export { requestApprovals } from './reads/request-approvals.ts';
export { type RequestRuleView, requestRuleViews } from './reads/rule-views.ts';
export { toRestApprovals } from './render/to-rest.ts';
export {
  type ApprovalRow,
  endApproval,
  endApprovalOf,
  findApproval,
  findValidApproval,
  listApprovals,
  listValidApprovals,
  putApproval,
  putApprovalReset,
  restoreApproval,
} from './store/approvals.ts';
export type { ApprovalEnd } from './tables.ts';
