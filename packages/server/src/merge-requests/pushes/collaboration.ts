import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { defineBranchGrants, mergeLevelAllows } from '../../repositories/index.ts';
import { findProjectAccess } from '../merge-request-access.ts';
import { listCollaborations } from '../store/merge-requests.ts';

/** May the actor let others push to branches of the source? Only who may push there, and only where all can look. */
export function canAllowCollaboration(ctx: Context, source: ProjectAccess, target: ProjectAccess): boolean {
  if (source.project.id === target.project.id) return false;
  if (source.project.visibility === 'private' || target.project.visibility === 'private') return false;
  return isAllowed(ctx.actor, 'push_code', featureOf(source, 'repository'));
}

export const pushesCollaboration: Extensions = [
  /**
   * Branches of the fork that this user may push to: those of open merge requests whose authors allow it, where the user
   * may merge into the target branch. It ends with the request, and with the right to merge.
   */
  defineBranchGrants(async (ctx, fork) => {
    const granted = new Set<string>();
    for (const {
      source_branch: branch,
      target_project_id: targetId,
      target_branch: target,
    } of await listCollaborations(ctx.db, fork.project.id)) {
      if (granted.has(branch)) continue;
      const access = await findProjectAccess(ctx, targetId);
      if (access && access.project.visibility !== 'private' && (await mergeLevelAllows(ctx, access, target))) {
        granted.add(branch);
      }
    }
    return granted;
  }),
];
