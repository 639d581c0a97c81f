import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { needsSession } from '../abilities.ts';
import { countAttempt, noteFailedAttempt, refuseDelayed } from '../attempts.ts';
import { verifyPassword } from '../password-hashing.ts';
import { getSelf, currentSessionId } from '../self.ts';
import { markAuthenticated } from '../store/sessions.ts';
import type { UserRow } from '../store/users.ts';

/** Is this the user's password? Wrong ones are counted like at sign-in. Throws too_many_attempts. */
export async function verifyCurrentPassword(ctx: Context, user: UserRow, password: string): Promise<boolean> {
  countAttempt(ctx, `confirm ${user.id}`);
  refuseDelayed(ctx, '', user);
  if (await verifyPassword(user.password_hash, password)) return true;
  await noteFailedAttempt(ctx, '', user);
  await audit(ctx, 'sign_in.failed', { type: 'user', id: user.id }, { step: 'confirm_password' });
  return false;
}

/** Is this the actor's own password? Throws too_many_attempts. */
export async function isOwnPassword(ctx: Context, password: string): Promise<boolean> {
  return verifyCurrentPassword(ctx, await getSelf(ctx), password);
}

/** Types the password again; for ten minutes the session may change how the account is entered. */
export async function confirmPassword(ctx: Context, password: string): Promise<void> {
  guard(needsSession(ctx));
  const user = await getSelf(ctx);
  if (!(await verifyCurrentPassword(ctx, user, password))) {
    throw new AppError('validation_failed', {}, { fields: { password: ['is incorrect'] } });
  }
  const sessionId = currentSessionId(ctx);
  if (sessionId !== undefined) await markAuthenticated(ctx.db, sessionId, ctx.clock.now());
}
