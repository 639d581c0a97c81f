import { REAUTHENTICATION_MINUTES } from '@tributary/contract/accounts/limits.ts';
import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import type { Ability } from '../platform/policy/permissions.ts';
import { can, INSTANCE } from '../platform/policy/policy.ts';
import { findSessionById } from './store/sessions.ts';

export function mayOnInstance(ctx: Context, ability: Ability): Refusal | null {
  return can(ctx.actor, ability, INSTANCE);
}

/** For what decides how the account itself is entered: a token, however wide, must not outlive its revocation that way. */
export function needsSession(ctx: Context): Refusal | null {
  if (ctx.actor.kind !== 'user') return refuse('unauthenticated');
  return ctx.actor.credential.kind === 'session' ? null : refuse('session_required');
}

/** As needsSession, and the password was typed a short while ago: a browser left open is not enough. */
export async function needsFreshSession(ctx: Context): Promise<Refusal | null> {
  const refusal = needsSession(ctx);
  if (refusal || ctx.actor.kind !== 'user' || ctx.actor.credential.kind !== 'session') return refusal;
  const session = await findSessionById(ctx.db, ctx.actor.credential.sessionId);
  const since = ctx.clock.now().getTime() - REAUTHENTICATION_MINUTES * 60_000;
  if (!session || session.authenticated_at.getTime() < since) return refuse('reauthentication_required');
  return null;
}
