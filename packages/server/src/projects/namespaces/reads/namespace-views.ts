import { type GroupCiSettings, readGroupCiSettings } from '@tributary/contract/ci/group-ci-settings.ts';
import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { namespaceLevelsOf } from '../../access/project-access.ts';
import { containerAvatarPath } from '../../container-avatar.ts';
import { namespaceRecords, type NamespaceRecord } from '../namespace-store.ts';

/** A group or personal namespace as lists and pages show it. */
export type NamespaceView = {
  id: number;
  kind: 'user' | 'group';
  name: string;
  path: string;
  fullPath: string;
  /** Names from the root, `Team / Inner`. */
  fullName: string;
  parentId: number | null;
  ownerId: number | null;
  description: string;
  visibility: Visibility;
  avatarUrl: string | null;
  createdAt: Date;
  /** By its own state or that of a group above. */
  isReadOnly: boolean;
  isArchived: boolean;
  markedForDeletionAt: Date | null;
  /** What its own settings say, without those of the groups above. */
  defaultBranch: string | null;
  hasMail: boolean;
  /** Users may ask for a role. */
  canRequestAccess: boolean;
  /** By its own setting or that of a group above. */
  isSharingLocked: boolean;
  /** By its own setting or that of a group above. */
  isMembershipLocked: boolean;
  areMentionsDisabled: boolean;
  ci: GroupCiSettings;
  projectCount: number;
  subgroupCount: number;
  /** The actor's role; 0 without. Administrators have it without a role too, see policy. */
  level: number;
};

export function namespaceViewOf(record: NamespaceRecord, level: number): NamespaceView {
  return {
    id: record.id,
    kind: record.kind,
    name: record.kind === 'user' ? record.full_name : record.name,
    path: record.path,
    fullPath: record.full_path,
    fullName: record.full_name,
    parentId: record.parent_id,
    ownerId: record.owner_id,
    description: record.description,
    visibility: record.visibility,
    avatarUrl: containerAvatarPath('group', record.id, record.avatar_name),
    createdAt: record.created_at,
    isReadOnly: record.is_read_only || record.deleting_since !== null,
    isArchived: record.archived_at !== null,
    markedForDeletionAt: record.marked_for_deletion_at,
    defaultBranch: record.default_branch,
    hasMail: record.emails_enabled,
    canRequestAccess: record.request_access_enabled,
    isSharingLocked: record.is_sharing_locked,
    isMembershipLocked: record.is_membership_locked,
    areMentionsDisabled: record.mentions_disabled,
    ci: readGroupCiSettings(record.ci_settings),
    projectCount: record.projects_count,
    subgroupCount: record.subgroups_count,
    level,
  };
}

export async function namespaceViews(ctx: Context, records: NamespaceRecord[]): Promise<NamespaceView[]> {
  const levels = await namespaceLevelsOf(
    ctx,
    records.map((record) => record.id),
  );
  return records.map((record) => namespaceViewOf(record, levels.get(record.id) ?? 0));
}

/** Views by id, without asking whether the actor may see them: for namespaces of projects that they do see. */
export async function namespaceViewsByIds(ctx: Context, ids: readonly number[]): Promise<Map<number, NamespaceView>> {
  const records = await namespaceRecords(ctx.db, [...new Set(ids)]);
  return new Map((await namespaceViews(ctx, records)).map((view) => [view.id, view]));
}

export async function getNamespaceView(ctx: Context, id: number): Promise<NamespaceView> {
  const view = (await namespaceViewsByIds(ctx, [id])).get(id);
  if (!view) throw new AppError('not_found', { resource: 'Namespace' });
  return view;
}
