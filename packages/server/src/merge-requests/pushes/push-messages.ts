import type { Extensions } from '../../platform/extensions.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { definePushFollower, definePushMessage } from '../../repositories/index.ts';
import { canCreate } from '../abilities.ts';
import { findProjectAccess, getMergeRequest, pathOf } from '../merge-request-access.ts';
import { listOpenBySource } from '../store/merge-requests.ts';
import { handleRefUpdate } from './on-push.ts';

export const pushesPushMessages: Extensions = [
  /** Requests follow at once: whoever hears of the push, or reads its answer, meets the new version. */
  definePushFollower(async (ctx, access, move, movedById, options) => {
    if (move.refKind === 'branch') await handleRefUpdate(ctx, access.project.id, move, { movedById, options });
  }),
  /** After a push git prints the link to create or to see the merge request. */
  definePushMessage(async (ctx, access, move) => {
    if (move.refKind !== 'branch' || move.action === 'deleted') return [];
    const { project } = access;
    const open = await listOpenBySource(ctx.db, project.id, move.name);
    const lines: string[] = [];
    for (const row of open.slice(0, 5)) {
      const target =
        row.target_project_id === project.id ? access : await findProjectAccess(ctx, row.target_project_id);
      if (!target) continue;
      const found = await getMergeRequest(ctx, target, row.iid);
      const url = `${ctx.config.url}${pathOf(target.project.full_path, found.row.iid)}`;
      lines.push(`View merge request for ${move.name}:`, `  ${url}`, '');
    }
    if (lines.length > 0 || move.name === project.default_branch) return lines;
    if (canCreate(ctx.actor, access, access)) return [];
    const url = `${ctx.config.url}${repositoryPaths.newMergeRequest(project.full_path, move.name)}`;
    return [`To create a merge request for ${move.name}, visit:`, `  ${url}`, ''];
  }),
];
