import { listChangedFiles } from '@tributary/git';
import { hasEnvironments, mayReadEnvironments, widgetDeployments } from '../../environments/index.ts';
import {
  findProjectAccess,
  listVersionsByIds,
  type MergeRequestAccess,
  type MergeRequestDetail,
  type MergeRequestRow,
  PIPELINE_SUBJECT,
  type RequestPaths,
} from '../../merge-requests/index.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import type { Context } from '../../platform/context.ts';

/** Before the merge: of its newest commit, where that was pushed. After it: of the commit that the merge made. */
export type DeploymentTarget = 'head' | 'merge_commit';

/** By repository and pair of commits: deployments are asked for again and again while they run. */
const pathLists = new LruCache<string[]>(100);

async function changedPaths(ctx: Context, row: MergeRequestRow): Promise<string[]> {
  const [version] = await listVersionsByIds(ctx.db, row.latest_version_id === null ? [] : [row.latest_version_id]);
  if (!version) return [];
  const repo = ctx.repositories.directory(row.target_project_id);
  const { base_sha: from, head_sha: to } = version;
  return pathLists.get(`${repo} ${from} ${to}`, async () => {
    const files = await listChangedFiles(repo, { from, to });
    return files.map((file) => file.newPath);
  });
}

export async function requestDeployments(ctx: Context, { row, access }: MergeRequestAccess, target: DeploymentTarget) {
  const paths = await changedPaths(ctx, row);
  if (target === 'merge_commit') {
    const sha = row.merged_commit_sha;
    return sha === null ? [] : widgetDeployments(ctx, access, { shas: [sha], subject: null, paths });
  }
  const subject = { type: PIPELINE_SUBJECT, id: row.id };
  const shas = row.head_sha === null ? [] : [row.head_sha];
  const own = await widgetDeployments(ctx, access, { shas, subject, paths });
  const isOfFork = row.source_project_id !== null && row.source_project_id !== access.project.id;
  const source = isOfFork ? await findProjectAccess(ctx, row.source_project_id ?? 0) : undefined;
  return [...own, ...(source ? await widgetDeployments(ctx, source, { shas, subject, paths }) : [])];
}

/** Where the widget asks for deployments; null where the reader sees no environments at all. */
export async function deploymentsPart(
  ctx: Context,
  { access, source }: Pick<MergeRequestDetail, 'access' | 'source'>,
  paths: RequestPaths,
): Promise<{ ci_environments_status_path: string | null }> {
  const visible = [access, ...(source ? [source] : [])].filter((each) => mayReadEnvironments(ctx, each));
  const ids = visible.map(({ project }) => project.id);
  return { ci_environments_status_path: (await hasEnvironments(ctx, ids)) ? paths.environments : null };
}
