import { failFields, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { DeploymentApprovalStatus } from '@tributary/contract/environments/status.ts';
import { finishJob } from '../../../ci/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { accessNames, describeEntry } from '../../../repositories/index.ts';
import { type DeploymentAccess, getDeploymentAccess } from '../../environment-access.ts';
import { deploymentChanged } from '../../operations/note-change.ts';
import { deployActors, deploymentSubject } from '../../protection/reads/deploy-rights.ts';
import { setDeploymentStatus } from '../../store/deployment-store.ts';
import { type ApprovalState, approvalState } from '../reads/approval-state.ts';
import { approvalsFor, type Requirement, requirementsFor } from '../rules/requirements.ts';
import { type ApprovalRow, putApproval } from '../store/approval-store.ts';
import { releaseDeployment } from './release-approved.ts';

type ApprovalInput = {
  projectId: number;
  deploymentId: number;
  status: DeploymentApprovalStatus;
  comment?: string | undefined;
  /** The name of the role, group or user of the rule that it is to count for. */
  representedAs?: string | undefined;
};

type Approvable = { found: DeploymentAccess; state: ApprovalState; mine: Requirement[] };

/** What the actor can approve a deployment for. */
export async function loadApprovable(ctx: Context, found: DeploymentAccess): Promise<Approvable> {
  const { deployment, environment, access } = found;
  const subject = deploymentSubject(environment, deployment);
  const question = { deploymentId: deployment.id, subject, deployerId: deployment.user_id };
  const state = await approvalState(ctx, access.project.id, question);
  const actor = await deployActors(
    ctx,
    access,
    state.requirements.map(({ protection }) => protection),
  );
  return { found, state, mine: requirementsFor(state.requirements, actor) };
}

/** Why the actor may not approve or reject the deployment, or null. */
export function approvalRefusal(
  ctx: Context,
  { found: { deployment, policy }, state, mine }: Approvable,
  status: DeploymentApprovalStatus,
): Refusal | null {
  const denied = can(ctx.actor, 'approve_deployment', policy);
  if (denied) return denied;
  if (deployment.status !== 'blocked') return refuse('deployment_not_blocked');
  if (mine.length === 0) return refuse('deployment_approver_unknown');
  const isOwn = deployment.user_id === actorId(ctx.actor);
  return isOwn && status === 'approved' && !state.allowsOwn ? refuse('deployment_own_approval') : null;
}

/** The requirement that it counts for: that of the name, else the first that still needs an approval. */
async function chooseRequirement(
  ctx: Context,
  { state, mine }: Approvable,
  name: string | undefined,
): Promise<Requirement | undefined> {
  const approved = state.given.filter(({ status }) => status === 'approved');
  const isOpen = (each: Requirement) => approvalsFor(each, approved).length < each.required;
  if (name === undefined || name === '') return mine.find(isOpen) ?? mine[0];
  const names = await accessNames(
    ctx,
    mine.flatMap(({ entries }) => [...entries]),
  );
  const named = mine.find(({ entries }) => entries.some((entry) => describeEntry(entry, names) === name));
  return named ?? failFields({ represented_as: ['is not the name of a rule that you can approve for'] });
}

/** The last approval that is missing starts the job, unless it is started by hand. A rejection fails it. */
async function follow(ctx: Context, found: DeploymentAccess, status: DeploymentApprovalStatus): Promise<void> {
  const { deployment } = found;
  const { pending } = (await loadApprovable(ctx, found)).state;
  if (status === 'approved' && pending > 0) {
    await deploymentChanged(ctx, deployment, deployment.status);
    return;
  }
  if (status === 'approved') return releaseDeployment(ctx, deployment);
  const finished = { status: 'failed', finishedAt: ctx.clock.now() } as const;
  await deploymentChanged(ctx, await setDeploymentStatus(ctx.db, deployment.id, finished), deployment.status);
  if (deployment.job_id === null) return;
  await finishJob(ctx, deployment.job_id, { status: 'failed', failureReason: 'deployment_rejected' });
}

/** Approves or rejects a deployment that waits for it. */
export const approveDeployment = defineOperation<ApprovalInput, Approvable, ApprovalRow>({
  name: 'deployment.approve',
  load: async (ctx, { projectId, deploymentId }) =>
    loadApprovable(ctx, await getDeploymentAccess(ctx, projectId, deploymentId)),
  check: (ctx, approvable, { status }) => approvalRefusal(ctx, approvable, status),
  run: async (ctx, approvable, { status, comment = '', representedAs }) => {
    const requirement = await chooseRequirement(ctx, approvable, representedAs);
    const { found } = approvable;
    const row = await putApproval(ctx.db, {
      deployment_id: found.deployment.id,
      user_id: actorId(ctx.actor) ?? null,
      status,
      comment: comment.trim(),
      protected_environment_id: requirement?.protection.id ?? null,
      rule_id: requirement?.ruleId ?? null,
      has_rule: requirement?.ruleId != null,
    });
    const details = { environment: found.environment.name, deployment: found.deployment.iid };
    await audit(ctx, `deployment.${status}`, { type: 'project', id: found.access.project.id }, details);
    await follow(ctx, found, status);
    return row;
  },
});
