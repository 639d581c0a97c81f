import { AppError, failFields, refuse } from '@tributary/contract/errors/app-error.ts';
import { isDeploymentOver, type ReportedDeploymentStatus } from '@tributary/contract/environments/status.ts';
import { findCommit } from '@tributary/git';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { type DeploymentAccess, getDeploymentAccess } from '../environment-access.ts';
import { deployRefusal } from '../protection/reads/deploy-rights.ts';
import { isEnvironmentName } from '../rules/environment-names.ts';
import {
  deleteDeploymentRow,
  type DeploymentRow,
  insertDeployment,
  newestDeployments,
  setDeploymentStatus,
} from '../store/deployment-store.ts';
import { environmentTiers, updateEnvironmentRow } from '../store/environment-store.ts';
import { ensureEnvironment } from './ensure-environment.ts';
import { deploymentChanged, environmentChanged } from './note-change.ts';

type NewDeployment = {
  projectId: number;
  environment: string;
  sha: string;
  ref: string;
  isTag: boolean;
  status: ReportedDeploymentStatus;
};

/** An environment that was deployed to is there. */
async function makeAvailable(ctx: Context, environmentId: number): Promise<void> {
  const changes = { state: 'available', auto_delete_at: null } as const;
  await environmentChanged(ctx, await updateEnvironmentRow(ctx.db, environmentId, changes));
}

const finishedAt = (ctx: Context, status: ReportedDeploymentStatus) =>
  isDeploymentOver(status) ? ctx.clock.now() : null;

/** Notes what another system deploys. */
export const createDeployment = defineOperation<NewDeployment, ProjectAccess, DeploymentRow>({
  name: 'deployment.create',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: async (ctx, access, { projectId, environment: name }) => {
    const denied = can(ctx.actor, 'create_deployment', featureOf(access, 'repository'));
    if (denied) return denied;
    const tier = (await environmentTiers(ctx.db, projectId, [name])).get(name);
    return deployRefusal(ctx, access, { name, tier });
  },
  run: async (ctx, access, { projectId, environment: name, sha, ref, isTag, status }) => {
    if (!isEnvironmentName(name)) throw new AppError('bad_parameter', { name: 'environment' });
    if (!(await findCommit(repositoryOf(ctx, access), sha))) failFields({ sha: ['The commit does not exist'] });
    const environment = await ensureEnvironment(ctx, { projectId, name });
    const deployment = await insertDeployment(ctx.db, {
      project_id: projectId,
      environment_id: environment.id,
      ref,
      is_tag: isTag,
      sha,
      status,
      user_id: actorId(ctx.actor) ?? null,
      finished_at: finishedAt(ctx, status),
    });
    await deploymentChanged(ctx, deployment, null);
    if (status === 'success') await makeAvailable(ctx, environment.id);
    return deployment;
  },
});

type Which = { projectId: number; deploymentId: number };
const load = (ctx: Context, { projectId, deploymentId }: Which) => getDeploymentAccess(ctx, projectId, deploymentId);

/** Those of jobs follow their job. */
export const updateDeployment = defineOperation<
  Which & { status: ReportedDeploymentStatus },
  DeploymentAccess,
  DeploymentRow
>({
  name: 'deployment.update',
  load,
  check: async (ctx, { deployment, environment, access, policy }, { status }) => {
    const denied = can(ctx.actor, 'update_deployment', policy) ?? (await deployRefusal(ctx, access, environment));
    if (denied) return denied;
    if (deployment.job_id !== null) return refuse('deployment_of_job');
    return deployment.status === status || isDeploymentOver(deployment.status)
      ? refuse('deployment_status_same')
      : null;
  },
  run: async (ctx, { deployment }, { status }) => {
    const changed = await setDeploymentStatus(ctx.db, deployment.id, { status, finishedAt: finishedAt(ctx, status) });
    await deploymentChanged(ctx, changed, deployment.status);
    if (status === 'success') await makeAvailable(ctx, deployment.environment_id);
    return changed;
  },
});

/** What is deployed now, or being deployed, stays. */
export const deleteDeployment = defineOperation<Which, DeploymentAccess & { isLast: boolean }, void>({
  name: 'deployment.delete',
  load: async (ctx, which) => {
    const found = await load(ctx, which);
    const newest = await newestDeployments(ctx.db, [found.environment.id], 'success');
    return { ...found, isLast: newest.get(found.environment.id)?.id === found.deployment.id };
  },
  check: (ctx, { deployment, policy, isLast }) =>
    can(ctx.actor, 'destroy_deployment', policy) ??
    (isLast || deployment.status === 'running' ? refuse('deployment_is_last') : null),
  run: (ctx, { deployment }) => deleteDeploymentRow(ctx.db, deployment.id),
});
