export { MembersView as default } from '../members/members-view.tsx';
