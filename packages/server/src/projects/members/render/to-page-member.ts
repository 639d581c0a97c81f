import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import type { MemberEntry } from '@tributary/contract/projects/members-page.ts';
import { toUserRef } from '../../render/to-rest-user.ts';
import type { MemberView } from '../reads/list-members.ts';
import type { MemberFlags } from '../reads/member-flags.ts';

export function toMemberEntry(member: MemberView, flags: MemberFlags | undefined): MemberEntry {
  return {
    user: { ...toUserRef(member.user), state: member.user.state, isBot: member.user.isBot },
    level: member.level,
    levelName: accessLevelName(member.level),
    origin: member.origin,
    source:
      member.origin === 'direct' || !member.source ? null : { ...member.source, href: `/${member.source.fullPath}` },
    expiresAt: member.expiresAt,
    addedAt: member.createdAt.toISOString(),
    addedBy: member.createdBy && toUserRef(member.createdBy),
    isSelf: flags?.isSelf ?? false,
    levels: flags?.levels ?? [],
    removalRefusal: flags?.removalRefusal ?? null,
  };
}
