import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { addJob, defineJob, registerJob } from '../../platform/jobs.ts';
import { limiterFor, networkOf } from '../../platform/rate-limiter.ts';
import { mailPasswordReset } from '../mails.ts';
import { issueOneTimeSecret } from '../one-time-secrets.ts';
import { findOneTimeTokenOf } from '../store/one-time-tokens.ts';
import { findUserByEmail } from '../store/users.ts';

const PER_NETWORK = { limit: 10, windowMs: 60_000 };
/** One mail a minute for one account, however often it is asked for. */
const MAIL_GAP_MS = 60_000;

/** Looks the account up out of sight of who asked, so that neither the answer nor its time tells whether there is one. */
const sendPasswordReset = defineJob<{ email: string }>({
  name: 'send-password-reset',
  run: (ctx, { email }) =>
    transact(ctx, async (inner) => {
      const user = await findUserByEmail(inner.db, email);
      if (user?.state !== 'active' || user.kind !== 'human') return;
      const last = await findOneTimeTokenOf(inner.db, user.id, 'reset_password');
      if (last && inner.clock.now().getTime() - last.created_at.getTime() < MAIL_GAP_MS) return;
      const secret = await issueOneTimeSecret(inner, user.id, 'reset_password');
      await mailPasswordReset(inner, user, secret);
      await audit(inner, 'user.password_reset_requested', { type: 'user', id: user.id });
    }),
});

/** Asks for a mail with a link to choose a new password. The same for every address. Throws too_many_attempts. */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  const state = limiterFor(ctx, 'password-reset', PER_NETWORK).hit(networkOf(ctx.ip), ctx.clock.now());
  if (state.isExceeded) throw new AppError('too_many_attempts', { seconds: state.retryAfterSeconds });
  await addJob(ctx, sendPasswordReset, { email: email.trim().slice(0, 254) });
}

export const accountsRequestPasswordReset: Extensions = [registerJob(sendPasswordReset)];
