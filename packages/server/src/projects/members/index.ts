import './accept-invitations.ts';
import './expire-members.ts';
export { listMembers } from './reads/list-members.ts';
