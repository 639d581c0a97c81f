import { rootNameProblem } from '@tributary/contract/accounts/reserved-names.ts';
import { AppError, failFields, type FieldErrors, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { MAX_GROUP_DEPTH } from '@tributary/contract/projects/names.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { emit, publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, type NamespaceAccess, todayOf } from '../../access/project-access.ts';
import { countOwners, insertMember } from '../../members/member-store.ts';
import {
  depthBelow,
  holdGroupTree,
  isPathTaken,
  lockNamespace,
  moveNamespaceTree,
  type NamespaceRow,
  reparentTree,
} from '../namespace-store.ts';
import { disableSharedRunnersBelow } from '../group-ci-settings-store.ts';
import { forbidsSharedRunners } from '../rules/shared-runners.ts';
import { visibilityProblem } from '../rules/visibility.ts';
import { topGroupRefusal } from './create-group.ts';

export type TransferGroupInput = {
  groupId: number;
  /** The group it comes to lie in; null for the top. */
  parentId: number | null;
};

type Loaded = { access: NamespaceAccess; target: NamespaceAccess | null };

/** May the actor put a group into this one (null: at the top)? */
async function placingRefusal(ctx: Context, target: NamespaceAccess | null): Promise<Refusal | null> {
  if (target === null) return topGroupRefusal(ctx);
  const isGroup = target.namespace.kind === 'group' && target.namespace.deleting_since === null;
  return isGroup ? can(ctx.actor, 'create_subgroup', target.policy) : refuse('not_found', { resource: 'Group' });
}

/** Moves a group with everything in it. Its own members stay, those of the groups that were above it go. */
export const transferGroup = defineOperation<TransferGroupInput, Loaded, void>({
  name: 'group.transfer',
  load: async (ctx, input) => {
    await holdGroupTree(ctx.db);
    return {
      access: await getNamespaceAccess(ctx, input.groupId),
      target: input.parentId === null ? null : await getNamespaceAccess(ctx, input.parentId),
    };
  },
  check: async (ctx, { access: { namespace, policy }, target }) => {
    if (namespace.kind !== 'group') return refuse('not_found', { resource: 'Group' });
    const denied = can(ctx.actor, 'delete_group', policy) ?? (await placingRefusal(ctx, target));
    if (denied) return denied;
    if (namespace.is_read_only) return refuse('group_archived');
    if ((target?.namespace.id ?? null) === namespace.parent_id) return refuse('transfer_same_parent');
    return target?.namespace.traversal_ids.includes(namespace.id) ? refuse('transfer_into_itself') : null;
  },
  run: async (ctx, { access, target }) => {
    // Parents first: whatever is made in either place waits or is seen.
    for (const id of [access.namespace.parent_id, target?.namespace.id])
      if (id != null) await lockNamespace(ctx.db, id);
    const group = await lockNamespace(ctx.db, access.namespace.id);
    if (!group) throw new AppError('not_found', { resource: 'Group' });
    const parent = target?.namespace;
    const fullPath = parent ? `${parent.full_path}/${group.path}` : group.path;
    await checkPlace(ctx, group, parent, fullPath);
    await moveNamespaceTree(ctx.db, group, fullPath);
    await reparentTree(ctx.db, group, parent);
    if (forbidsSharedRunners(parent)) {
      await disableSharedRunnersBelow(ctx.db, group.id, 'disabled_and_unoverridable', true);
    }
    await keepAnOwner(ctx, group.id);
    const change = { from: group.full_path, to: fullPath };
    await emit(ctx, 'group.moved', { groupId: group.id, ...change, fromParentId: group.parent_id });
    await audit(ctx, 'group.transferred', { type: 'group', id: group.id }, change);
    await publish(ctx, `group:${group.id}`, 'access_changed', { id: group.id });
  },
});

async function checkPlace(
  ctx: Context,
  group: NamespaceRow,
  parent: NamespaceRow | undefined,
  fullPath: string,
): Promise<void> {
  const fields: FieldErrors = {};
  if (await isPathTaken(ctx.db, fullPath, { namespaceId: group.id })) throw new AppError('transfer_group_path_taken');
  const path = parent ? null : rootNameProblem(group.path);
  if (path) fields['path'] = [path];
  const visibility = visibilityProblem(group.visibility, { parent: parent?.visibility });
  if (visibility) fields['visibility_level'] = [visibility];
  const depth = (parent?.traversal_ids.length ?? 0) + (await depthBelow(ctx.db, group.id));
  if (depth > MAX_GROUP_DEPTH)
    fields['parent_id'] = [`would exceed the maximum group nesting level (${MAX_GROUP_DEPTH})`];
  if (Object.keys(fields).length > 0) failFields(fields);
}

/** Who was an owner by a group above only would leave nobody behind who can manage the group. */
async function keepAnOwner(ctx: Context, groupId: number): Promise<void> {
  const actor = actorId(ctx.actor);
  if (actor === undefined || (await countOwners(ctx.db, groupId, todayOf(ctx))) > 0) return;
  await insertMember(ctx.db, {
    user_id: actor,
    namespace_id: groupId,
    project_id: null,
    access_level: 50,
    expires_at: null,
    created_by_id: actor,
  });
}
