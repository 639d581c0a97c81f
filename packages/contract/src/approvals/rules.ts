/** What a rule asks for and how far that is met: pure, for the server and for tests. */

export const MAX_APPROVALS_REQUIRED = 100;
export const RULE_TYPES = ['regular', 'any_approver', 'report_approver', 'code_owner'] as const;
export type ApprovalRuleType = (typeof RULE_TYPES)[number];

/** Name of the rule that anybody who may approve can meet. */
export const ANY_APPROVER_NAME = 'All Members';

export type RuleProgress = {
  approvedBy: number[];
  left: number;
  isApproved: boolean;
  /** Fewer users can approve than are required. */
  isInvalid: boolean;
};

/**
 * `eligible`: users who may approve for the rule now; null when everyone who may approve this merge request can.
 * `approvers`: users whose approval counts. Of too few eligible users a rule asks for those that there are, unless it is strict: then it
 * blocks, so that nobody voids a rule of the project by naming others.
 */
export function ruleProgress(
  rule: { approvalsRequired: number; eligible: readonly number[] | null; isStrict?: boolean },
  approvers: readonly number[],
): RuleProgress {
  const { approvalsRequired: required, eligible } = rule;
  const approvedBy = eligible === null ? [...approvers] : approvers.filter((id) => eligible.includes(id));
  const isShort = eligible !== null && eligible.length < required;
  const possible = isShort && rule.isStrict !== true ? eligible.length : required;
  const left = Math.max(0, possible - approvedBy.length);
  return { approvedBy, left, isApproved: left === 0, isInvalid: isShort };
}
