import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { PlanningContainer } from '@tributary/contract/planning/page.ts';
import type { Context } from '../platform/context.ts';
import type { PolicySubject } from '../platform/policy/policy.ts';
import {
  ancestorGroups,
  getNamespaceAccess,
  getProjectAccess,
  type NamespaceAccess,
  type ProjectAccess,
} from '../projects/index.ts';

/** What labels and milestones belong to. */
export type ContainerKey = { kind: 'project'; id: number } | { kind: 'group'; id: number };

/** The place with the groups above it, from the root down; labels and milestones of those can be used here too. */
export type ContainerWithAncestors = PlanningContainer & { policy: PolicySubject; ancestors: PlanningContainer[] };

async function groupsAbove(ctx: Context, namespaceId: number): Promise<PlanningContainer[]> {
  const groups = await ancestorGroups(ctx, namespaceId);
  return groups.map((group) => ({
    kind: 'group',
    id: group.id,
    name: group.name,
    fullPath: group.fullPath,
    href: `/${group.fullPath}`,
  }));
}

export async function projectContainer(
  ctx: Context,
  { project, policy }: ProjectAccess,
): Promise<ContainerWithAncestors> {
  return {
    kind: 'project',
    id: project.id,
    name: project.name,
    fullPath: project.full_path,
    href: `/${project.full_path}`,
    policy,
    ancestors: await groupsAbove(ctx, project.namespace_id),
  };
}

export async function groupContainer(
  ctx: Context,
  { namespace, policy }: NamespaceAccess,
): Promise<ContainerWithAncestors> {
  const groups = await groupsAbove(ctx, namespace.id);
  return {
    kind: 'group',
    id: namespace.id,
    name: namespace.name,
    fullPath: namespace.full_path,
    href: `/${namespace.full_path}`,
    policy,
    ancestors: groups.filter((group) => group.id !== namespace.id),
  };
}

/** The place as the actor meets it; not_found when they may not see it. */
export async function loadContainer(ctx: Context, key: ContainerKey): Promise<ContainerWithAncestors> {
  if (key.kind === 'project') return projectContainer(ctx, await getProjectAccess(ctx, key.id));
  const access = await getNamespaceAccess(ctx, key.id);
  if (access.namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
  return groupContainer(ctx, access);
}

/** Where addresses below the place start. */
export function belowHref(place: PlanningContainer): string {
  return place.kind === 'project' ? `/${place.fullPath}/-` : `/groups/${place.fullPath}/-`;
}

/** The place itself and the groups above, as the rows name them. */
export function ownersOf(
  place: ContainerWithAncestors,
  withAncestors: boolean,
): { projectIds: number[]; groupIds: number[] } {
  const groups = withAncestors ? place.ancestors.map((group) => group.id) : [];
  return place.kind === 'project'
    ? { projectIds: [place.id], groupIds: groups }
    : { projectIds: [], groupIds: [...groups, place.id] };
}
