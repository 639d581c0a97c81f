import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import { isAllowed, type PolicySubject } from '../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../projects/index.ts';
import { type DeploymentRow, findDeployment, findDeploymentByIid } from './store/deployment-store.ts';
import { type EnvironmentRow, findEnvironment, lockEnvironment } from './store/environment-store.ts';

/** An environment as one actor meets it. Environments belong to the repository of the project, as its pipelines do. */
export type EnvironmentAccess = { environment: EnvironmentRow; access: ProjectAccess; policy: PolicySubject };
export type DeploymentAccess = EnvironmentAccess & { deployment: DeploymentRow };

export const ENVIRONMENT = 'Environment';
export const DEPLOYMENT = 'Deployment';

export const mayReadEnvironments = (ctx: Context, access: ProjectAccess): boolean =>
  isAllowed(ctx.actor, 'read_environment', featureOf(access, 'repository'));

/** Throws not_found for one that is not there or is another project's. In a transaction its row is locked. */
export async function getEnvironmentAccess(
  ctx: Context,
  projectIdOrPath: string | number,
  environmentId: number,
): Promise<EnvironmentAccess> {
  const access = await getProjectAccess(ctx, projectIdOrPath);
  const environment = await (ctx.db.isTransaction ? lockEnvironment : findEnvironment)(ctx.db, environmentId);
  if (!environment || environment.project_id !== access.project.id) {
    throw new AppError('not_found', { resource: ENVIRONMENT });
  }
  return { environment, access, policy: { ...featureOf(access, 'repository'), resource: ENVIRONMENT } };
}

/** For addresses that name a deployment alone. Whether the actor may see its project is decided there. */
export async function projectOfDeployment(ctx: Context, deploymentId: number): Promise<number> {
  const found = await findDeployment(ctx.db, deploymentId);
  if (!found) throw new AppError('not_found', { resource: DEPLOYMENT });
  return found.project_id;
}

/** For pages, where a deployment has its number in the project. */
export async function getDeploymentByIid(
  ctx: Context,
  projectId: number,
  { environmentId, iid }: { environmentId: number; iid: number },
): Promise<DeploymentAccess> {
  const environment = await getEnvironmentAccess(ctx, projectId, environmentId);
  const deployment = await findDeploymentByIid(ctx.db, environment.environment.id, iid);
  if (!deployment) throw new AppError('not_found', { resource: DEPLOYMENT });
  return { ...environment, deployment, policy: { ...environment.policy, resource: DEPLOYMENT } };
}

export async function getDeploymentAccess(
  ctx: Context,
  projectIdOrPath: string | number,
  deploymentId: number,
): Promise<DeploymentAccess> {
  const access = await getProjectAccess(ctx, projectIdOrPath);
  const found = await findDeployment(ctx.db, deploymentId);
  if (!found || found.project_id !== access.project.id) throw new AppError('not_found', { resource: DEPLOYMENT });
  const environment = await getEnvironmentAccess(ctx, access.project.id, found.environment_id);
  // As it is now that the row of the environment is locked.
  const deployment = ctx.db.isTransaction ? await findDeployment(ctx.db, deploymentId) : found;
  if (!deployment) throw new AppError('not_found', { resource: DEPLOYMENT });
  return { ...environment, deployment, policy: { ...environment.policy, resource: DEPLOYMENT } };
}
