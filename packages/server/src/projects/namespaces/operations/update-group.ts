import { rootNameProblem } from '@tributary/contract/accounts/reserved-names.ts';
import {
  changedGroupCiSettings,
  type GroupCiSettings,
  type GroupCiSettingsInput,
  readGroupCiSettings,
} from '@tributary/contract/ci/group-ci-settings.ts';
import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { failFields, type FieldErrors, refuse } from '@tributary/contract/errors/app-error.ts';
import { childPathProblem, displayNameProblem } from '@tributary/contract/projects/names.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, INSTANCE } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, type NamespaceAccess } from '../../access/project-access.ts';
import {
  isPathTaken,
  lockNamespace,
  moveNamespaceTree,
  type NamespaceRow,
  updateNamespace,
  visibilitiesInside,
} from '../namespace-store.ts';
import { disableSharedRunnersBelow } from '../group-ci-settings-store.ts';
import { type GroupSettings, groupSettings, type GroupSettingsInput } from '../rules/settings.ts';
import { sharedRunnersProblem } from '../rules/shared-runners.ts';
import { visibilityProblem } from '../rules/visibility.ts';
import { defaultBranchProblem } from './default-branch-problem.ts';

export type UpdateGroupInput = {
  groupId: number;
  name?: string | undefined;
  path?: string | undefined;
  description?: string | undefined;
  visibility?: Visibility | undefined;
  share_with_group_lock?: boolean | undefined;
} & GroupSettingsInput &
  GroupCiSettingsInput;

/** Changes a group. A new path moves everything below it; old addresses keep leading there. */
export const updateGroup = defineOperation<UpdateGroupInput, NamespaceAccess, void>({
  name: 'group.update',
  load: (ctx, input) => getNamespaceAccess(ctx, input.groupId),
  check: (ctx, { namespace, policy }, input) => {
    if (namespace.kind !== 'group') return refuse('not_found', { resource: 'Group' });
    const ci = changedGroupCiSettings(namespace.ci_settings, input);
    const isLimit = ci.max_artifacts_size !== undefined;
    return can(ctx.actor, 'update_group', policy) ?? (isLimit ? can(ctx.actor, 'administer', INSTANCE) : null);
  },
  run: async (ctx, access, input) => {
    const { parent_id: parentId } = access.namespace;
    const parent = parentId === null ? undefined : await lockNamespace(ctx.db, parentId);
    const group = (await lockNamespace(ctx.db, access.namespace.id)) ?? access.namespace;
    const changes = changesOf(group, input);
    if (Object.keys(changes).length === 0) return;
    await checkFields(ctx, group, parent, changes);
    const { path, ci, ...columns } = splitChanges(changes);
    const to = path === undefined || !parent ? path : `${parent.full_path}/${path}`;
    if (to !== undefined) {
      await moveNamespaceTree(ctx.db, group, to);
      await updateNamespace(ctx.db, group.id, { path });
    }
    await updateNamespace(ctx.db, group.id, {
      ...columns,
      ...(Object.keys(ci).length > 0 && { ci_settings: JSON.stringify({ ...group.ci_settings, ...ci }) }),
    });
    const { shared_runners_setting: runners } = ci;
    if (runners !== undefined && runners !== 'enabled') await disableSharedRunnersBelow(ctx.db, group.id, runners);
    await emit(ctx, 'group.updated', {
      groupId: group.id,
      changed: Object.keys(changes),
      ...(to !== undefined && { moved: { from: group.full_path, to } }),
    });
    await audit(ctx, 'group.updated', { type: 'group', id: group.id }, { changes: auditOf(group, changes) });
  },
});

type Changes = {
  name?: string;
  path?: string;
  description?: string;
  visibility?: Visibility;
  share_with_group_lock?: boolean;
} & GroupSettings &
  Partial<GroupCiSettings>;

function changesOf(group: NamespaceRow, input: UpdateGroupInput): Changes {
  const changes: Changes = {};
  const name = input.name?.trim();
  if (name !== undefined && name !== group.name) changes.name = name;
  if (input.path !== undefined && input.path !== group.path) changes.path = input.path;
  if (input.description !== undefined && input.description !== group.description)
    changes.description = input.description;
  if (input.visibility !== undefined && input.visibility !== group.visibility) changes.visibility = input.visibility;
  const isLocked = input.share_with_group_lock;
  if (isLocked !== undefined && isLocked !== group.share_with_group_lock) changes.share_with_group_lock = isLocked;
  const settings = Object.entries(groupSettings(input)) as [keyof GroupSettings, never][];
  for (const [name, value] of settings) if (value !== group[name]) changes[name] = value;
  return { ...changes, ...changedGroupCiSettings(group.ci_settings, input) };
}

/** Settings of CI/CD have one column for all of them. */
function splitChanges({
  shared_runners_setting: runners,
  max_artifacts_size: size,
  pipeline_variables_default_role: role,
  ...columns
}: Changes) {
  const ci: Partial<GroupCiSettings> = {
    ...(runners !== undefined && { shared_runners_setting: runners }),
    ...(size !== undefined && { max_artifacts_size: size }),
    ...(role !== undefined && { pipeline_variables_default_role: role }),
  };
  return { ...columns, ci };
}

function auditOf(group: NamespaceRow, changes: Changes): Record<string, { from: unknown; to: unknown }> {
  const before = { ...group, ...readGroupCiSettings(group.ci_settings) };
  const entries = Object.entries(changes) as [keyof Changes, unknown][];
  return Object.fromEntries(entries.map(([key, to]) => [key, { from: before[key], to }]));
}

async function checkFields(
  ctx: Context,
  group: NamespaceRow,
  parent: NamespaceRow | undefined,
  changes: Changes,
): Promise<void> {
  const fields: FieldErrors = { ...defaultBranchProblem(changes.default_branch) };
  const name = changes.name === undefined ? null : displayNameProblem(changes.name);
  if (name) fields['name'] = [name];
  if (changes.path !== undefined) {
    const problem = parent ? childPathProblem(changes.path) : rootNameProblem(changes.path);
    const fullPath = parent ? `${parent.full_path}/${changes.path}` : changes.path;
    if (problem) fields['path'] = [problem];
    else if (await isPathTaken(ctx.db, fullPath, { namespaceId: group.id }))
      fields['path'] = ['has already been taken'];
  }
  if (changes.visibility !== undefined) {
    const inside = await visibilitiesInside(ctx.db, group.id);
    const problem = visibilityProblem(changes.visibility, { parent: parent?.visibility, ...inside });
    if (problem) fields['visibility_level'] = [problem];
  }
  const { shared_runners_setting: runners } = changes;
  const runnersProblem = runners === undefined ? null : sharedRunnersProblem(runners, parent);
  if (runnersProblem) fields['shared_runners_setting'] = [runnersProblem];
  if (Object.keys(fields).length > 0) failFields(fields);
}
