import type { RestMember } from '@tributary/contract/projects/members.ts';
import { toRestPerson } from '../../render/to-rest-person.ts';
import type { MemberView } from '../reads/list-members.ts';

export function toRestMember(baseUrl: string, member: MemberView): RestMember {
  return {
    ...toRestPerson(baseUrl, member.user),
    access_level: member.level,
    created_at: member.createdAt.toISOString(),
    ...(member.createdBy && { created_by: toRestPerson(baseUrl, member.createdBy) }),
    expires_at: member.expiresAt,
    membership_state: 'active',
  };
}
