import type { UserActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { actorFor } from '../authenticate.ts';
import { findUserById, listUserRowsByIds } from '../store/users.ts';

/**
 * The user as an actor, for a job that finishes what they asked for: with their rights of this moment. Undefined when
 * the account is gone or no longer active.
 */
export async function findActingUser(ctx: Context, userId: number): Promise<UserActor | undefined> {
  const row = await findUserById(ctx.db, userId);
  return row?.state === 'active' ? actorFor(row, { kind: 'password' }) : undefined;
}

/** The same for many at once; those whose account is gone or no longer active are missing. */
export async function listActingUsers(ctx: Context, userIds: readonly number[]): Promise<UserActor[]> {
  if (userIds.length === 0) return [];
  const rows = await listUserRowsByIds(ctx.db, [...new Set(userIds)]);
  return rows.filter((row) => row.state === 'active').map((row) => actorFor(row, { kind: 'password' }));
}
