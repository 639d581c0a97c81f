import { AppError } from '@tributary/contract/errors/app-error.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { ACCESS, type Mark, projectCacheVersion } from '../../platform/cache/cache-versions.ts';
import { getNamespaceAccess, getProjectAccess, type NamespaceAccess, type ProjectAccess } from './project-access.ts';

type PlaceOf<Kind extends string, Access> = {
  kind: Kind;
  id: number;
  name: string;
  fullPath: string;
  /** What addresses of its pages begin with: `/group/app/-`, `/groups/group/-`. */
  pagesPath: string;
  /** Where the groups begin whose emoji and choices hold here: that of the project, or the group itself. */
  namespaceId: number;
  /** Role of the actor. */
  level: number;
  policy: PolicySubject;
  /** For what lives in it: who belongs only to something below a group sees that it is there, but nothing of what lies in it. */
  policyWithin: PolicySubject;
  /** Moves when the place becomes another one; what users may do there is told by that of access. */
  mark: Mark;
  access: Access;
};

/**
 * Where something lives that users talk about, as one actor meets it: what projects and groups have in common, for those who
 * need not know which of them it is.
 */
export type Container = PlaceOf<'project', ProjectAccess> | PlaceOf<'group', NamespaceAccess>;
export type ContainerKind = Container['kind'];

export function containerOfProject(access: ProjectAccess): Container {
  const { project, level, policy } = access;
  return {
    kind: 'project',
    id: project.id,
    name: project.name,
    fullPath: project.full_path,
    pagesPath: `/${encodePath(project.full_path)}/-`,
    namespaceId: project.namespace_id,
    level,
    policy,
    policyWithin: policy,
    mark: projectCacheVersion(project.id),
    access,
  };
}

export function containerOfGroup(access: NamespaceAccess): Container {
  const { namespace, level, policy } = access;
  return {
    kind: 'group',
    id: namespace.id,
    name: namespace.name,
    fullPath: namespace.full_path,
    pagesPath: `/groups/${encodePath(namespace.full_path)}/-`,
    namespaceId: namespace.id,
    level,
    policy,
    policyWithin: { ...policy, visibility: namespace.visibility },
    // Groups decide who may do what below them: their rows move it.
    mark: ACCESS,
    access,
  };
}

/** As rows name what they belong to: one of the two. */
export type ContainerColumns = { project_id: number; namespace_id: null } | { project_id: null; namespace_id: number };

export function columnsOf({ kind, id }: Pick<Container, 'kind' | 'id'>): ContainerColumns {
  return kind === 'project' ? { project_id: id, namespace_id: null } : { project_id: null, namespace_id: id };
}

export function isSameContainer(one: Pick<Container, 'kind' | 'id'>, other: Pick<Container, 'kind' | 'id'>): boolean {
  return one.kind === other.kind && one.id === other.id;
}

/** The project, for those who know that it is one. */
export function projectOf(place: Container): ProjectAccess {
  if (place.kind !== 'project') throw new Error(`${place.fullPath} is no project`);
  return place.access;
}

const LOADERS: Record<ContainerKind, (ctx: Context, id: number) => Promise<Container>> = {
  project: async (ctx, id) => containerOfProject(await getProjectAccess(ctx, id)),
  group: async (ctx, id) => containerOfGroup(await getNamespaceAccess(ctx, id)),
};

/** Undefined when it is gone or the actor may not see it. */
export async function findContainer(
  ctx: Context,
  { kind, id }: Pick<Container, 'kind' | 'id'>,
): Promise<Container | undefined> {
  try {
    return await LOADERS[kind](ctx, id);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}
