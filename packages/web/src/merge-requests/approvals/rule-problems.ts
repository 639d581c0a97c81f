export type RuleValues = {
  name: string;
  /** As it was typed. */
  required: string;
  approvers: number;
  /** Undefined where there is no choice of branches. */
  branch: string | undefined;
};

export type RuleFacts = { isAny: boolean; least: number; branches: readonly string[] };

/** What is wrong with a rule, by field. */
export function ruleProblems(
  { name, required, approvers, branch }: RuleValues,
  { isAny, least, branches }: RuleFacts,
): Partial<Record<'name' | 'required' | 'approvers' | 'branch', string>> {
  const count = required.trim() === '' ? Number.NaN : Number(required);
  return {
    ...(!isAny && name.trim() === '' && { name: 'Please provide a name' }),
    ...(numberProblem(count, least) !== undefined && { required: numberProblem(count, least) ?? '' }),
    ...(!isAny && approvers === 0 && { approvers: 'Please select and add a member' }),
    ...(branch !== undefined && !branches.includes(branch) && { branch: 'Please select a valid target branch' }),
  };
}

function numberProblem(count: number, least: number): string | undefined {
  if (!Number.isInteger(count)) return 'Please enter a valid number';
  if (count < 0) return 'Please enter a non-negative number';
  return count < least ? `Please enter a number greater than ${least - 1} (from project settings)` : undefined;
}
