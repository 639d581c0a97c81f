import type { RestProjectGroupLink } from '@tributary/contract/projects/members.ts';
import type { RestSharedWithGroup } from '@tributary/contract/projects/namespaces.ts';
import type { GroupLinkRow } from '../link-store.ts';
import type { GroupLinkView } from '../reads/list-group-links.ts';

/** Groups that the asker may not see are left out. */
export function toRestSharedWithGroups(links: readonly GroupLinkView[]): RestSharedWithGroup[] {
  return links.flatMap(({ groupId, group, level, expiresAt }) =>
    group === null
      ? []
      : {
          group_id: groupId,
          group_name: group.name,
          group_full_path: group.fullPath,
          group_access_level: level,
          expires_at: expiresAt,
        },
  );
}

export function toRestProjectGroupLink(row: GroupLinkRow): RestProjectGroupLink {
  return {
    id: row.id,
    project_id: row.project_id ?? 0,
    group_id: row.group_id,
    group_access: row.access_level,
    expires_at: row.expires_at,
  };
}
