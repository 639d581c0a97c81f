import { AppError } from '@tributary/contract/errors/app-error.ts';
import { contributeInstanceCounts, contributeInstanceStatistics, onUserDeletion } from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { defineTopic } from '../../platform/realtime/topics.ts';
import { getProjectAccess } from '../access/project-access.ts';
import { countProjectsAndGroups, dropStarsOf } from './project-store.ts';

async function maySeeProject(ctx: Context, id: string): Promise<boolean> {
  try {
    const { policy } = await getProjectAccess(ctx, id);
    return isAllowed(ctx.actor, 'read_project', policy);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** What happens to a project: moved refs, changed settings. Holds ids only. */
defineTopic('project', (ctx, id) => (/^\d+$/.test(id) ? maySeeProject(ctx, id) : Promise.resolve(false)));

/** What happens to a user, such as a role gained or lost: for themselves alone. */
defineTopic('user', async (ctx, id) => String(actorId(ctx.actor) ?? '') === id);

onUserDeletion((ctx, userId) => dropStarsOf(ctx.db, userId));

contributeInstanceStatistics((ctx) => countProjectsAndGroups(ctx.db));

contributeInstanceCounts(async (ctx) => {
  const counts = await countProjectsAndGroups(ctx.db);
  return [
    { key: 'projects', label: 'Projects', count: counts.projects, href: '/explore' },
    { key: 'groups', label: 'Groups', count: counts.groups, href: null },
  ];
});
