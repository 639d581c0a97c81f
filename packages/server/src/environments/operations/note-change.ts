import type { DeploymentStatus } from '@tributary/contract/environments/status.ts';
import type { Context } from '../../platform/context.ts';
import { emit, publish } from '../../platform/events.ts';
import type { DeploymentRow } from '../store/deployment-store.ts';
import type { EnvironmentRow } from '../store/environment-store.ts';

/** Tells subscribers and open pages of a change, in its transaction. */
export async function deploymentChanged(
  ctx: Context,
  deployment: DeploymentRow,
  before: DeploymentStatus | null,
): Promise<void> {
  const { id, environment_id: environmentId, project_id: projectId, sha, status } = deployment;
  await publish(ctx, `project:${projectId}`, 'deployment.changed', { id, environmentId, sha });
  await emit(ctx, 'deployment.changed', { deploymentId: id, environmentId, projectId, sha, status, before });
}

export async function environmentChanged(ctx: Context, { id, project_id: projectId }: EnvironmentRow): Promise<void> {
  await publish(ctx, `project:${projectId}`, 'environment.changed', { id });
  await emit(ctx, 'environment.changed', { environmentId: id, projectId });
}
