import type { Context } from '../../../platform/context.ts';
import { type ProtectedSubject, protectionsFor } from '../../protection/rules/protection.ts';
import { protectionsOfProject } from '../../protection/store/protection-store.ts';
import { pendingApprovals, type Requirement, requirementsOf } from '../rules/requirements.ts';
import { allowsOwnApproval, type ApprovalRow, listApprovals } from '../store/approval-store.ts';

export type ApprovalState = {
  requirements: Requirement[];
  given: ApprovalRow[];
  /** How many are missing; 0 where none is needed. */
  pending: number;
  allowsOwn: boolean;
};

type ApprovalQuestion = {
  /** Undefined of one that is not recorded yet. */
  deploymentId: number | undefined;
  subject: ProtectedSubject;
  deployerId: number | null;
};

/** How far deployments of a project are approved, in the order given; a constant number of queries. */
export async function approvalStates(
  ctx: Context,
  projectId: number,
  questions: readonly ApprovalQuestion[],
): Promise<ApprovalState[]> {
  const protections = await protectionsOfProject(ctx.db, projectId);
  const requirements = questions.map(({ subject }) => requirementsOf(protectionsFor(protections, subject)));
  const isNeeded = requirements.some((each) => each.length > 0);
  const ids = questions.flatMap(({ deploymentId }) => deploymentId ?? []);
  const [given, allowsOwn] = isNeeded
    ? await Promise.all([listApprovals(ctx.db, ids), allowsOwnApproval(ctx.db, projectId)])
    : [[], false];
  return questions.map(({ deploymentId, deployerId }, index) => {
    const own = given.filter((each) => each.deployment_id === deploymentId);
    const needed = requirements[index] ?? [];
    return {
      requirements: needed,
      given: own,
      pending: pendingApprovals(needed, own, allowsOwn ? null : deployerId),
      allowsOwn,
    };
  });
}

export async function approvalState(
  ctx: Context,
  projectId: number,
  question: ApprovalQuestion,
): Promise<ApprovalState> {
  const [state] = await approvalStates(ctx, projectId, [question]);
  return state ?? { requirements: [], given: [], pending: 0, allowsOwn: false };
}
