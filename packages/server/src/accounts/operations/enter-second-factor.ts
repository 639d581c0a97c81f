import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { countAttempt, noteFailedAttempt, refuseDelayed } from '../attempts.ts';
import { findOneTimeSecret } from '../one-time-secrets.ts';
import { deleteOneTimeTokensOf, type OneTimeTokenRow, updateOneTimeTokenData } from '../store/one-time-tokens.ts';
import { findUserById, lockUser, type UserRow } from '../store/users.ts';
import { acceptSecondFactor } from '../two-factor-codes.ts';
import { completeSignIn } from './sign-in.ts';

const MAX_TRIES = 10;

type Waiting = { user: UserRow; token: OneTimeTokenRow };

/** The waiting sign-in, with the account held so that parallel guesses come one after the other. */
async function waitingSignIn(ctx: Context, secret: string): Promise<Waiting | undefined> {
  const found = await findOneTimeSecret(ctx, 'second_factor', secret);
  const user = found && (await lockUser(ctx.db, found.user_id));
  // Looked at again: another request may have finished or spoilt it while this one waited.
  const token = await findOneTimeSecret(ctx, 'second_factor', secret);
  return token && user?.state === 'active' && user.otp_enabled_at !== null ? { user, token } : undefined;
}

async function countTry(ctx: Context, token: OneTimeTokenRow): Promise<void> {
  const data = token.data as { tries?: number };
  const tries = (data.tries ?? 0) + 1;
  if (tries >= MAX_TRIES) await deleteOneTimeTokensOf(ctx.db, token.user_id, 'second_factor');
  else await updateOneTimeTokenData(ctx.db, token.id, { tries });
}

/**
 * The second step: a code of the app, or a recovery code. After ten wrong ones the password is asked for again, and
 * wrong codes count for the account's delay, so that knowing the password does not make guessing cheap.
 * Returns the session's secret. Throws second_factor_failed, second_factor_expired, too_many_attempts.
 */
export async function enterSecondFactor(
  ctx: Context,
  input: { secret: string; code: string; userAgent: string },
): Promise<string> {
  const found = await findOneTimeSecret(ctx, 'second_factor', input.secret);
  if (!found) throw new AppError('second_factor_expired');
  countAttempt(ctx, `second factor ${found.user_id}`);
  refuseDelayed(ctx, '', await findUserById(ctx.db, found.user_id));
  const session = await transact(ctx, async (inner) => {
    const waiting = await waitingSignIn(inner, input.secret);
    if (!waiting) throw new AppError('second_factor_expired');
    const { user, token } = waiting;
    const proof = await acceptSecondFactor(inner, user, input.code);
    if (proof) {
      await deleteOneTimeTokensOf(inner.db, user.id, 'second_factor');
      return completeSignIn(inner, user, input.userAgent, proof);
    }
    await countTry(inner, token);
    await noteFailedAttempt(inner, '', user);
    await audit(inner, 'sign_in.failed', { type: 'user', id: user.id }, { step: 'second_factor' });
    return undefined;
  });
  // Thrown outside, so that the failure stays counted.
  if (session === undefined) throw new AppError('second_factor_failed');
  return session;
}
