import type { AdminUserAction } from '@tributary/contract/accounts/page.ts';
import type { Context } from '../../platform/context.ts';
import { actorId } from '../../platform/actor.ts';
import { authorize, INSTANCE } from '../../platform/policy/policy.ts';
import { canDeleteUser } from '../operations/delete-user.ts';
import { openStateChanges } from '../operations/change-user-state.ts';
import { getAnybody } from '../self.ts';
import { countSessions } from './administration.ts';
import { toUserDetails, type UserDetails } from './user-details.ts';

export type AdminUserView = {
  details: UserDetails;
  isSelf: boolean;
  sessionCount: number;
  actions: AdminUserAction[];
  canDelete: boolean;
};

function openActions(details: UserDetails, isSelf: boolean, sessionCount: number): AdminUserAction[] {
  const isActive = details.view.state === 'active';
  const open: [AdminUserAction, boolean][] = [
    ['make_admin', !details.isAdmin && isActive],
    ['remove_admin', details.isAdmin && !isSelf],
    ['send_password_reset', isActive],
    ['disable_two_factor', details.hasTwoFactor && !isSelf],
    ['end_sessions', sessionCount > 0],
  ];
  const changes = isSelf ? [] : openStateChanges(details.view.state);
  return [...changes, ...open.filter(([, isOpen]) => isOpen).map(([action]) => action)];
}

/** One account as administrators see it, with what can be done now. Throws not_found. */
export async function getAdminUser(ctx: Context, id: number): Promise<AdminUserView> {
  authorize(ctx.actor, 'read_administration', INSTANCE);
  const row = await getAnybody(ctx, id);
  const details = toUserDetails(row);
  const isSelf = actorId(ctx.actor) === id;
  const sessionCount = await countSessions(ctx, id);
  return {
    details,
    isSelf,
    sessionCount,
    actions: openActions(details, isSelf, sessionCount),
    canDelete: (await canDeleteUser(ctx, row)) === null,
  };
}
