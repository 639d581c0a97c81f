import type { MemberLevel } from '../core/access-levels.ts';
import type { ListPaging, UserRef, ContainerRef } from './page.ts';

export type MemberEntry = {
  user: UserRef & { state: string; isBot: boolean };
  level: MemberLevel;
  levelName: string;
  /** `above`: from a group above; `invited`: by a group that is invited here or above. */
  origin: 'direct' | 'above' | 'invited';
  /** The group it comes from; null for a direct membership and for a group that the viewer may not see. */
  source: { name: string; fullPath: string; href: string } | null;
  /** `YYYY-MM-DD`, the first day without access. */
  expiresAt: string | null;
  addedAt: string;
  addedBy: UserRef | null;
  isSelf: boolean;
  /** Levels the viewer may change this membership to; empty when they may not change it. */
  levels: MemberLevel[];
  /** Why it cannot be removed (or left), null when it can. */
  removalRefusal: string | null;
};

export type InvitedGroupEntry = {
  groupId: number;
  /** Null for a group that the viewer may not see. */
  group: { name: string; fullPath: string; href: string; avatarUrl: string | null } | null;
  /** The most that its users have here. */
  level: MemberLevel;
  levelName: string;
  /** The group above that it is invited to; null when it is invited here. */
  source: { name: string; fullPath: string; href: string } | null;
  /** `YYYY-MM-DD`, the first day without access. */
  expiresAt: string | null;
  addedAt: string;
  /** Roles the viewer may change it to; empty when they may neither change nor end it. */
  levels: MemberLevel[];
};

export type AccessRequestEntry = { user: UserRef; requestedAt: string };

export type InvitationEntry = {
  email: string;
  level: MemberLevel;
  levelName: string;
  /** `YYYY-MM-DD`, the first day without access. */
  expiresAt: string | null;
  invitedAt: string;
  invitedBy: string | null;
  /** Roles the viewer may change it to; empty when they may neither change, resend nor cancel it. */
  levels: MemberLevel[];
};

export const MEMBERS_TABS = ['people', 'groups', 'invited', 'access_requests'] as const;
export type MembersTab = (typeof MEMBERS_TABS)[number];

/**
 * `/groups/<path>/-/group_members` (kind `group_members`) and `<project>/-/project_members` (kind `project_members`).
 * Query: `tab`, `search`, `page`. Changed with `/api/v4/{groups,projects}/:id/{members,share,invitations,access_requests}`; an invitation is sent
 * again with `POST {group,project}_members/resend_invitation`.
 */
export type MembersPageData = {
  place: ContainerRef & { kind: 'project' | 'group' };
  members: MemberEntry[];
  /** The viewer's own membership, wherever in the list it stands. */
  self: MemberEntry | null;
  paging: ListPaging;
  search: string;
  /** Levels the viewer may give to a new member; empty when they may not add any. */
  grantable: { value: MemberLevel; name: string }[];
  /** Why nobody can be added, for those who may give roles; null when users can. */
  addingRefusal: string | null;
  tab: MembersTab;
  /** Invited groups, here and to groups above; searched only on their own tab. */
  groups: InvitedGroupEntry[];
  groupsPaging: ListPaging;
  /** Groups that are invited here already, on whatever page they stand; empty for those who may not invite. */
  invitedIds: number[];
  /** Why no group can be invited, for those who may give roles; null when one can. */
  sharingRefusal: string | null;
  /** Null for those who may not see them. */
  invitations: { entries: InvitationEntry[]; paging: ListPaging } | null;
  accessRequests: { entries: AccessRequestEntry[]; paging: ListPaging } | null;
};
