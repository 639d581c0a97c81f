import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { mayOnInstance, needsSession } from '../abilities.ts';
import { endSessions } from '../access-end.ts';
import { mailPasswordChanged } from '../mails.ts';
import { hashPassword } from '../password-hashing.ts';
import { passwordProblem } from '../rules/passwords.ts';
import { getSelf, currentSessionId } from '../self.ts';
import { renewSession } from '../session-secrets.ts';
import { deleteOneTimeTokensOf } from '../store/one-time-tokens.ts';
import { updateUserRow } from '../store/users.ts';
import { verifyCurrentPassword } from './confirm-password.ts';

/**
 * Changes the own password. All other sessions end and links to reset it die; the session in use gets a new secret,
 * which is returned. Throws validation_failed with messages for `current_password` and `password`.
 */
export async function changePassword(
  ctx: Context,
  input: { currentPassword: string; password: string },
): Promise<string | undefined> {
  guard(mayOnInstance(ctx, 'change_account') ?? needsSession(ctx));
  const user = await getSelf(ctx);
  if (!(await verifyCurrentPassword(ctx, user, input.currentPassword))) {
    throw new AppError('validation_failed', {}, { fields: { current_password: ['is incorrect'] } });
  }
  const problem =
    passwordProblem(input.password, user) ??
    (input.password === input.currentPassword ? 'must be different from the current password' : null);
  if (problem !== null) throw new AppError('validation_failed', {}, { fields: { password: [problem] } });
  const passwordHash = await hashPassword(input.password);
  return transact(ctx, async (inner) => {
    const sessionId = currentSessionId(inner);
    await updateUserRow(inner.db, user.id, { password_hash: passwordHash, updated_at: inner.clock.now() });
    await deleteOneTimeTokensOf(inner.db, user.id, 'reset_password');
    await deleteOneTimeTokensOf(inner.db, user.id, 'second_factor');
    await endSessions(inner, user.id, sessionId);
    await audit(inner, 'user.password_changed', { type: 'user', id: user.id });
    await mailPasswordChanged(inner, user);
    return sessionId === undefined ? undefined : (await renewSession(inner, sessionId)).secret;
  });
}
