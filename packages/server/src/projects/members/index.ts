export { expireMembersJob } from './expire-members.ts';
export type { MemberPlace } from './member-store.ts';
export { addMember } from './operations/add-member.ts';
export { removeMember } from './operations/remove-member.ts';
export { updateMember } from './operations/update-member.ts';
export { getMember, listMembers, type MemberView } from './reads/list-members.ts';
