import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { UserState } from '@tributary/contract/accounts/user-view.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { announceAccessEnd, endSessions } from '../access-end.ts';
import { mailApproved } from '../mails.ts';
import { lockAnybody } from '../self.ts';
import { updateUserRow, type UserRow } from '../store/users.ts';
import { isSelf, refuseLastAdmin } from './administer-users.ts';

export type StateChange = 'block' | 'unblock' | 'deactivate' | 'activate' | 'approve' | 'ban' | 'unban';

type Transition = { from: readonly UserState[]; to: UserState; refusal: string };

const TRANSITIONS: Record<StateChange, Transition> = {
  block: { from: ['active', 'deactivated', 'pending_approval'], to: 'blocked', refusal: 'the user is already blocked' },
  unblock: { from: ['blocked'], to: 'active', refusal: 'the user is not blocked' },
  deactivate: { from: ['active'], to: 'deactivated', refusal: 'only an active user can be deactivated' },
  activate: { from: ['deactivated'], to: 'active', refusal: 'the user is not deactivated' },
  ban: { from: ['active'], to: 'banned', refusal: 'only an active user can be banned' },
  unban: { from: ['banned'], to: 'active', refusal: 'the user is not banned' },
  approve: { from: ['pending_approval'], to: 'active', refusal: 'the user is not pending approval' },
};

type Input = {
  id: number;
  change: StateChange;
  /** A user who is in that state already stays so, and that is no failure. */
  allowsRepeat?: boolean;
};

/** Which changes of state are open for this account, for the buttons of its page. */
export function openStateChanges(state: UserState): StateChange[] {
  const all = Object.keys(TRANSITIONS) as StateChange[];
  return all.filter((change) => TRANSITIONS[change].from.includes(state));
}

async function check(ctx: Context, user: UserRow, { change, allowsRepeat }: Input): Promise<Refusal | null> {
  const refusal = mayOnInstance(ctx, 'administer');
  if (refusal) return refusal;
  const { from, to, refusal: reason } = TRANSITIONS[change];
  if (to !== 'active' && isSelf(ctx, user)) return refuse('own_account');
  if (user.removing_since !== null) return refuse('user_state_refused', { reason: 'the account is being deleted' });
  if (allowsRepeat && user.state === to) return null;
  if (!from.includes(user.state)) return refuse('user_state_refused', { reason });
  return to === 'active' ? null : refuseLastAdmin(ctx, user);
}

/**
 * Blocks, unblocks, deactivates, activates or approves an account. Whoever is not active has nothing left: sessions
 * end and open connections close now; tokens stay on file but open nothing while the state lasts. Returns whether
 * anything changed.
 */
export const changeUserState = defineOperation({
  name: 'user.change_state',
  load: (ctx, input: Input) => lockAnybody(ctx, input.id),
  check,
  run: async (ctx, user, { change }): Promise<boolean> => {
    const { to } = TRANSITIONS[change];
    if (user.state === to) return false;
    await updateUserRow(ctx.db, user.id, { state: to, updated_at: ctx.clock.now() });
    if (to !== 'active') {
      await endSessions(ctx, user.id);
      await announceAccessEnd(ctx, user.id, { all: true });
    }
    if (change === 'approve') await mailApproved(ctx, user);
    await emit(ctx, 'user.state_changed', { userId: user.id, from: user.state, to });
    await audit(ctx, `user.${change}`, { type: 'user', id: user.id }, { from: user.state, to });
    return true;
  },
});
