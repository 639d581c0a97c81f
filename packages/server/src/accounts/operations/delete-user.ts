import { refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { addJob, defineJob } from '../../platform/jobs.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { announceAccessEnd, endSessions } from '../access-end.ts';
import { getGhostId } from '../ghost.ts';
import { findActingUser } from '../reads/acting-user.ts';
import { lockAnybody } from '../self.ts';
import {
  deleteOwnRows,
  deleteSomeOwnRows,
  deleteUserRow,
  handOverSomeWork,
  handOverWork,
  hasWork,
  isUserNeeded,
} from '../store/remove-user.ts';
import { lockUser, updateUserRow, type UserRow } from '../store/users.ts';
import { ownsSomething, runDeletionHooks } from '../user-hooks.ts';
import { type ById, isSelf, refuseLastAdmin } from './administer-users.ts';

/** How long a request works at it; a job does the rest. */
const REQUEST_MS = 3_000;
const JOB_AFTER_MS = 60_000;

/** From now on the account opens nothing, and is on its way out. */
const begin = defineOperation({
  name: 'user.delete',
  load: (ctx, input: ById) => lockAnybody(ctx, input.id),
  check: async (ctx, user) =>
    mayOnInstance(ctx, 'administer') ??
    (isSelf(ctx, user) ? refuse('own_account') : null) ??
    (user.kind === 'ghost'
      ? refuse('user_state_refused', { reason: 'it stands for people who were deleted' })
      : null) ??
    (await refuseLastAdmin(ctx, user)) ??
    ((await isInUse(ctx, user.id)) ? refuse('user_in_use') : null),
  run: async (ctx, user) => {
    if (user.removing_since !== null) return;
    await endSessions(ctx, user.id);
    await announceAccessEnd(ctx, user.id, { all: true });
    const now = ctx.clock.now();
    // They count what is about to go, bit by bit.
    await runDeletionHooks(ctx, user.id);
    await updateUserRow(ctx.db, user.id, { state: 'blocked', removing_since: now });
    const rest = { id: user.id, byId: actorId(ctx.actor) ?? 0 };
    await addJob(ctx, removeUserJob, rest, { runAt: new Date(now.getTime() + JOB_AFTER_MS) });
  },
});

/**
 * Removes an account with what is its own. What the person wrote and did for others to see stays, by the ghost. Who owns
 * projects, or is the last owner of a group, hands them over first. Of somebody with very much work a part is left to a job:
 * no transaction holds more than some thousand rows, and each step can be done again.
 */
export async function deleteUser(ctx: Context, input: ById): Promise<void> {
  await begin(ctx, input);
  failpoint('user.removal_begun');
  await remove(ctx, input.id, performance.now() + REQUEST_MS);
}

export const canDeleteUser = (ctx: Context, user: UserRow) => begin.refusal(ctx, user, { id: user.id });

const removeUserJob = defineJob<{ id: number; byId: number }>({
  name: 'remove-user',
  run: async (ctx, { id, byId }) => {
    const actor = (await findActingUser(ctx, byId)) ?? ctx.actor;
    await remove({ ...ctx, actor }, id, Number.POSITIVE_INFINITY);
  },
});

async function remove(ctx: Context, id: number, untilMs: number): Promise<void> {
  const isLate = () => performance.now() > untilMs;
  while (await deleteSomeOwnRows(ctx.db, id)) {
    failpoint('user.removal_step');
    if (isLate()) return;
  }
  const ghost = () => transact(ctx, (inner) => getGhostId(inner));
  while (await handOverSomeWork(ctx.db, id, ghost)) {
    failpoint('user.removal_step');
    if (isLate()) return;
  }
  await transact(ctx, (inner) => finish(inner, id));
}

/** What is left of them, which is little by now, and the account. */
async function finish(ctx: Context, id: number): Promise<void> {
  const user = await lockUser(ctx.db, id);
  if (!user) return;
  await runDeletionHooks(ctx, id);
  await deleteOwnRows(ctx.db, id);
  const hasLeftWork = await hasWork(ctx.db, id);
  if (hasLeftWork) await handOverWork(ctx.db, id, await getGhostId(ctx));
  await deleteUserRow(ctx.db, id);
  await emit(ctx, 'user.deleted', { userId: id, username: user.username });
  await audit(ctx, 'user.deleted', { type: 'user', id }, { username: user.username, work_moved: hasLeftWork });
}

async function isInUse(ctx: Context, userId: number): Promise<boolean> {
  return (await ownsSomething(ctx, userId)) || (await isUserNeeded(ctx.db, userId));
}
