import { audit } from '../../../platform/audit.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { nextCacheIndex } from '../store/cache-index-store.ts';

/** Jobs of a project that start from now on begin with empty caches. Runners remove what they had in their own time. */
export const clearCaches = defineOperation<{ projectId: number }, ProjectAccess, void>({
  name: 'ci_caches.clear',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: (ctx, { policy }) => can(ctx.actor, 'update_project', policy),
  run: async (ctx, { project }) => {
    await nextCacheIndex(ctx.db, project.id);
    await audit(ctx, 'ci_caches.cleared', { type: 'project', id: project.id });
  },
});
