import type { Extensions } from '../../platform/extensions.ts';
import { isGitError, listCommitShas } from '@tributary/git';
import { deployedRange } from '../../environments/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { linkDeployedRequests } from './deployed-store.ts';

/** Of a first deployment, or one after a long time, the newest commits count. */
const MAX_COMMITS = 10_000;

/** Environments of branches are made and removed with them: what was merged before is no news there. */
const isOfReview = ({ name, tier }: { name: string; tier: string }) =>
  name.includes('/') && tier !== 'production' && tier !== 'staging';

async function commitsOf(ctx: Context, projectId: number, sha: string, previousSha: string | null): Promise<string[]> {
  const repo = ctx.repositories.directory(projectId);
  try {
    const notRevs = previousSha === null ? [] : [previousSha];
    return await listCommitShas(repo, { rev: sha, notRevs, limit: MAX_COMMITS });
  } catch (error) {
    if (!isGitError(error, 'not_found')) throw error;
    // What was deployed before is gone from the repository: nothing says what is new.
    return previousSha === null ? [] : commitsOf(ctx, projectId, sha, null);
  }
}

export const deploymentsLinkDeployed: Extensions = [
  /** A deployment brings along what was merged between the commit that was deployed before and its own. */
  onEvent('deployment.changed', 'merge-requests-deployed', async (ctx, { data }) => {
    if (data.status !== 'success') return;
    const range = await deployedRange(ctx, data.deploymentId);
    if (!range || isOfReview(range.environment)) return;
    const { projectId, deploymentId } = data;
    const shas = await commitsOf(ctx, projectId, range.sha, range.previousSha);
    if (shas.length > 0) await linkDeployedRequests(ctx.db, { projectId, deploymentId }, shas);
  }),
];
