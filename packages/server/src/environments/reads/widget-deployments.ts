import type { Context } from '../../platform/context.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { mayReadEnvironments } from '../environment-access.ts';
import { findStopJobs } from '../operations/stop-environment.ts';
import { loadDeployRights } from '../protection/reads/deploy-rights.ts';
import { newestOfCommits } from '../store/deployment-store.ts';
import { type ChangedPage, changedPages } from './changed-pages.ts';
import { type DeploymentView, viewDeployments } from './deployments.ts';
import { mayStop } from './environments.ts';

export type WidgetDeploymentView = {
  view: DeploymentView;
  fullPath: string;
  canStop: boolean;
  changes: ChangedPage[];
};

type WidgetRequest = {
  shas: readonly string[];
  subject: { type: string; id: number } | null;
  /** Files that the merge request changes. */
  paths: readonly string[];
};

/** The newest deployment to each environment of these commits, or by a pipeline that ran for this subject. */
export async function widgetDeployments(
  ctx: Context,
  access: ProjectAccess,
  { shas, subject, paths }: WidgetRequest,
): Promise<WidgetDeploymentView[]> {
  if (!mayReadEnvironments(ctx, access)) return [];
  const rows = await newestOfCommits(ctx.db, access.project.id, shas, subject);
  const policy = featureOf(access, 'repository');
  const rights = await loadDeployRights(ctx, access);
  const found: WidgetDeploymentView[] = [];
  const views = await viewDeployments(ctx, access, rows);
  const available = views.map(({ environment }) => environment).filter(({ state }) => state === 'available');
  const stopJobs = await findStopJobs(ctx, available);
  for (const view of views) {
    const canStop = await mayStop(ctx, { environment: view.environment, access, policy }, rights, stopJobs);
    const { external_url: url } = view.environment;
    const isOpen = view.row.status === 'success' && view.environment.state === 'available';
    const changes = isOpen && url !== null ? await changedPages(ctx, access, { sha: view.row.sha, url, paths }) : [];
    found.push({ view, fullPath: access.project.full_path, canStop, changes });
  }
  return found.toSorted((a, b) => a.view.environment.name.localeCompare(b.view.environment.name));
}
