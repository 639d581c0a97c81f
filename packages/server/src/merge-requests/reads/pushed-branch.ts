import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { lastPushedBranches } from '../store/pushed-branches.ts';
import { branchTip } from '../versions/branch-ends.ts';

const RECENT_MINUTES = 120;

/** The branch the person pushed lately and has not proposed yet, if it still is what they pushed. */
export async function findPushedBranch(
  ctx: Context,
  access: ProjectAccess,
): Promise<{ name: string; createPath: string; pushedAt: string } | null> {
  const userId = actorId(ctx.actor);
  const { project } = access;
  if (userId === undefined) return null;
  const since = new Date(ctx.clock.now().getTime() - RECENT_MINUTES * 60_000);
  for (const push of await lastPushedBranches(ctx.db, project.id, userId, since)) {
    if (push.branch === project.default_branch) continue;
    if ((await branchTip(ctx, { projectId: project.id, branch: push.branch })) !== push.sha) continue;
    return {
      name: push.branch,
      createPath: repositoryPaths.newMergeRequest(project.full_path, push.branch),
      pushedAt: push.at.toISOString(),
    };
  }
  return null;
}
