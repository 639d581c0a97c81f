import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { endSessions } from '../access-end.ts';
import { mailPasswordChanged } from '../mails.ts';
import { findOneTimeSecret, takeOneTimeSecret } from '../one-time-secrets.ts';
import { hashPassword } from '../password-hashing.ts';
import { passwordProblem } from '../rules/passwords.ts';
import { deleteOneTimeTokensOf } from '../store/one-time-tokens.ts';
import { findUserById, updateUserRow } from '../store/users.ts';
import { runEmailConfirmedHooks } from '../user-hooks.ts';

/** Does the link still work? For the page. */
export async function isResetLinkValid(ctx: Context, token: string): Promise<boolean> {
  return (await findOneTimeSecret(ctx, 'reset_password', token)) !== undefined;
}

/**
 * Sets a new password with the token of the mail. It works once; all sessions end, and two-factor is still asked for
 * at the next sign-in. Opening the link proves the address. Throws link_invalid, validation_failed.
 */
export async function resetPassword(ctx: Context, input: { token: string; password: string }): Promise<void> {
  const found = await findOneTimeSecret(ctx, 'reset_password', input.token);
  const user = found && (await findUserById(ctx.db, found.user_id));
  if (user?.state !== 'active') throw new AppError('link_invalid');
  const problem = passwordProblem(input.password, user);
  if (problem !== null) throw new AppError('validation_failed', {}, { fields: { password: [problem] } });
  const passwordHash = await hashPassword(input.password);
  await transact(ctx, async (inner) => {
    if (!(await takeOneTimeSecret(inner, 'reset_password', input.token))) throw new AppError('link_invalid');
    await updateUserRow(inner.db, user.id, {
      password_hash: passwordHash,
      confirmed_at: user.confirmed_at ?? inner.clock.now(),
      failed_attempts: 0,
      locked_until: null,
      updated_at: inner.clock.now(),
    });
    if (user.confirmed_at === null) await runEmailConfirmedHooks(inner, user.id, user.email);
    await deleteOneTimeTokensOf(inner.db, user.id, 'second_factor');
    await endSessions(inner, user.id);
    await audit(inner, 'user.password_reset', { type: 'user', id: user.id });
    await mailPasswordChanged(inner, user);
  });
}
