import { AppError } from '@tributary/contract/errors/app-error.ts';
import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import { getUserDetails, type UserDetails } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { EventOf } from '../../../platform/events.ts';
import type { NamespaceRow, ProjectRow } from '../../access/store.ts';
import { namespaceById } from '../../namespaces/namespace-store.ts';

type Body = Record<string, unknown>;

/** A user who still exists. */
export async function userDetails(ctx: Context, id: number): Promise<UserDetails | undefined> {
  try {
    return await getUserDetails(ctx, id);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** The person of a personal namespace with the address, else the group, which has none. */
async function ownerOf(ctx: Context, namespaceId: number): Promise<{ name: string; email: string }> {
  const namespace = await namespaceById(ctx.db, namespaceId);
  const owner = namespace?.owner_id == null ? undefined : await userDetails(ctx, namespace.owner_id);
  return owner ? { name: owner.view.name, email: owner.email } : { name: namespace?.name ?? '', email: '' };
}

export type ProjectFacts = Pick<
  ProjectRow,
  'id' | 'name' | 'path' | 'full_path' | 'visibility' | 'namespace_id' | 'created_at' | 'updated_at'
>;

/** `project_create` and what else happens to a project itself. */
export async function projectBody(ctx: Context, eventName: string, project: ProjectFacts): Promise<Body> {
  const owner = await ownerOf(ctx, project.namespace_id);
  return {
    event_name: eventName,
    created_at: project.created_at.toISOString(),
    updated_at: project.updated_at.toISOString(),
    name: project.name,
    path: project.path,
    path_with_namespace: project.full_path,
    project_id: project.id,
    project_namespace_id: project.namespace_id,
    owner_name: owner.name,
    owner_email: owner.email,
    owners: [owner],
    project_visibility: project.visibility,
  };
}

/** `project_destroy`; the row may be gone by now. */
export function projectDestroyBody(
  ctx: Context,
  { data: { projectId, fullPath, project }, createdAt }: EventOf<'project.deleted'>,
): Promise<Body> {
  const path = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  return projectBody(ctx, 'project_destroy', {
    id: projectId,
    full_path: fullPath,
    path,
    name: project?.name ?? path,
    visibility: project?.visibility ?? 'private',
    namespace_id: project?.namespaceId ?? 0,
    created_at: project ? new Date(project.createdAt) : createdAt,
    updated_at: createdAt,
  });
}

type GroupFacts = Pick<NamespaceRow, 'id' | 'name' | 'path' | 'full_path' | 'created_at' | 'updated_at'>;

export function groupBody(eventName: string, group: GroupFacts): Body {
  return {
    event_name: eventName,
    created_at: group.created_at.toISOString(),
    updated_at: group.updated_at.toISOString(),
    name: group.name,
    path: group.path,
    full_path: group.full_path,
    group_id: group.id,
  };
}

export function userBody(eventName: string, user: UserDetails): Body {
  return {
    event_name: eventName,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    name: user.view.name,
    username: user.view.username,
    email: user.email,
    user_id: user.view.id,
  };
}

type Member = { user: UserDetails; level: number; at: Date };

function memberBody({ user, level, at }: Member): Body {
  return {
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
    access_level: accessLevelName(level),
    user_id: user.view.id,
    user_name: user.view.name,
    user_username: user.view.username,
    user_email: user.email,
  };
}

export function teamBody(eventName: string, project: ProjectRow, member: Member): Body {
  return {
    event_name: eventName,
    ...memberBody(member),
    project_id: project.id,
    project_name: project.name,
    project_path: project.path,
    project_path_with_namespace: project.full_path,
    project_visibility: project.visibility,
  };
}

export function groupMemberBody(eventName: string, group: NamespaceRow, member: Member): Body {
  return {
    event_name: eventName,
    ...memberBody(member),
    group_access: accessLevelName(member.level),
    group_id: group.id,
    group_name: group.name,
    group_path: group.path,
  };
}
