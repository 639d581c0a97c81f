import type { Extensions } from '../../../platform/extensions.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listProjects } from '../../lifecycle/reads/list-projects.ts';
import type { ProjectView } from '../../lifecycle/reads/project-views.ts';
import { toRestBasicProject } from '../../lifecycle/render/to-rest.ts';
import { listNamespaces } from '../../namespaces/reads/list-namespaces.ts';
import { toRestUserBasic } from '../../render/to-rest-user.ts';
import { searchUsers } from '../reads/search-users.ts';
import { definePaletteSource, defineSearchScope } from '../search-registry.ts';

const RECENT = { orderBy: 'last_activity_at', descending: true } as const;
const BEST = { orderBy: 'similarity', descending: true } as const;

export const searchSearchScopes: Extensions = [
  defineSearchScope<ProjectView>({
    key: 'projects',
    label: 'Projects',
    order: 0,
    where: 'outside_projects',
    search: async (ctx, request) => {
      const filter = { search: request.query, searchNamespaces: true, belowNamespaceId: request.group?.namespace.id };
      return listProjects(ctx, filter, { page: request.page, perPage: request.perPage, ...BEST });
    },
    toItem: (_ctx, view) => ({
      id: String(view.project.id),
      title: view.nameWithNamespace,
      href: `/${view.project.full_path}`,
      icon: 'project',
      reference: view.project.full_path,
      excerpt: view.project.description === '' ? null : view.project.description,
      facts: view.project.is_read_only ? ['Archived'] : [],
      person: null,
      avatarUrl: view.avatarUrl,
      at: view.project.last_activity_at.toISOString(),
    }),
    toRest: (ctx, view) => toRestBasicProject(ctx, view),
  }),
  defineSearchScope<UserView>({
    key: 'users',
    label: 'Users',
    order: 60,
    search: searchUsers,
    toItem: (_ctx, user) => ({
      id: String(user.id),
      title: user.name,
      href: `/${user.username}`,
      icon: 'user',
      reference: `@${user.username}`,
      excerpt: null,
      facts: user.state === 'active' ? [] : [user.state],
      person: null,
      avatarUrl: user.avatarUrl,
      at: null,
    }),
    toRest: (ctx, user) => toRestUserBasic(ctx.config.url, user),
  }),
  definePaletteSource({
    key: 'projects',
    title: 'Projects',
    order: 10,
    find: async (ctx, query, limit) => {
      const filter = query === '' ? { membership: true, archived: false } : { search: query, searchNamespaces: true };
      const page = await listProjects(ctx, filter, { page: 1, perPage: limit, ...(query === '' ? RECENT : BEST) });
      return page.items.map((view) => ({
        id: `project-${view.project.id}`,
        text: view.project.name,
        detail: view.project.full_path,
        href: `/${view.project.full_path}`,
        icon: 'project',
      }));
    },
  }),
  definePaletteSource({
    key: 'groups',
    title: 'Groups',
    order: 20,
    find: async (ctx, query, limit) => {
      const filter = {
        kind: 'group',
        search: query,
        searchFullPath: true,
        ...(query === '' && { minLevel: 10 }),
      } as const;
      const page = await listNamespaces(ctx, filter, { page: 1, perPage: limit });
      return page.items.map((group) => ({
        id: `group-${group.id}`,
        text: group.name,
        detail: group.fullPath,
        href: `/${group.fullPath}`,
        icon: 'group',
      }));
    },
  }),
  definePaletteSource({
    key: 'users',
    title: 'Users',
    order: 50,
    find: async (ctx, query, limit) => {
      if (query === '') return [];
      const page = await searchUsers(ctx, { query, page: 1, perPage: limit });
      return page.items.map((user) => ({
        id: `user-${user.id}`,
        text: user.name,
        detail: `@${user.username}`,
        href: `/${user.username}`,
        icon: 'user',
      }));
    },
  }),
];
