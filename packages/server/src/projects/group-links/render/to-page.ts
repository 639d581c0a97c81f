import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import type { InvitedGroupEntry } from '@tributary/contract/projects/members-page.ts';
import type { GroupLinkEntry } from '../reads/link-entries.ts';

export function toInvitedGroupEntry(entry: GroupLinkEntry): InvitedGroupEntry {
  const { group, place } = entry;
  return {
    groupId: entry.groupId,
    group: group && { ...group, href: `/${group.fullPath}` },
    level: entry.level,
    levelName: accessLevelName(entry.level),
    source: entry.isHere ? null : { name: place.name, fullPath: place.fullPath, href: `/${place.fullPath}` },
    expiresAt: entry.expiresAt,
    addedAt: entry.createdAt.toISOString(),
    levels: entry.levels,
  };
}
