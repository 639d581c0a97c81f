import './accept-invitations.ts';
import './expire-members.ts';
import './user-associations.ts';
export { listMembers } from './reads/list-members.ts';
