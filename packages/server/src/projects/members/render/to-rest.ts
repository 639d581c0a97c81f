import type { RestMember } from '@tributary/contract/projects/members.ts';
import { toRestUserBasic } from '../../render/to-rest-user.ts';
import type { MemberView } from '../reads/list-members.ts';

export function toRestMember(baseUrl: string, member: MemberView): RestMember {
  return {
    ...toRestUserBasic(baseUrl, member.user),
    access_level: member.level,
    created_at: member.createdAt.toISOString(),
    ...(member.createdBy && { created_by: toRestUserBasic(baseUrl, member.createdBy) }),
    expires_at: member.expiresAt,
    membership_state: 'active',
  };
}
