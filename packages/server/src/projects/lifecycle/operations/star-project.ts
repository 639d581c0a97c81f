import { refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import { setStar } from '../project-store.ts';

/** Puts the project among the actor's starred ones, or takes it out; false when it was so already. */
export const starProject = defineOperation<{ projectId: number; starred: boolean }, ProjectAccess, boolean>({
  name: 'project.star',
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, { policy }) =>
    actorId(ctx.actor) === undefined ? refuse('unauthenticated') : can(ctx.actor, 'star_project', policy),
  run: async (ctx, { project }, { starred }) => {
    const id = actorId(ctx.actor);
    return id !== undefined && setStar(ctx.db, project.id, id, starred);
  },
});
