import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { deploymentSubject } from '../../protection/reads/deploy-rights.ts';
import { type NamedProtection, nameProtections } from '../../protection/reads/protection-views.ts';
import type { DeploymentRow } from '../../store/deployment-store.ts';
import type { EnvironmentRow } from '../../store/environment-store.ts';
import { approvalsFor, type Requirement } from '../rules/requirements.ts';
import type { ApprovalRow } from '../store/approval-store.ts';
import { type ApprovalState, approvalStates } from './approval-state.ts';

export type ApprovalView = { row: ApprovalRow; user: UserView | null };
export type RequirementView = {
  requirement: Requirement;
  nameOf: NamedProtection['nameOf'];
  given: ApprovalView[];
};
export type ApprovalsView = { state: ApprovalState; given: ApprovalView[]; requirements: RequirementView[] };

type Subject = { row: DeploymentRow; environment: EnvironmentRow };

/** The approvals of these deployments, by deployment; a constant number of queries. */
export async function viewApprovals(
  ctx: Context,
  access: ProjectAccess,
  subjects: readonly Subject[],
): Promise<Map<number, ApprovalsView>> {
  const states = await approvalStates(
    ctx,
    access.project.id,
    subjects.map(({ row, environment }) => ({
      deploymentId: row.id,
      subject: deploymentSubject(environment, row),
      deployerId: row.user_id,
    })),
  );
  const requirements = states.flatMap((state) => state.requirements);
  const [users, named] = await Promise.all([
    listUsersByIds(
      ctx,
      states.flatMap(({ given }) => given.flatMap(({ user_id: id }) => id ?? [])),
    ),
    nameProtections(
      ctx,
      requirements.map(({ protection }) => protection),
    ),
  ]);
  const userById = new Map(users.map((user) => [user.id, user]));
  const nameById = new Map(named.map(({ protection, nameOf }) => [protection.id, nameOf]));
  const viewOf = (row: ApprovalRow): ApprovalView => ({ row, user: userById.get(row.user_id ?? 0) ?? null });
  return new Map(
    subjects.flatMap(({ row }, index): [number, ApprovalsView][] => {
      const state = states[index];
      if (!state) return [];
      const views = state.requirements.map((requirement) => ({
        requirement,
        nameOf: nameById.get(requirement.protection.id) ?? (() => ''),
        given: approvalsFor(requirement, state.given).map(viewOf),
      }));
      return [[row.id, { state, given: state.given.map(viewOf), requirements: views }]];
    }),
  );
}
