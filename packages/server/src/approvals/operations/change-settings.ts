import {
  APPROVAL_SETTINGS,
  type ApprovalSettingName,
  type ApprovalSettingValues,
  type ResolvedApprovalSettings,
} from '@tributary/contract/approvals/settings.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { publish } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import {
  changeGates,
  changeGroupGates,
  getNamespaceAccess,
  getProjectAccess,
  type NamespaceAccess,
  type ProjectAccess,
  publishToGroupProjects,
} from '../../projects/index.ts';
import { canManageGroupSettings, canManageRules } from '../abilities.ts';
import { settingsOfGroup, settingsOfProject } from '../reads/effective-settings.ts';
import { putSettings } from '../store/settings.ts';

type Change = Partial<Record<ApprovalSettingName, boolean | undefined>>;

/** What is to be written: a locked setting may be sent as it is, and not otherwise. */
function changed(before: ResolvedApprovalSettings, input: Change): ApprovalSettingValues {
  const values: ApprovalSettingValues = {};
  for (const name of APPROVAL_SETTINGS) {
    const wanted = input[name];
    if (wanted === undefined) continue;
    const { value, locked, inherited_from: level } = before[name];
    if (locked && wanted !== value) throw new AppError('approval_setting_locked', { name, level: level ?? '' });
    if (!locked) values[name] = wanted;
  }
  return values;
}

export const changeProjectSettings = defineOperation<{ projectId: number; change: Change }, ProjectAccess, void>({
  name: 'approval_settings.update',
  waitsForMerges: true,
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: (ctx, access) => canManageRules(ctx.actor, access),
  run: async (ctx, { project }, { change }) => {
    await changeGates(ctx, project.id, 'approval_settings');
    const values = changed(await settingsOfProject(ctx, project.id), change);
    if (Object.keys(values).length === 0) return;
    await putSettings(ctx.db, { projectId: project.id }, values);
    await audit(ctx, 'approval_settings.updated', { type: 'project', id: project.id }, values);
    await publish(ctx, `project:${project.id}`, 'approval_rules_changed', { projectId: project.id });
  },
});

export const changeGroupSettings = defineOperation<{ groupId: number; change: Change }, NamespaceAccess, void>({
  name: 'group_approval_settings.update',
  waitsForMerges: true,
  load: (ctx, { groupId }) => getNamespaceAccess(ctx, groupId),
  check: (ctx, access) => canManageGroupSettings(ctx.actor, access),
  run: async (ctx, { namespace }, { change }) => {
    await changeGroupGates(ctx, namespace.id, 'approval_settings');
    const values = changed(await settingsOfGroup(ctx, namespace.id), change);
    if (Object.keys(values).length === 0) return;
    await putSettings(ctx.db, { groupId: namespace.id }, values);
    await audit(ctx, 'approval_settings.updated', { type: 'group', id: namespace.id }, values);
    await publishToGroupProjects(ctx, namespace.id, 'approval_rules_changed');
  },
});
