import type { Extensions } from '../../platform/extensions.ts';
import { contributeUserAssociations } from '../../accounts/index.ts';
import { todayOf } from '../access/project-access.ts';
import { countProjectsIn } from '../lifecycle/project-store.ts';
import { personalNamespaceOf } from '../namespaces/namespace-store.ts';
import { listRolesOf } from './member-store.ts';

const NO_ROWS = { offset: 0, limit: 0 };

export const membersUserAssociations: Extensions = [
  /** Projects of the user's own namespace, and what they were given a role in. */
  contributeUserAssociations(async (ctx, userId) => {
    const roles = { userId, today: todayOf(ctx) };
    const [groups, projects, own] = await Promise.all([
      listRolesOf(ctx.db, { ...roles, type: 'Namespace' }, NO_ROWS),
      listRolesOf(ctx.db, { ...roles, type: 'Project' }, NO_ROWS),
      personalNamespaceOf(ctx.db, userId),
    ]);
    const ownProjects = own ? await countProjectsIn(ctx.db, own.id) : 0;
    return { groups_count: groups.total, projects_count: projects.total + ownProjects };
  }),
];
