import { AppError } from '@tributary/contract/errors/app-error.ts';
import { SYSTEM } from '../../platform/actor.ts';
import { type Context } from '../../platform/context.ts';
import { limiterFor, networkOf } from '../../platform/rate-limiter.ts';
import { mailConfirmation } from '../mails.ts';
import { addUser } from '../new-user.ts';
import { issueOneTimeSecret } from '../one-time-secrets.ts';
import { getSettings } from '../settings.ts';
import { completeSignIn } from './sign-in.ts';

const PER_NETWORK = { limit: 20, windowMs: 60 * 60_000 };

export type SignUpInput = { username: string; name: string; email: string; password: string; userAgent: string };

/** `session` is the cookie's value; undefined while the account waits for approval. */
export type SignUpResult = { session: string | undefined };

/**
 * Anyone makes an account for themselves, where that is on. The address counts as theirs only once they opened the
 * link sent there. Throws sign_up_disabled, too_many_attempts, validation_failed.
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<SignUpResult> {
  const settings = await getSettings(ctx);
  if (!settings.signup_enabled) throw new AppError('sign_up_disabled');
  const state = limiterFor(ctx, 'sign-up', PER_NETWORK).hit(networkOf(ctx.ip), ctx.clock.now());
  if (state.isExceeded) throw new AppError('too_many_attempts', { seconds: state.retryAfterSeconds });
  const needsApproval = settings.require_admin_approval_after_user_signup;
  const { userAgent, ...person } = input;
  const user = await addUser(ctx, {
    ...person,
    state: needsApproval ? 'pending_approval' : 'active',
    isExternal: settings.user_default_external,
  });
  const secret = await issueOneTimeSecret(ctx, user.id, 'confirm_email', { email: user.email });
  await mailConfirmation({ ...ctx, actor: SYSTEM }, user, user.email, secret);
  return { session: needsApproval ? undefined : await completeSignIn(ctx, user, userAgent, 'sign_up') };
}
