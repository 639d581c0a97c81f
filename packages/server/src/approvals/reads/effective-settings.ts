import { ACCESS, projectCacheVersion } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import {
  type ApprovalSettings,
  approvalSettingValues,
  type ResolvedApprovalSettings,
  resolveApprovalSettings,
} from '@tributary/contract/approvals/settings.ts';
import { getSettings } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { listGroupLevels, listProjectLevels, type StoredLevel } from '../store/settings.ts';

/** What the administrator enforces everywhere. */
async function instanceLevel(ctx: Context): Promise<StoredLevel> {
  const settings = await getSettings(ctx);
  const values = {
    ...(settings.prevent_merge_requests_author_approval && { allow_author_approval: false }),
    ...(settings.prevent_merge_requests_committers_approval && { allow_committer_approval: false }),
    ...(settings.disable_overriding_approvers_per_merge_request && {
      allow_overrides_to_approver_list_per_merge_request: false,
    }),
    ...(settings.require_password_to_approve && { require_password_to_approve: true }),
  };
  return { from: 'instance', values };
}

async function levelsOf(ctx: Context, projectIds: readonly number[]) {
  const [id] = projectIds;
  const load = () => listProjectLevels(ctx.db, projectIds);
  if (id === undefined || projectIds.length > 1) return load();
  const marks = () => [ACCESS, projectCacheVersion(id)];
  return (await readCached(ctx, { key: `approval_settings:${id}`, marks, load })) ?? load();
}

export async function projectSettings(
  ctx: Context,
  projectIds: readonly number[],
): Promise<Map<number, ResolvedApprovalSettings>> {
  const instance = await instanceLevel(ctx);
  const levels = await levelsOf(ctx, projectIds);
  return new Map(
    [...levels].map(([id, { groups, own }]) => [
      id,
      resolveApprovalSettings([instance, ...groups, { from: 'project', values: own }]),
    ]),
  );
}

export async function settingsOfProject(ctx: Context, projectId: number): Promise<ResolvedApprovalSettings> {
  return (await projectSettings(ctx, [projectId])).get(projectId) ?? resolveApprovalSettings([]);
}

/** What holds in a project, without where it comes from. */
export async function approvalSettingsOf(ctx: Context, projectId: number): Promise<ApprovalSettings> {
  return approvalSettingValues(await settingsOfProject(ctx, projectId));
}

export async function settingsOfGroup(ctx: Context, groupId: number): Promise<ResolvedApprovalSettings> {
  const { groups, own } = await listGroupLevels(ctx.db, groupId);
  return resolveApprovalSettings([await instanceLevel(ctx), ...groups, { from: 'group', values: own }]);
}
