import { accessLevelName, type MemberLevel } from '@tributary/contract/core/access-levels.ts';
import type { PageRequest } from '@tributary/contract/core/paging.ts';
import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { toPaging } from '../../render/to-page.ts';
import { toUserRef } from '../../render/to-rest-user.ts';
import { canGrant } from '../abilities.ts';
import type { LoadedContainer } from '../load-container.ts';
import { asMemberLevel } from '../rules/granting.ts';
import { listAccessRequests } from '../reads/list-access-requests.ts';
import { listInvitations } from '../reads/list-invitations.ts';

/** The abilities to see what is pending, by the tab that shows it. */
const ABILITIES = {
  invited: { project: 'read_project_invitations', group: 'read_group_invitations' },
  access_requests: { project: 'read_project_access_requests', group: 'read_group_access_requests' },
} as const;

export function mayReadPending(ctx: Context, { place, policy }: LoadedContainer, tab: keyof typeof ABILITIES): boolean {
  return isAllowed(ctx.actor, ABILITIES[tab][place.kind], policy);
}

/** The invitations that wait for an address, with what the actor may do about each. */
export async function invitationEntries(
  ctx: Context,
  loaded: LoadedContainer,
  grantable: MemberLevel[],
  search: string,
  request: PageRequest,
): Promise<MembersPageData['invitations']> {
  if (!mayReadPending(ctx, loaded, 'invited')) return null;
  const { place, policy } = loaded;
  const page = await listInvitations(ctx, place, search, request);
  const entries = page.items.map((view) => {
    const level = asMemberLevel(view.level);
    const refusal = canGrant(ctx.actor, place, policy, { wanted: level, current: level });
    return {
      email: view.email,
      level,
      levelName: accessLevelName(level),
      expiresAt: view.expiresAt,
      invitedAt: view.createdAt.toISOString(),
      invitedBy: view.createdByName,
      levels: refusal === null ? grantable : [],
    };
  });
  return { entries, paging: toPaging(page) };
}

/** Users who ask for a role. */
export async function accessRequestEntries(
  ctx: Context,
  loaded: LoadedContainer,
  request: PageRequest,
): Promise<MembersPageData['accessRequests']> {
  if (!mayReadPending(ctx, loaded, 'access_requests')) return null;
  const page = await listAccessRequests(ctx, loaded.place, request);
  const entries = page.items.map(({ user, requestedAt }) => ({
    user: toUserRef(user),
    requestedAt: requestedAt.toISOString(),
  }));
  return { entries, paging: toPaging(page) };
}
