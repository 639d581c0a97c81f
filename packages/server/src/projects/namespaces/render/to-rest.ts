import type { RestGroup, RestNamespace, RestPublicGroup } from '@tributary/contract/projects/namespaces.ts';
import type { NamespaceView } from '../reads/namespace-views.ts';

const absolute = (baseUrl: string, path: string | null) => (path === null ? null : `${baseUrl}${path}`);

/** Settings of groups that this server does not offer are answered with what is true of it. */
export function toRestGroup(baseUrl: string, group: NamespaceView): RestGroup {
  return {
    id: group.id,
    web_url: `${baseUrl}/groups/${group.fullPath}`,
    name: group.name,
    path: group.path,
    description: group.description,
    visibility: group.visibility,
    share_with_group_lock: group.isSharingLocked,
    require_two_factor_authentication: false,
    two_factor_grace_period: 0,
    project_creation_level: 'developer',
    auto_devops_enabled: false,
    subgroup_creation_level: 'maintainer',
    emails_disabled: !group.hasMail,
    emails_enabled: group.hasMail,
    mentions_disabled: group.areMentionsDisabled,
    membership_lock: group.isMembershipLocked,
    lfs_enabled: false,
    archived: group.isArchived,
    default_branch: group.defaultBranch,
    default_branch_protection: 2,
    avatar_url: absolute(baseUrl, group.avatarUrl),
    request_access_enabled: group.canRequestAccess,
    full_name: group.fullName,
    full_path: group.fullPath,
    created_at: group.createdAt.toISOString(),
    parent_id: group.parentId,
    shared_runners_setting: group.ci.shared_runners_setting,
    max_artifacts_size: group.ci.max_artifacts_size,
    marked_for_deletion_on: group.markedForDeletionAt?.toISOString().slice(0, 10) ?? null,
  };
}

export function toRestPublicGroup(baseUrl: string, group: NamespaceView): RestPublicGroup {
  return {
    id: group.id,
    web_url: `${baseUrl}/groups/${group.fullPath}`,
    name: group.name,
    avatar_url: absolute(baseUrl, group.avatarUrl),
    full_name: group.fullName,
    full_path: group.fullPath,
  };
}

export function namespaceWebUrl(baseUrl: string, namespace: NamespaceView): string {
  return namespace.kind === 'group' ? `${baseUrl}/groups/${namespace.fullPath}` : `${baseUrl}/${namespace.fullPath}`;
}

export function toRestNamespace(
  baseUrl: string,
  namespace: NamespaceView,
  counts?: { members: number },
): RestNamespace {
  return {
    id: namespace.id,
    name: namespace.name,
    path: namespace.path,
    kind: namespace.kind,
    full_path: namespace.fullPath,
    parent_id: namespace.parentId,
    avatar_url: absolute(baseUrl, namespace.avatarUrl),
    web_url: namespaceWebUrl(baseUrl, namespace),
    ...(counts && { members_count_with_descendants: counts.members, projects_count: namespace.projectCount }),
  };
}
