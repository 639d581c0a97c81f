import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { UserActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { findUserById, lockUser, type UserRow } from './store/users.ts';

export function selfActor(ctx: Context): UserActor {
  if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated');
  return ctx.actor;
}

/** The actor's own row. */
export async function getSelf(ctx: Context): Promise<UserRow> {
  const user = await findUserById(ctx.db, selfActor(ctx).id);
  if (!user) throw new AppError('unauthenticated');
  return user;
}

/** As getSelf, held until the transaction ends. */
export async function lockSelf(ctx: Context): Promise<UserRow> {
  const user = await lockUser(ctx.db, selfActor(ctx).id);
  if (!user) throw new AppError('unauthenticated');
  return user;
}

/** Id of the session in use; undefined with a token. */
export function currentSessionId(ctx: Context): number | undefined {
  const { credential } = selfActor(ctx);
  return credential.kind === 'session' ? credential.sessionId : undefined;
}

/** Any account, held until the transaction ends. Throws not_found. */
export async function lockAnybody(ctx: Context, id: number): Promise<UserRow> {
  const user = await lockUser(ctx.db, id);
  if (!user) throw new AppError('not_found', { resource: 'User' });
  return user;
}

export async function getAnybody(ctx: Context, id: number): Promise<UserRow> {
  const user = await findUserById(ctx.db, id);
  if (!user) throw new AppError('not_found', { resource: 'User' });
  return user;
}
