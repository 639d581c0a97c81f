import type { Breadcrumb, ShellContext } from '@tributary/contract/page/page-data.ts';
import { findUser } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { ACCESS } from '../../../platform/cache/cache-versions.ts';
import { readCached } from '../../../platform/cache/request-cache.ts';
import type { NamespaceAccess, ProjectAccess } from '../../access/project-access.ts';
import { ancestorGroups } from '../../namespaces/reads/ancestor-groups.ts';
import { namespaceViewsByIds } from '../../namespaces/reads/namespace-views.ts';
import { containerAvatarPath } from '../../container-avatar.ts';
import { groupNavItems, projectNavItems } from '../nav-registry.ts';

export type ContainerShell = { context: ShellContext; breadcrumbs: Breadcrumb[] };

/** Names and addresses only: the same for everyone who sees what lies below. */
async function trail(ctx: Context, namespaceId: number): Promise<Breadcrumb[]> {
  const known = await readCached(ctx, {
    key: `trail:${namespaceId}`,
    marks: () => [ACCESS],
    load: () => readTrail(ctx, namespaceId),
    sizeBytes: ({ length }) => 500 * length,
  });
  return known ?? readTrail(ctx, namespaceId);
}

async function readTrail(ctx: Context, namespaceId: number): Promise<Breadcrumb[]> {
  const groups = await ancestorGroups(ctx, namespaceId);
  if (groups.length > 0) return groups.map((group) => ({ text: group.name, href: `/${group.fullPath}` }));
  const own = (await namespaceViewsByIds(ctx, [namespaceId])).get(namespaceId);
  return own ? [{ text: own.name, href: `/${own.fullPath}` }] : [];
}

export async function projectShell(ctx: Context, access: ProjectAccess): Promise<ContainerShell> {
  const { project } = access;
  const [nav, above] = await Promise.all([projectNavItems(ctx, access), trail(ctx, project.namespace_id)]);
  return {
    context: {
      type: 'project',
      name: project.name,
      fullPath: project.full_path,
      avatarUrl: containerAvatarPath('project', project.id, project.avatar_name),
      id: project.id,
      visibility: project.visibility,
      archived: project.is_read_only,
      nav,
    },
    breadcrumbs: [...above, { text: project.name, href: `/${project.full_path}` }],
  };
}

export async function groupShell(ctx: Context, access: NamespaceAccess): Promise<ContainerShell> {
  const { namespace } = access;
  const [nav, breadcrumbs] = await Promise.all([groupNavItems(ctx, access), trail(ctx, namespace.id)]);
  return {
    context: {
      type: 'group',
      name: namespace.name,
      fullPath: namespace.full_path,
      avatarUrl: containerAvatarPath('group', namespace.id, namespace.avatar_name),
      id: namespace.id,
      visibility: namespace.visibility,
      archived: namespace.is_read_only,
      nav,
    },
    breadcrumbs,
  };
}

export async function userShell(ctx: Context, access: NamespaceAccess): Promise<ContainerShell> {
  const { namespace } = access;
  const user = namespace.owner_id === null ? undefined : await findUser(ctx, namespace.owner_id);
  const href = `/${namespace.full_path}`;
  return {
    context: {
      type: 'user',
      name: user?.name ?? namespace.name,
      fullPath: namespace.full_path,
      avatarUrl: user?.avatarUrl ?? null,
      id: namespace.owner_id ?? 0,
      nav: [
        { key: 'user', label: 'Overview', href, icon: 'user' },
        { key: 'user_projects', label: 'Projects', href: `${href}?tab=projects`, icon: 'projects' },
        { key: 'user_groups', label: 'Groups', href: `${href}?tab=groups`, icon: 'group' },
      ],
    },
    breadcrumbs: [{ text: user?.name ?? namespace.name, href }],
  };
}
