export { listMembers } from './reads/list-members.ts';
