import type { RestDeploymentExtended } from '@tributary/contract/environments/approvals.ts';
import type { RestDeployment, RestEnvironment } from '@tributary/contract/environments/rest.ts';
import { answerJobs, toRestJob } from '../../ci/index.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectView, type ProjectAccess, toRestBasicProject } from '../../projects/index.ts';
import { toRestExtended } from '../approvals/render/to-rest.ts';
import { lastDeployments, viewDeployments, type DeploymentView } from '../reads/deployments.ts';
import { toRestDeployment, toRestEnvironment } from '../render/to-rest.ts';
import type { DeploymentRow } from '../store/deployment-store.ts';
import type { EnvironmentRow } from '../store/environment-store.ts';

async function answerViews(
  ctx: Context,
  access: ProjectAccess,
  views: readonly DeploymentView[],
): Promise<RestDeployment[]> {
  const jobs = await answerJobs(
    ctx,
    access,
    views.flatMap(({ job }) => job ?? []),
    toRestJob,
  );
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return views.map((view) => toRestDeployment(ctx.config.url, view, byId.get(view.row.job_id ?? 0) ?? null));
}

/** Deployments as the REST endpoint answers them. */
export async function answerDeployments(
  ctx: Context,
  access: ProjectAccess,
  rows: readonly DeploymentRow[],
): Promise<RestDeployment[]> {
  return answerViews(ctx, access, await viewDeployments(ctx, access, rows));
}

/** One deployment with its approvals. */
export async function answerDeployment(
  ctx: Context,
  access: ProjectAccess,
  row: DeploymentRow,
): Promise<RestDeploymentExtended | undefined> {
  const views = await viewDeployments(ctx, access, [row]);
  const [answer] = await answerViews(ctx, access, views);
  const approvals = views[0]?.approvals;
  return answer && approvals && toRestExtended(ctx.config.url, answer, approvals);
}

/** One environment, with its project and what was deployed to it last. */
export async function answerEnvironment(
  ctx: Context,
  access: ProjectAccess,
  row: EnvironmentRow,
): Promise<RestEnvironment> {
  const views = await lastDeployments(ctx, access, [row]);
  const [last = null] = await answerViews(ctx, access, [...views.values()]);
  return {
    ...toRestEnvironment(row),
    project: toRestBasicProject(ctx, await getProjectView(ctx, access.project.id)),
    last_deployment: last,
  };
}
