import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { limiterFor } from '../../platform/rate-limiter.ts';
import { mayOnInstance, needsFreshSession } from '../abilities.ts';
import { mailConfirmation, mailEmailChanged, mailEmailChanging } from '../mails.ts';
import { takenProblems } from '../new-user.ts';
import { findOneTimeSecret, issueOneTimeSecret, takeOneTimeSecret } from '../one-time-secrets.ts';
import { emailProblem } from '../rules/user-fields.ts';
import { lockSelf } from '../self.ts';
import { deleteOneTimeTokensOf } from '../store/one-time-tokens.ts';
import { lockUser, updateUserRow } from '../store/users.ts';
import { runEmailConfirmedHooks } from '../user-hooks.ts';

const MAILS = { limit: 5, windowMs: 10 * 60_000 };

export function countConfirmationMail(ctx: Context, userId: number): void {
  const state = limiterFor(ctx, 'confirmation-mails', MAILS).hit(String(userId), ctx.clock.now());
  if (state.isExceeded) throw new AppError('too_many_attempts', { seconds: state.retryAfterSeconds });
}

/** The new address counts once the link sent there was opened; the old one is told at once. */
export const requestEmailChange = defineOperation({
  name: 'account.request_email_change',
  load: (ctx, _input: { email: string }) => lockSelf(ctx),
  check: async (ctx) => mayOnInstance(ctx, 'change_account') ?? (await needsFreshSession(ctx)),
  run: async (ctx, user, { email: typed }) => {
    const email = typed.trim();
    const problem = emailProblem(email) ?? (email === user.email ? 'is already your address' : null);
    if (problem !== null) throw new AppError('validation_failed', {}, { fields: { email: [problem] } });
    const fields = await takenProblems(ctx, { email }, user.id);
    if (fields['email']) throw new AppError('validation_failed', {}, { fields });
    countConfirmationMail(ctx, user.id);
    await updateUserRow(ctx.db, user.id, { unconfirmed_email: email, updated_at: ctx.clock.now() });
    const secret = await issueOneTimeSecret(ctx, user.id, 'confirm_email', { email });
    await mailConfirmation(ctx, user, email, secret);
    await mailEmailChanging(ctx, user, email);
    await audit(ctx, 'user.email_change_requested', { type: 'user', id: user.id }, { from: user.email, to: email });
  },
});

/** Forgets an address that was not confirmed yet. */
export const cancelEmailChange = defineOperation({
  name: 'account.cancel_email_change',
  load: (ctx, _input: object) => lockSelf(ctx),
  check: (ctx) => mayOnInstance(ctx, 'change_account'),
  run: async (ctx, user) => {
    await updateUserRow(ctx.db, user.id, { unconfirmed_email: null });
    await deleteOneTimeTokensOf(ctx.db, user.id, 'confirm_email');
  },
});

/** Sends the link again, to the address that waits for it. */
export const resendConfirmation = defineOperation({
  name: 'account.resend_confirmation',
  load: (ctx, _input: object) => lockSelf(ctx),
  check: (ctx) => mayOnInstance(ctx, 'change_account'),
  run: async (ctx, user) => {
    const email = user.unconfirmed_email ?? (user.confirmed_at === null ? user.email : null);
    if (email === null) return;
    countConfirmationMail(ctx, user.id);
    const secret = await issueOneTimeSecret(ctx, user.id, 'confirm_email', { email });
    await mailConfirmation(ctx, user, email, secret);
  },
});

/** The address a link would confirm; undefined when it does not work any more. For the page. */
export async function addressOfConfirmation(ctx: Context, token: string): Promise<string | undefined> {
  const found = await findOneTimeSecret(ctx, 'confirm_email', token);
  return found && (found.data as { email?: string }).email;
}

/**
 * Opens the link: the address is the user's. No session is needed, the secret proves it. Throws link_invalid, and
 * validation_failed when someone else took the address meanwhile.
 */
export function confirmEmail(ctx: Context, token: string): Promise<void> {
  return transact(ctx, async (inner) => {
    const taken = await takeOneTimeSecret(inner, 'confirm_email', token);
    const email = taken && (taken.data as { email?: string }).email;
    const user = taken && (await lockUser(inner.db, taken.user_id));
    if (!user || email === undefined) throw new AppError('link_invalid');
    const isChange = email !== user.email;
    if (isChange && email !== user.unconfirmed_email) throw new AppError('link_invalid');
    const now = inner.clock.now();
    await updateUserRow(inner.db, user.id, {
      email,
      unconfirmed_email: isChange ? null : user.unconfirmed_email,
      confirmed_at: now,
      updated_at: now,
      // A public address must be one of the own; the old one is not any more.
      ...(isChange && user.public_email === user.email && { public_email: '' }),
    });
    await audit(inner, 'user.email_confirmed', { type: 'user', id: user.id }, { from: user.email, to: email });
    await runEmailConfirmedHooks(inner, user.id, email);
    if (isChange) await mailEmailChanged(inner, user.username, user.email, email);
  });
}
