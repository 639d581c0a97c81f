import type { Context } from '../../platform/context.ts';
import { type EventOf, type EventType, onEvent } from '../../platform/events.ts';
import { projectById } from '../lifecycle/project-store.ts';
import { directMember } from '../members/member-store.ts';
import { namespaceById } from '../namespaces/namespace-store.ts';
import { notifyGroupHooks } from './dispatch.ts';
import type { HookPayload } from './payload-registry.ts';
import { groupBody, groupMemberBody, projectBody, projectDestroyBody, userDetails } from './system/system-bodies.ts';

type Body = Record<string, unknown>;
/** What is sent, and the group whose hooks receive it, with those of the groups above. */
type GroupPayload = { groupId: number; body: Body };

/** Addresses of users are not given to receivers that a group chooses. */
const REDACTED = '[REDACTED]';

function sendOf<T extends EventType>(
  type: T,
  { trigger, eventName }: Pick<HookPayload, 'trigger' | 'eventName'>,
  build: (ctx: Context, event: EventOf<T>) => Promise<GroupPayload | null>,
): void {
  onEvent(type, 'group-hooks', async (ctx, event) => {
    const payload = await build(ctx, event);
    if (payload) await notifyGroupHooks(ctx, event.id, payload.groupId, { trigger, eventName, body: payload.body });
  });
}

const MEMBER = { trigger: 'member_events', eventName: 'Member Hook' } as const;
const SUBGROUP = { trigger: 'subgroup_events', eventName: 'Subgroup Hook' } as const;
const PROJECT = { trigger: 'project_events', eventName: 'Project Hook' } as const;

const lastPart = (fullPath: string): string => fullPath.slice(fullPath.lastIndexOf('/') + 1);

sendOf('member.changed', MEMBER, async (ctx, { data: { userId, namespaceId, level, from }, createdAt }) => {
  const group = namespaceId === null ? undefined : await namespaceById(ctx.db, namespaceId);
  const user = group?.kind === 'group' ? await userDetails(ctx, userId) : undefined;
  if (!group || !user) return null;
  const act = level === 0 ? 'remove_from' : from === 0 ? 'add_to' : 'update_for';
  const row = level === 0 ? undefined : await directMember(ctx.db, { kind: 'group', id: group.id }, userId);
  const {
    access_level: _level,
    group_access,
    ...body
  } = groupMemberBody(`user_${act}_group`, group, { user, level: level === 0 ? (from ?? 0) : level, at: createdAt });
  const expiresAt = row?.expires_at ? `${row.expires_at}T00:00:00Z` : null;
  return {
    groupId: group.id,
    body: { ...body, user_email: REDACTED, group_access, group_plan: null, expires_at: expiresAt },
  };
});

async function subgroupPayload(ctx: Context, body: Body, parentId: number | null | undefined) {
  const parent = parentId == null ? undefined : await namespaceById(ctx.db, parentId);
  if (!parent) return null;
  const { id: groupId, name, path, full_path: fullPath } = parent;
  const of = { parent_group_id: groupId, parent_name: name, parent_path: path, parent_full_path: fullPath };
  return { groupId, body: { ...body, ...of } };
}

sendOf('group.created', SUBGROUP, async (ctx, { data }) => {
  const group = await namespaceById(ctx.db, data.groupId);
  return group ? subgroupPayload(ctx, groupBody('subgroup_create', group), group.parent_id) : null;
});

sendOf('group.deleted', SUBGROUP, async (ctx, { data: { groupId: id, fullPath, name, parentId }, createdAt }) => {
  const path = lastPart(fullPath);
  const dates = { created_at: createdAt, updated_at: createdAt };
  const body = groupBody('subgroup_destroy', { id, full_path: fullPath, path, name: name ?? path, ...dates });
  return subgroupPayload(ctx, body, parentId);
});

/** Without the fields that system hooks alone have. */
function projectPayload({ owner_name: _name, owner_email: _email, ...body }: Body): Body {
  return body;
}

sendOf('project.created', PROJECT, async (ctx, { data }) => {
  const project = await projectById(ctx.db, data.projectId);
  if (!project || project.deleting_since !== null) return null;
  const body = projectPayload(await projectBody(ctx, 'project_create', project));
  return { groupId: project.namespace_id, body };
});

sendOf('project.deleted', PROJECT, async (ctx, event) => {
  const { project } = event.data;
  if (!project) return null;
  return { groupId: project.namespaceId, body: projectPayload(await projectDestroyBody(ctx, event)) };
});
