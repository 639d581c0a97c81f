import type { Extension, Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { type EventOf, type EventType, onEvent } from '../../platform/events.ts';
import { directMember, namespaceById, projectById } from '../../projects/index.ts';
import { notifyGroupHooks } from '../dispatch.ts';
import { newestMember, newestProject, newestSubgroup } from '../store/push-store.ts';
import { defineGroupHookSample, type HookPayload } from './payload-registry.ts';
import {
  groupBody,
  groupDestroyBody,
  accessRequestBody,
  groupMemberBody,
  groupOfMember,
  projectBody,
  projectDestroyBody,
  userDetails,
} from '../system/system-bodies.ts';

type Body = Record<string, unknown>;
/** What is sent, and the group whose hooks receive it, with those of the groups above. */
type GroupPayload = { groupId: number; body: Body };

/** Addresses of users are not given to receivers that a group chooses. */
const REDACTED = '[REDACTED]';

function sendOf<T extends EventType>(
  type: T,
  { trigger, eventName }: Pick<HookPayload, 'trigger' | 'eventName'>,
  build: (ctx: Context, event: EventOf<T>) => Promise<GroupPayload | null>,
): Extension {
  return () => {
    onEvent(type, 'group-hooks', async (ctx, event) => {
      const payload = await build(ctx, event);
      if (payload) await notifyGroupHooks(ctx, event.id, payload.groupId, { trigger, eventName, body: payload.body });
    })();
  };
}

const MEMBER = { trigger: 'member_events', eventName: 'Member Hook' } as const;
const SUBGROUP = { trigger: 'subgroup_events', eventName: 'Subgroup Hook' } as const;
const PROJECT = { trigger: 'project_events', eventName: 'Project Hook' } as const;

const REQUEST_EVENTS = {
  created: 'user_access_request_to_group',
  denied: 'user_access_request_denied_for_group',
} as const;

async function subgroupPayload(ctx: Context, body: Body, parentId: number | null | undefined) {
  const parent = parentId == null ? undefined : await namespaceById(ctx.db, parentId);
  if (!parent) return null;
  const { id: groupId, name, path, full_path: fullPath } = parent;
  const of = { parent_group_id: groupId, parent_name: name, parent_path: path, parent_full_path: fullPath };
  return { groupId, body: { ...body, ...of } };
}

/** Without the fields that system hooks alone have. */
function projectPayload({ owner_name: _name, owner_email: _email, ...body }: Body): Body {
  return body;
}

export const payloadsGroupEvents: Extensions = [
  sendOf('member.changed', MEMBER, async (ctx, event) => {
    const { userId, namespaceId, level } = event.data;
    const group = namespaceId === null ? undefined : await namespaceById(ctx.db, namespaceId);
    const user = group?.kind === 'group' ? await userDetails(ctx, userId) : undefined;
    if (!group || !user) return null;
    const row = level === 0 ? undefined : await directMember(ctx.db, { kind: 'group', id: group.id }, userId);
    const { access_level: _level, ...body } = groupMemberBody(group, user, event);
    const expiresAt = row?.expires_at ? `${row.expires_at}T00:00:00Z` : null;
    return { groupId: group.id, body: { ...body, user_email: REDACTED, group_plan: null, expires_at: expiresAt } };
  }),
  sendOf('access_request.changed', MEMBER, async (ctx, { data, createdAt }) => {
    const { userId, namespaceId, action, requestedAt } = data;
    if (action === 'withdrawn' || namespaceId === null) return null;
    const group = await namespaceById(ctx.db, namespaceId);
    const user = await userDetails(ctx, userId);
    if (!group || !user) return null;
    const times = { created_at: requestedAt, updated_at: createdAt.toISOString() };
    const body = { ...accessRequestBody(REQUEST_EVENTS[action], user, times), ...groupOfMember(group) };
    return { groupId: group.id, body: { ...body, user_email: REDACTED, group_plan: null, expires_at: null } };
  }),
  sendOf('group.created', SUBGROUP, async (ctx, { data }) => {
    const group = await namespaceById(ctx.db, data.groupId);
    return group ? subgroupPayload(ctx, groupBody('subgroup_create', group), group.parent_id) : null;
  }),
  sendOf('group.deleted', SUBGROUP, (ctx, event) =>
    subgroupPayload(ctx, groupDestroyBody('subgroup_destroy', event), event.data.parentId),
  ),
  sendOf('project.created', PROJECT, async (ctx, { data }) => {
    const project = await projectById(ctx.db, data.projectId);
    if (!project || project.deleting_since !== null) return null;
    const body = projectPayload(await projectBody(ctx, 'project_create', project));
    return { groupId: project.namespace_id, body };
  }),
  sendOf('project.deleted', PROJECT, async (ctx, event) => {
    const { project } = event.data;
    if (!project) return null;
    return { groupId: project.namespaceId, body: projectPayload(await projectDestroyBody(ctx, event)) };
  }),
  /** Examples for the test button, from what is really in the group. */
  defineGroupHookSample('member_events', async (ctx, groupId) => {
    const group = await namespaceById(ctx.db, groupId);
    const member = await newestMember(ctx.db, groupId);
    const user = member && (await userDetails(ctx, member.user_id));
    if (!group || !user) return null;
    const data = { userId: member.user_id, projectId: null, namespaceId: groupId, level: member.access_level, from: 0 };
    const { access_level: _level, ...body } = groupMemberBody(group, user, { data, createdAt: member.created_at });
    const expiresAt = member.expires_at ? `${member.expires_at}T00:00:00Z` : null;
    return { ...MEMBER, body: { ...body, user_email: REDACTED, group_plan: null, expires_at: expiresAt } };
  }),
  defineGroupHookSample('subgroup_events', async (ctx, groupId) => {
    const group = await newestSubgroup(ctx.db, groupId);
    const payload = group && (await subgroupPayload(ctx, groupBody('subgroup_create', group), group.parent_id));
    return payload ? { ...SUBGROUP, body: payload.body } : null;
  }),
  defineGroupHookSample('project_events', async (ctx, groupId) => {
    const project = await newestProject(ctx.db, groupId);
    return project ? { ...PROJECT, body: projectPayload(await projectBody(ctx, 'project_create', project)) } : null;
  }),
];
