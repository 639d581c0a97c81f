import './expire-members.ts';

export { addMember } from './operations/add-member.ts';
