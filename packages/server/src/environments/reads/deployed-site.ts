import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { mayReadEnvironments } from '../environment-access.ts';
import { newestOfCommits } from '../store/deployment-store.ts';
import { routeMapAt } from './changed-pages.ts';
import { viewDeployments } from './deployments.ts';
import { hasEnvironments } from './environments.ts';

/** Where a commit is deployed, with the pages that its files became. */
export type DeployedSite = { url: string; sha: string; pageUrlOf: (path: string) => string | null };

/** The newest site where one of these commits, or a pipeline of this subject, is deployed and that has a route map. */
export async function deployedSite(
  ctx: Context,
  access: ProjectAccess,
  { shas, subject }: { shas: readonly string[]; subject: { type: string; id: number } | null },
): Promise<DeployedSite | undefined> {
  if (!mayReadEnvironments(ctx, access) || !(await hasEnvironments(ctx, [access.project.id]))) return undefined;
  const rows = await newestOfCommits(ctx.db, access.project.id, shas, subject);
  const views = await viewDeployments(ctx, access, rows);
  const running = views.filter(({ row, environment }) => row.status === 'success' && environment.state === 'available');
  for (const { row, environment } of running.toSorted((a, b) => b.row.id - a.row.id)) {
    const url = environment.external_url?.replace(/\/+$/, '');
    const map = url === undefined ? undefined : await routeMapAt(ctx, access, row.sha);
    if (url === undefined || !map) continue;
    const pageUrlOf = (path: string) => {
      const page = map.pageOf(path)?.replace(/^\/+/, '');
      return page === undefined ? null : `${url}/${page}`;
    };
    return { url, sha: row.sha, pageUrlOf };
  }
  return undefined;
}
