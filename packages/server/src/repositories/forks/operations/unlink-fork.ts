import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { clearForkRelation, countForks } from '../fork-store.ts';

/** Makes a fork stand on its own; false when it is none. Nothing in its repository changes. */
export const unlinkFork = defineOperation<{ projectId: number }, ProjectAccess, boolean>({
  name: 'project.unlink_fork',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, access): Refusal | null => can(ctx.actor, 'change_project_lifecycle', access.policy),
  run: async (ctx, { project }) => {
    if (project.forked_from_id === null) return false;
    await clearForkRelation(ctx.db, project.id);
    await countForks(ctx.db, project.forked_from_id);
    await audit(ctx, 'project.fork_unlinked', { type: 'project', id: project.id }, { source: project.forked_from_id });
    return true;
  },
});
