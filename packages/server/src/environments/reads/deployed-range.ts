import type { Context } from '../../platform/context.ts';
import { findDeployment, previousSuccess } from '../store/deployment-store.ts';
import { findEnvironment } from '../store/environment-store.ts';

/** Commits between two deployments to an environment; nothing was deployed there before the first. */
export type DeployedRange = { sha: string; previousSha: string | null; environment: { name: string; tier: string } };

/** Of a deployment that succeeded; undefined once it is gone. */
export async function deployedRange(ctx: Context, deploymentId: number): Promise<DeployedRange | undefined> {
  const deployment = await findDeployment(ctx.db, deploymentId);
  const environment = deployment && (await findEnvironment(ctx.db, deployment.environment_id));
  if (!environment || deployment.status !== 'success') return undefined;
  const previous = await previousSuccess(ctx.db, deployment);
  return { sha: deployment.sha, previousSha: previous?.sha ?? null, environment };
}
