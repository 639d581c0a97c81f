import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { contributeInstanceCounts, contributeInstanceStatistics, onUserDeletion } from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import { defineTopic } from '../../platform/realtime/topics.ts';
import { getProjectAccess } from '../access/project-access.ts';
import { countProjectsAndGroups, dropStarsOf } from './project-store.ts';

export const lifecycleRegistrations: Extensions = [
  /** `project:<id>`: refs moved, protection or settings changed, a fork's repository arrived. For everyone who may see the project. */
  defineTopic('project', async (ctx, id) => {
    if (!/^\d{1,15}$/.test(id)) return false;
    try {
      await getProjectAccess(ctx, Number(id));
      return true;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return false;
      throw error;
    }
  }),
  /** What happens to a user, such as a role gained or lost: for themselves alone. */
  defineTopic('user', async (ctx, id) => String(actorId(ctx.actor) ?? '') === id),
  onUserDeletion((ctx, userId) => dropStarsOf(ctx.db, userId)),
  contributeInstanceStatistics((ctx) => countProjectsAndGroups(ctx.db)),
  contributeInstanceCounts(async (ctx) => {
    const counts = await countProjectsAndGroups(ctx.db);
    return [
      { key: 'projects', label: 'Projects', count: counts.projects, href: '/explore' },
      { key: 'groups', label: 'Groups', count: counts.groups, href: null },
    ];
  }),
];
