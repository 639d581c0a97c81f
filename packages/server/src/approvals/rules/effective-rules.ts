import type { StoredRule, StoredRuleType } from '../tables.ts';

export type EffectiveRule = {
  id: number;
  name: string;
  type: StoredRuleType;
  reportType: string | null;
  coverageThreshold: number | null;
  approvalsRequired: number;
  userIds: number[];
  groupIds: number[];
  /** Differs from the rule of the project. */
  isOverridden: boolean;
  source: { id: number; approvalsRequired: number } | null;
  /** Stands in the project and not in the merge request. */
  isOfProject: boolean;
};

type Place = {
  mergeRequestId: number;
  projectId: number;
  /** Protected branches and wildcards that fit the target branch. */
  protectedBranchIds: readonly number[];
  allowsOverrides: boolean;
};

/** Is the rule for merge requests into the branch that these protect? */
function appliesTo(
  rule: Pick<StoredRule, 'applies_to_all_protected_branches' | 'branchIds'>,
  protectedBranchIds: readonly number[],
): boolean {
  if (rule.applies_to_all_protected_branches) return protectedBranchIds.length > 0;
  return rule.branchIds.length === 0 || protectedBranchIds.some((id) => rule.branchIds.includes(id));
}

/**
 * The rules that a merge request has to meet: those of its project for its target branch, each as the merge request changed
 * it, and its own. A change never asks for less than the project does, and counts only while the settings allow it.
 */
export function effectiveRules(rules: readonly StoredRule[], place: Place): EffectiveRule[] {
  const ofProject = rules.filter(
    (rule) =>
      rule.merge_request_id === null &&
      rule.project_id === place.projectId &&
      appliesTo(rule, place.protectedBranchIds),
  );
  const ofRequest = place.allowsOverrides ? rules.filter((rule) => rule.merge_request_id === place.mergeRequestId) : [];
  const replaced = ofProject.map((rule) => {
    const source = { id: rule.id, approvalsRequired: rule.approvals_required };
    const own = ofRequest.find((each) => each.source_rule_id === rule.id);
    if (!own) return effectiveOf(rule, { source, isOverridden: false, isOfProject: true });
    return {
      ...effectiveOf(own, { source, isOverridden: true, isOfProject: false }),
      // What it is about stays as the project has it.
      type: rule.rule_type,
      reportType: rule.report_type,
      coverageThreshold: rule.coverage_minimum_threshold,
      approvalsRequired: Math.max(own.approvals_required, rule.approvals_required),
    };
  });
  const added = ofRequest
    .filter((rule) => rule.source_rule_id === null)
    .map((rule) => effectiveOf(rule, { source: null, isOverridden: false, isOfProject: false }));
  return [...replaced, ...added];
}

function effectiveOf(
  rule: StoredRule,
  rest: Pick<EffectiveRule, 'source' | 'isOverridden' | 'isOfProject'>,
): EffectiveRule {
  return {
    id: rule.id,
    name: rule.name,
    type: rule.rule_type,
    reportType: rule.report_type,
    coverageThreshold: rule.coverage_minimum_threshold,
    approvalsRequired: rule.approvals_required,
    userIds: rule.userIds,
    groupIds: rule.groupIds,
    ...rest,
  };
}
