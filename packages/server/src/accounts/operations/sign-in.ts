import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ErrorCode } from '@tributary/contract/errors/catalogue.ts';
import type { UserState } from '@tributary/contract/accounts/user-view.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { actorFor } from '../authenticate.ts';
import { dayOf } from '../../platform/clock.ts';
import { countAttempt, noteFailedAttempt, refuseDelayed } from '../attempts.ts';
import { issueOneTimeSecret } from '../one-time-secrets.ts';
import { hashPassword, needsRehash, verifyPassword } from '../password-hashing.ts';
import { startSession } from '../session-secrets.ts';
import { findUserByLogin, updateUserRow, type UserRow } from '../store/users.ts';

export type SignInInput = { login: string; password: string; userAgent: string };

/** `session`: signed in. `second_factor`: the password was right, now the code; `secret` names the waiting sign-in. */
export type SignInResult = { next: 'session'; secret: string } | { next: 'second_factor'; secret: string };

const STATE_REFUSALS: Record<Exclude<UserState, 'active'>, ErrorCode> = {
  blocked: 'account_blocked',
  deactivated: 'account_deactivated',
  pending_approval: 'account_pending_approval',
  banned: 'account_blocked',
};

/**
 * Name or e-mail address and password. Each failure is written at once, so this is no single transaction. An unknown
 * name, a name without password and a wrong password give the same answer after the same work; only who knows the
 * password hears that the account is blocked.
 * Throws sign_in_failed, too_many_attempts, account_blocked, account_deactivated, account_pending_approval.
 */
export async function signIn(ctx: Context, input: SignInInput): Promise<SignInResult> {
  const login = input.login.trim();
  countAttempt(ctx, login);
  const user = await findUserByLogin(ctx.db, login);
  refuseDelayed(ctx, login, user);
  if (!(await verifyPassword(user?.password_hash, input.password)) || !user) {
    await noteFailedAttempt(ctx, login, user);
    await audit(ctx, 'sign_in.failed', { type: 'user', id: user?.id ?? 'unknown' }, { step: 'password' });
    throw new AppError('sign_in_failed');
  }
  if (user.state !== 'active') {
    await emit(ctx, 'user.sign_in_refused', { userId: user.id, state: user.state });
    throw new AppError(STATE_REFUSALS[user.state]);
  }
  if (user.password_hash !== null && needsRehash(user.password_hash)) {
    await updateUserRow(ctx.db, user.id, { password_hash: await hashPassword(input.password) });
  }
  if (user.otp_enabled_at !== null) {
    return { next: 'second_factor', secret: await issueOneTimeSecret(ctx, user.id, 'second_factor') };
  }
  return { next: 'session', secret: await completeSignIn(ctx, user, input.userAgent, 'password') };
}

/** Opens the session once everything asked for was proven; returns the cookie's value. */
export function completeSignIn(
  ctx: Context,
  user: UserRow,
  userAgent: string,
  proof: 'password' | 'app' | 'recovery' | 'sign_up',
): Promise<string> {
  return transact(ctx, async (inner) => {
    const now = inner.clock.now();
    const { secret, session } = await startSession(inner, user.id, userAgent);
    await updateUserRow(inner.db, user.id, {
      failed_attempts: 0,
      locked_until: null,
      last_sign_in_at: user.current_sign_in_at ?? now,
      current_sign_in_at: now,
      last_activity_on: dayOf(now),
    });
    const credential = { kind: 'session' as const, sessionId: session.id, csrfToken: session.csrf_token };
    const signedIn = { ...inner, actor: actorFor(user, credential) };
    await audit(signedIn, 'sign_in.succeeded', { type: 'user', id: user.id }, { proof });
    return secret;
  });
}
