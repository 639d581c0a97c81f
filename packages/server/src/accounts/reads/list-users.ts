import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { UserState } from '@tributary/contract/accounts/user-view.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed, INSTANCE } from '../../platform/policy/policy.ts';
import { dayOf } from '../../platform/clock.ts';
import { hasIdentity, type IdentityFilter } from '../store/identities.ts';
import { withoutProjectsCondition } from '../store/user-conditions.ts';
import { listActiveUsers, listUserRows, type UserFilter, type UserOrder } from '../store/user-lists.ts';
import { toUserDetails, type UserDetails } from './user-details.ts';

export type UserListQuery = Omit<UserFilter, 'searchesEmails' | 'also'> & {
  /** Only users who take part in no project. */
  withoutProjects?: boolean | undefined;
  /** Only who has this account elsewhere; only administrators find anyone by it. */
  identity?: IdentityFilter | undefined;
  orderBy: UserOrder;
  sort: 'asc' | 'desc';
};

/** States of which everyone signed in may know; accounts that wait are for administrators. */
const PUBLIC_STATES: readonly UserState[] = ['active', 'blocked', 'banned', 'deactivated'];

/**
 * Users by filter. Only administrators may look for e-mail addresses that are not public, for administrators, for
 * two-factor and for accounts waiting for approval; for others these filters find nothing they may not know.
 */
export async function listUsers(ctx: Context, query: UserListQuery, request: PageRequest): Promise<Page<UserDetails>> {
  const isAdmin = isAllowed(ctx.actor, 'read_administration', INSTANCE);
  const { orderBy, sort, withoutProjects, identity, ...filter } = query;
  const wantsIdentity = identity?.provider !== undefined || identity?.externUid !== undefined;
  if (wantsIdentity && !isAdmin) return pageOf([], request, 0);
  const states = isAdmin
    ? filter.states
    : (filter.states ?? PUBLIC_STATES).filter((state) => PUBLIC_STATES.includes(state));
  const allowed: UserFilter = isAdmin
    ? { ...filter, searchesEmails: true }
    : { ...filter, states, isAdmin: undefined, hasTwoFactor: undefined };
  const also = [
    ...(withoutProjects ? [withoutProjectsCondition(dayOf(ctx.clock.now()))] : []),
    ...(identity && wantsIdentity ? [hasIdentity(identity)] : []),
  ];
  const { rows, total } = await listUserRows(
    ctx.db,
    { ...allowed, also },
    {
      orderBy,
      sort,
      limit: request.perPage,
      offset: (request.page - 1) * request.perPage,
    },
  );
  return pageOf(rows.map(toUserDetails), request, total);
}

const ACTIVITY_MONTHS = 6;

/** Users by their last active day, from `since` on; for administrators. */
export async function listUserActivities(
  ctx: Context,
  since: string | undefined,
  request: PageRequest,
): Promise<Page<{ username: string; day: string }>> {
  const earliest = ctx.clock.now();
  earliest.setUTCMonth(earliest.getUTCMonth() - ACTIVITY_MONTHS);
  const { rows, total } = await listActiveUsers(ctx.db, since ?? dayOf(earliest), {
    limit: request.perPage,
    offset: (request.page - 1) * request.perPage,
  });
  return pageOf(rows, request, total);
}
