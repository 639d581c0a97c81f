import type { Extensions } from '../../platform/extensions.ts';
import type { PushedBranch } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { isAncestor } from '@tributary/git';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { definePushedBranch, type ProjectAccess } from '../../projects/index.ts';
import { canCreate } from '../abilities.ts';
import { lastPushedBranches } from '../store/pushed-branches.ts';
import { branchTip } from '../versions/branch-ends.ts';

const RECENT_MINUTES = 120;

/** The branch the user pushed lately and has not proposed yet, if it still is what they pushed and brings something. */
export async function findPushedBranch(ctx: Context, access: ProjectAccess): Promise<PushedBranch | null> {
  const userId = actorId(ctx.actor);
  const { project } = access;
  if (userId === undefined || canCreate(ctx.actor, access, access) !== null) return null;
  const since = new Date(ctx.clock.now().getTime() - RECENT_MINUTES * 60_000);
  for (const push of await lastPushedBranches(ctx.db, project.id, userId, since)) {
    if (push.branch === project.default_branch) continue;
    if ((await branchTip(ctx, { projectId: project.id, branch: push.branch })) !== push.sha) continue;
    if (await isInDefaultBranch(ctx, project, push.sha)) continue;
    return {
      name: push.branch,
      createPath: repositoryPaths.newMergeRequest(project.full_path, push.branch),
      pushedAt: push.at.toISOString(),
    };
  }
  return null;
}

/** Nothing could be proposed of it. */
async function isInDefaultBranch(ctx: Context, project: ProjectAccess['project'], sha: string): Promise<boolean> {
  if (project.default_branch === null) return false;
  const tip = await branchTip(ctx, { projectId: project.id, branch: project.default_branch });
  return tip !== undefined && (await isAncestor(ctx.repositories.directory(project.id), sha, tip));
}

export const mergeRequestsPushedBranch: Extensions = [definePushedBranch(findPushedBranch)];
