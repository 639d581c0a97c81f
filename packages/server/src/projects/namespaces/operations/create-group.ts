import { rootNameProblem } from '@tributary/contract/accounts/reserved-names.ts';
import {
  changedGroupCiSettings,
  type GroupCiSettingsInput,
  readGroupCiSettings,
} from '@tributary/contract/ci/group-ci-settings.ts';
import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { failFields, type FieldErrors, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import {
  childPathProblem,
  displayNameProblem,
  isMoreVisible,
  MAX_GROUP_DEPTH,
} from '@tributary/contract/projects/names.ts';
import { findUserLimits, getSettings } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, INSTANCE } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, type NamespaceAccess } from '../../access/project-access.ts';
import { insertMember } from '../../members/member-store.ts';
import { insertNamespace, isPathTaken, lockNamespace, type NamespaceRow } from '../namespace-store.ts';
import { groupSettings, type GroupSettingsInput } from '../rules/settings.ts';
import { sharedRunnersProblem } from '../rules/shared-runners.ts';
import { visibilityProblem } from '../rules/visibility.ts';
import { defaultBranchProblem } from './default-branch-problem.ts';

export type CreateGroupInput = {
  name: string;
  path: string;
  parentId?: number | undefined;
  description?: string | undefined;
  visibility?: Visibility | undefined;
  share_with_group_lock?: boolean | undefined;
} & GroupSettingsInput &
  GroupCiSettingsInput;

/** May the actor have a group at the top? */
export async function topGroupRefusal(ctx: Context): Promise<Refusal | null> {
  const { actor } = ctx;
  if (actor.kind === 'user' && actor.isExternal) return refuse('forbidden');
  const denied = can(actor, 'create_group', INSTANCE);
  if (denied || actor.kind !== 'user' || actor.isAdmin) return denied;
  return (await findUserLimits(ctx, actor.id)).canCreateGroup ? null : refuse('group_creation_not_allowed');
}

/** Makes a group, at the top or in another, with its creator as owner. */
export const createGroup = defineOperation<CreateGroupInput, NamespaceAccess | undefined, NamespaceRow>({
  name: 'group.create',
  load: async (ctx, input) => (input.parentId === undefined ? undefined : getNamespaceAccess(ctx, input.parentId)),
  check: (ctx, parent, input) => {
    const isLimit = input.max_artifacts_size != null;
    const denied = isLimit ? can(ctx.actor, 'administer', INSTANCE) : null;
    if (denied) return denied;
    if (!parent) return topGroupRefusal(ctx);
    if (parent.namespace.kind !== 'group') return refuse('not_found', { resource: 'Group' });
    if (parent.namespace.deleting_since) return refuse('not_found', { resource: 'Group' });
    return can(ctx.actor, 'create_subgroup', parent.policy);
  },
  run: async (ctx, access, input) => {
    const parent = access && (await lockNamespace(ctx.db, access.namespace.id));
    const visibility = input.visibility ?? (await defaultVisibility(ctx, parent));
    await checkFields(ctx, { ...input, visibility }, parent);
    const group = await insertNamespace(ctx.db, {
      kind: 'group',
      parent_id: parent?.id ?? null,
      owner_id: null,
      name: input.name.trim(),
      path: input.path,
      full_path: parent ? `${parent.full_path}/${input.path}` : input.path,
      description: input.description ?? '',
      visibility,
      share_with_group_lock: input.share_with_group_lock ?? false,
      ...groupSettings(input),
      ci_settings: JSON.stringify(ciSettingsOf(parent, input)),
      created_by_id: actorId(ctx.actor) ?? null,
    });
    await addCreator(ctx, group, access?.level ?? 0);
    await emit(ctx, 'group.created', { groupId: group.id });
    await audit(ctx, 'group.created', { type: 'group', id: group.id }, { full_path: group.full_path, visibility });
    return group;
  },
});

/** Starts with the settings of the group above, except its limit, which holds without that. */
function ciSettingsOf(parent: NamespaceRow | undefined, input: GroupCiSettingsInput) {
  const { max_artifacts_size: _limit, ...inherited } = parent?.ci_settings ?? {};
  return { ...inherited, ...changedGroupCiSettings(inherited, input) };
}

/** The setting of the instance, as far as the parent allows it. */
async function defaultVisibility(ctx: Context, parent: NamespaceRow | undefined): Promise<Visibility> {
  const { default_group_visibility: usual } = await getSettings(ctx);
  return parent && isMoreVisible(usual, parent.visibility) ? parent.visibility : usual;
}

async function addCreator(ctx: Context, group: NamespaceRow, inheritedLevel: number): Promise<void> {
  const creator = actorId(ctx.actor);
  if (creator === undefined || inheritedLevel >= 50) return;
  await insertMember(ctx.db, {
    user_id: creator,
    namespace_id: group.id,
    project_id: null,
    access_level: 50,
    expires_at: null,
    created_by_id: creator,
  });
}

async function checkFields(
  ctx: Context,
  input: CreateGroupInput & { visibility: Visibility },
  parent: NamespaceRow | undefined,
): Promise<void> {
  const fields: FieldErrors = { ...defaultBranchProblem(input.default_branch?.trim()) };
  const name = displayNameProblem(input.name);
  if (name) fields['name'] = [name];
  const path = parent ? childPathProblem(input.path) : rootNameProblem(input.path);
  const fullPath = parent ? `${parent.full_path}/${input.path}` : input.path;
  if (path) fields['path'] = [path];
  else if (await isPathTaken(ctx.db, fullPath)) fields['path'] = ['has already been taken'];
  const visibility = visibilityProblem(input.visibility, { parent: parent?.visibility });
  if (visibility) fields['visibility_level'] = [visibility];
  const runners = readGroupCiSettings(ciSettingsOf(parent, input)).shared_runners_setting;
  const runnersProblem = sharedRunnersProblem(runners, parent);
  if (runnersProblem) fields['shared_runners_setting'] = [runnersProblem];
  if (parent && parent.traversal_ids.length >= MAX_GROUP_DEPTH) {
    fields['parent_id'] = [`is at the maximum nesting level for groups (${MAX_GROUP_DEPTH})`];
  }
  if (Object.keys(fields).length > 0) failFields(fields);
}
