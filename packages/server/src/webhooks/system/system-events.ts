import type { Extension, Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { type EventOf, type EventType, onEvent } from '../../platform/events.ts';
import { namespaceById, projectById } from '../../projects/index.ts';
import { notifySystemHooks } from '../dispatch.ts';
import {
  accessRequestBody,
  groupBody,
  groupDestroyBody,
  groupMemberBody,
  groupOfMember,
  lastPart,
  projectBody,
  projectDestroyBody,
  projectOfMember,
  teamBody,
  userBody,
  userDetails,
} from './system-bodies.ts';

type Body = Record<string, unknown>;

/** Says what system hooks are told of an event; null tells nothing. */
function notifyOf<T extends EventType>(
  type: T,
  build: (ctx: Context, event: EventOf<T>) => Promise<Body | null>,
): Extension {
  return () => {
    onEvent(type, 'system-hooks', async (ctx, event) => {
      const body = await build(ctx, event);
      if (body) await notifySystemHooks(ctx, event.id, body);
    })();
  };
}

async function ofProject(ctx: Context, eventName: string, projectId: number): Promise<Body | null> {
  const project = await projectById(ctx.db, projectId);
  return project && project.deleting_since === null ? projectBody(ctx, eventName, project) : null;
}

export const systemSystemEvents: Extensions = [
  notifyOf('project.created', (ctx, { data }) => ofProject(ctx, 'project_create', data.projectId)),
  notifyOf('project.archived', (ctx, { data }) => ofProject(ctx, 'project_update', data.projectId)),
  notifyOf('project.unarchived', (ctx, { data }) => ofProject(ctx, 'project_update', data.projectId)),
  /** A new path is told of by `project.moved`. */
  notifyOf('project.updated', (ctx, { data }) =>
    data.changed.includes('path') ? Promise.resolve(null) : ofProject(ctx, 'project_update', data.projectId),
  ),
  notifyOf('project.moved', async (ctx, { data }) => {
    const project = await projectById(ctx.db, data.projectId);
    if (!project || project.deleting_since !== null) return null;
    const eventName = project.namespace_id === data.fromNamespaceId ? 'project_rename' : 'project_transfer';
    const body = await projectBody(ctx, eventName, { ...project, full_path: data.to });
    return { ...body, old_path_with_namespace: data.from };
  }),
  notifyOf('project.deleted', (ctx, event) => projectDestroyBody(ctx, event)),
  notifyOf('group.created', async (ctx, { data }) => {
    const group = await namespaceById(ctx.db, data.groupId);
    return group ? groupBody('group_create', group) : null;
  }),
  notifyOf('group.updated', async (ctx, { data: { groupId, moved } }) => {
    const group = moved && (await namespaceById(ctx.db, groupId));
    if (!group) return null;
    const old = { old_path: lastPart(moved.from), old_full_path: moved.from };
    return { ...groupBody('group_rename', { ...group, full_path: moved.to, path: lastPart(moved.to) }), ...old };
  }),
  notifyOf('group.deleted', (_ctx, event) => Promise.resolve(groupDestroyBody('group_destroy', event))),
  notifyOf('user.created', async (ctx, { data }) => {
    const user = await userDetails(ctx, data.userId);
    return user ? userBody('user_create', user) : null;
  }),
  notifyOf('user.renamed', async (ctx, { data }) => {
    const user = await userDetails(ctx, data.userId);
    return user ? { ...userBody('user_rename', user), username: data.to, old_username: data.from } : null;
  }),
  notifyOf('user.deleted', async (_ctx, { data, createdAt }) => ({
    event_name: 'user_destroy',
    created_at: createdAt.toISOString(),
    updated_at: createdAt.toISOString(),
    name: data.name ?? data.username,
    username: data.username,
    email: data.email ?? '',
    user_id: data.userId,
  })),
  /** A blocked user gave the right password. */
  notifyOf('user.sign_in_refused', async (ctx, { data }) => {
    const user = await userDetails(ctx, data.userId);
    return user ? { ...userBody('user_failed_login', user), state: data.state } : null;
  }),
  notifyOf('member.changed', async (ctx, event) => {
    const { userId, projectId, namespaceId } = event.data;
    const user = await userDetails(ctx, userId);
    if (!user) return null;
    if (projectId !== null) {
      const project = await projectById(ctx.db, projectId);
      return project ? teamBody(project, user, event) : null;
    }
    const group = namespaceId === null ? undefined : await namespaceById(ctx.db, namespaceId);
    return group?.kind === 'group' ? groupMemberBody(group, user, event) : null;
  }),
  notifyOf('access_request.changed', async (ctx, { data, createdAt }) => {
    const { userId, projectId, namespaceId, action, requestedAt } = data;
    const user = await userDetails(ctx, userId);
    const project = projectId === null ? undefined : await projectById(ctx.db, projectId);
    const group = namespaceId === null ? undefined : await namespaceById(ctx.db, namespaceId);
    const where = project ? projectOfMember(project) : group && groupOfMember(group);
    if (!user || !where) return null;
    const kind = project ? 'project' : 'group';
    const eventName =
      action === 'created' ? `user_access_request_to_${kind}` : `user_access_request_revoked_for_${kind}`;
    const { group_access: level, ...body } = accessRequestBody(eventName, user, {
      created_at: requestedAt,
      updated_at: createdAt.toISOString(),
    });
    return { ...body, access_level: level, ...(group && { group_access: level }), ...where };
  }),
];
