import type { Visibility } from '@tributary/contract/core/access-levels.ts';

declare module '../platform/events.ts' {
  interface EventMap {
    'group.created': { groupId: number };
    /** `moved` when the path changed. */
    'group.updated': { groupId: number; changed: string[]; moved?: { from: string; to: string } };
    /** With everything below it. */
    'group.moved': { groupId: number; from: string; to: string; fromParentId: number | null };
    'group.deleted': { groupId: number; fullPath: string; name?: string; parentId?: number | null };
    'project.created': { projectId: number };
    'project.updated': { projectId: number; changed: string[] };
    'project.moved': { projectId: number; from: string; to: string; fromNamespaceId: number };
    'project.archived': { projectId: number };
    'project.unarchived': { projectId: number };
    /** `project` is what it was, for those who hear of it when it is gone. */
    'project.deleted': {
      projectId: number;
      fullPath: string;
      project?: { name: string; visibility: Visibility; namespaceId: number; createdAt: string };
    };
    /** A user gained, changed or lost a role. Level 0 means lost. */
    'member.changed': {
      userId: number;
      projectId: number | null;
      namespaceId: number | null;
      level: number;
      /** Level before; 0 without a role. */
      from?: number;
    };
    /** A user asks for a role, takes that back, or does not get it. One that is approved is a change of members. */
    'access_request.changed': {
      userId: number;
      projectId: number | null;
      namespaceId: number | null;
      action: 'created' | 'withdrawn' | 'denied';
      requestedAt: string;
    };
    /** It expires in at most so many days: 60, 30 or 7, each told once. */
    'access_token.expiring': {
      projectId: number | null;
      namespaceId: number | null;
      token: { id: number; userId: number; name: string; createdAt: string; expiresAt: string };
      days: number;
    };
    /** A group was invited, its invitation changed or ended (level 0). */
    'group_link.changed': { groupId: number; projectId: number | null; namespaceId: number | null; level: number };
  }
}
