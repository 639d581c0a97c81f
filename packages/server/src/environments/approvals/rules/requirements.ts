import type { DeploymentApprovalStatus } from '@tributary/contract/environments/status.ts';
import {
  accessAllows,
  type DeployAccess,
  type DeployActor,
  type EnvironmentProtection,
} from '../../protection/rules/protection.ts';

/** So many of those whom the entries name approve: a rule, or of a protection without rules those who may deploy. */
export type Requirement = {
  protection: EnvironmentProtection;
  ruleId: number | null;
  entries: readonly DeployAccess[];
  required: number;
};

type GivenApproval = {
  user_id: number | null;
  status: DeploymentApprovalStatus;
  protected_environment_id: number | null;
  rule_id: number | null;
  has_rule: boolean;
};

export function requirementsOf(protections: readonly EnvironmentProtection[]): Requirement[] {
  return protections.flatMap((protection): Requirement[] => {
    const { approval, deploy, requiredApprovals } = protection;
    if (approval.length > 0) {
      return approval.map((rule) => ({ protection, ruleId: rule.id, entries: [rule], required: rule.required }));
    }
    return requiredApprovals > 0 ? [{ protection, ruleId: null, entries: deploy, required: requiredApprovals }] : [];
  });
}

/** The approvals that count for a requirement. */
export function approvalsFor<A extends GivenApproval>({ protection, ruleId }: Requirement, given: readonly A[]): A[] {
  return given.filter((each) =>
    ruleId === null ? !each.has_rule && each.protected_environment_id === protection.id : each.rule_id === ruleId,
  );
}

/** `deployerId`: the user whose approval does not count, because they deploy. */
export function pendingApprovals(
  requirements: readonly Requirement[],
  given: readonly GivenApproval[],
  deployerId: number | null,
): number {
  const counted = given.filter(
    (each) => each.status === 'approved' && (deployerId === null || each.user_id !== deployerId),
  );
  return requirements.reduce(
    (sum, requirement) => sum + Math.max(0, requirement.required - approvalsFor(requirement, counted).length),
    0,
  );
}

/** The requirements that the user can approve for. */
export function requirementsFor(
  requirements: readonly Requirement[],
  actor: (protection: EnvironmentProtection) => DeployActor,
): Requirement[] {
  return requirements.filter(({ entries, protection }) =>
    entries.some((entry) => accessAllows(entry, actor(protection))),
  );
}
