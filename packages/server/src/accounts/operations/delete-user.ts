import type { Extensions } from '../../platform/extensions.ts';
import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { addJob, defineJob, registerJob } from '../../platform/jobs.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { announceAccessEnd, endSessions } from '../access-end.ts';
import { getGhostId } from '../ghost.ts';
import { findActingUser } from '../reads/acting-user.ts';
import { lockAnybody } from '../self.ts';
import {
  deleteUserRows,
  deleteSomeUserRows,
  deleteUserRow,
  handOverSomeWork,
  handOverWork,
  hasWork,
  isUserNeeded,
} from '../store/remove-user.ts';
import { lockUser, updateUserRow, type UserRow } from '../store/users.ts';
import { definedContributions, ownsSomething, runDeletionHooks } from '../user-hooks.ts';
import { type ById, isSelf, refuseLastAdmin } from './administer-users.ts';

/** How long a request works at it; a job does the rest. */
const REQUEST_MS = 3_000;
const JOB_AFTER_MS = 60_000;

/** `withContributions`: what the user wrote and the projects and groups that are theirs alone are deleted too. */
type Deletion = ById & { withContributions?: boolean | undefined };

/** From now on the account opens nothing, and is on its way out. */
const begin = defineOperation({
  name: 'user.delete',
  load: (ctx, input: Deletion) => lockAnybody(ctx, input.id),
  check: async (ctx, user, input) =>
    mayOnInstance(ctx, 'administer') ??
    (isSelf(ctx, user) ? refuse('own_account') : null) ??
    (user.kind === 'ghost' ? refuse('user_state_refused', { reason: 'it represents deleted users' }) : null) ??
    (await refuseLastAdmin(ctx, user)) ??
    ((await isInUse(ctx, user.id, input)) ? refuse('user_in_use') : null),
  run: async (ctx, user, { withContributions }) => {
    if (user.removing_since !== null) return;
    await endSessions(ctx, user.id);
    await announceAccessEnd(ctx, user.id, { all: true });
    const now = ctx.clock.now();
    // They count what is about to go, bit by bit.
    await runDeletionHooks(ctx, user.id);
    await updateUserRow(ctx.db, user.id, { state: 'blocked', removing_since: now });
    const rest = { id: user.id, byId: actorId(ctx.actor) ?? 0, withContributions };
    await addJob(ctx, removeUserJob, rest, { runAt: new Date(now.getTime() + JOB_AFTER_MS) });
  },
});

/**
 * Removes an account with what is its own. What the user wrote and did for others to see stays, by the ghost. Who owns
 * projects, or is the last owner of a group, hands them over first, unless contributions are deleted too. Of someone with very much work a part is left to a job:
 * no transaction holds more than some thousand rows, and each step can be done again.
 */
export async function deleteUser(ctx: Context, input: Deletion): Promise<void> {
  await begin(ctx, input);
  failpoint('user.removal_begun');
  await remove(ctx, input, performance.now() + REQUEST_MS);
}

export const canDeleteUser = (ctx: Context, user: UserRow) => begin.refusal(ctx, user, { id: user.id });

const removeUserJob = defineJob<Deletion & { byId: number }>({
  name: 'remove-user',
  run: async (ctx, { byId, ...deletion }) => {
    const actor = (await findActingUser(ctx, byId)) ?? ctx.actor;
    await remove({ ...ctx, actor }, deletion, Number.POSITIVE_INFINITY);
  },
});

async function remove(ctx: Context, { id, withContributions }: Deletion, untilMs: number): Promise<void> {
  const isLate = () => performance.now() > untilMs;
  if (withContributions && !(await removeContributions(ctx, id, isLate))) return;
  while (await deleteSomeUserRows(ctx.db, id)) {
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

/** False when the time was over before everything was seen. */
async function removeContributions(ctx: Context, userId: number, isLate: () => boolean): Promise<boolean> {
  for (const { list, remove: removeOne } of definedContributions()) {
    let afterId = 0;
    for (let ids = await list(ctx, userId, 0); ids.length > 0; ids = await list(ctx, userId, afterId)) {
      for (const id of ids) {
        await removeOne(ctx, id).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        failpoint('user.removal_step');
        if (isLate()) return false;
        afterId = id;
      }
    }
  }
  if (await isInUse(ctx, userId, {})) throw new AppError('user_in_use');
  return true;
}

/** What is left of them, which is little by now, and the account. */
async function finish(ctx: Context, id: number): Promise<void> {
  const user = await lockUser(ctx.db, id);
  if (!user) return;
  await runDeletionHooks(ctx, id);
  await deleteUserRows(ctx.db, id);
  const hasLeftWork = await hasWork(ctx.db, id);
  if (hasLeftWork) await handOverWork(ctx.db, id, await getGhostId(ctx));
  await deleteUserRow(ctx.db, id);
  const { username, name, email } = user;
  await emit(ctx, 'user.deleted', { userId: id, username, name, email });
  await audit(ctx, 'user.deleted', { type: 'user', id }, { username: user.username, work_moved: hasLeftWork });
}

async function isInUse(ctx: Context, userId: number, { withContributions }: Omit<Deletion, 'id'>): Promise<boolean> {
  return (!withContributions && (await ownsSomething(ctx, userId))) || (await isUserNeeded(ctx.db, userId));
}

export const accountsDeleteUser: Extensions = [registerJob(removeUserJob)];
