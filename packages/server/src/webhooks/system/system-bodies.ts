import { AppError } from '@tributary/contract/errors/app-error.ts';
import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import { getUserDetails, type UserDetails } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { EventOf } from '../../platform/events.ts';
import { namespaceById, type NamespaceRow, type ProjectRow } from '../../projects/index.ts';

type Body = Record<string, unknown>;

export const lastPart = (fullPath: string): string => fullPath.slice(fullPath.lastIndexOf('/') + 1);

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
  const path = lastPart(fullPath);
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

/** Of a group whose row may be gone by now. */
export function groupDestroyBody(
  eventName: string,
  { data: { groupId, fullPath, name }, createdAt }: EventOf<'group.deleted'>,
): Body {
  const path = lastPart(fullPath);
  const dates = { created_at: createdAt, updated_at: createdAt };
  return groupBody(eventName, { id: groupId, full_path: fullPath, path, name: name ?? path, ...dates });
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

type MemberChange = Pick<EventOf<'member.changed'>, 'data' | 'createdAt'>;

const TEAM_EVENTS = { add: 'user_add_to_team', remove: 'user_remove_from_team', update: 'user_update_for_team' };
const GROUP_EVENTS = { add: 'user_add_to_group', remove: 'user_remove_from_group', update: 'user_update_for_group' };

/** What happened to the role, and the role: one that was taken away as it was. */
function memberBody(names: typeof TEAM_EVENTS, user: UserDetails, { data: { level, from }, createdAt }: MemberChange) {
  const act = level === 0 ? 'remove' : from === 0 ? 'add' : 'update';
  return {
    event_name: names[act],
    created_at: createdAt.toISOString(),
    updated_at: createdAt.toISOString(),
    access_level: accessLevelName(level === 0 ? (from ?? 0) : level),
    user_id: user.view.id,
    user_name: user.view.name,
    user_username: user.view.username,
    user_email: user.email,
  };
}

export function teamBody(project: ProjectRow, user: UserDetails, change: MemberChange): Body {
  return {
    ...memberBody(TEAM_EVENTS, user, change),
    ...projectOfMember(project),
  };
}

/** The project of a change of its members. */
export const projectOfMember = (project: ProjectRow): Body => ({
  project_id: project.id,
  project_name: project.name,
  project_path: project.path,
  project_path_with_namespace: project.full_path,
  project_visibility: project.visibility,
});

/** The group of a change of its members. */
export const groupOfMember = (group: NamespaceRow): Body => ({
  group_id: group.id,
  group_name: group.name,
  group_path: group.path,
});

export function groupMemberBody(group: NamespaceRow, user: UserDetails, change: MemberChange): Body {
  const body = memberBody(GROUP_EVENTS, user, change);
  return { ...body, group_access: body.access_level, ...groupOfMember(group) };
}

/** The role that is approved when none is named. */
const REQUESTED_LEVEL = 30;

/** A user asks for a role, or does not get it. */
export function accessRequestBody(
  eventName: string,
  user: UserDetails,
  times: { created_at: string; updated_at: string },
): Body {
  return {
    event_name: eventName,
    ...times,
    group_access: accessLevelName(REQUESTED_LEVEL),
    user_id: user.view.id,
    user_name: user.view.name,
    user_username: user.view.username,
    user_email: user.email,
  };
}
