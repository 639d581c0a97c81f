import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance, needsFreshSession } from '../abilities.ts';
import { endSessions } from '../access-end.ts';
import { mailTwoFactor } from '../mails.ts';
import { lockSelf, currentSessionId } from '../self.ts';
import { renewSession } from '../session-secrets.ts';
import { clearTwoFactor } from '../store/two-factor.ts';
import { updateUserRow, type UserRow } from '../store/users.ts';
import { issueRecoveryCodes, matchingStep, newTwoFactorSecret, twoFactorUri } from '../two-factor-codes.ts';

const mayChange = async (ctx: Context) => mayOnInstance(ctx, 'change_account') ?? (await needsFreshSession(ctx));

/** All other sessions end: what was proven for them is not enough any more. Returns the new secret of this one. */
async function renewAccess(ctx: Context, user: UserRow): Promise<string | undefined> {
  const sessionId = currentSessionId(ctx);
  await endSessions(ctx, user.id, sessionId);
  return sessionId === undefined ? undefined : (await renewSession(ctx, sessionId)).secret;
}

/** A new secret for the app; nothing is asked for until a code of it was typed. */
export const beginTwoFactor = defineOperation({
  name: 'account.begin_two_factor',
  load: (ctx, _input: object) => lockSelf(ctx),
  check: async (ctx, user) =>
    (await mayChange(ctx)) ?? (user.otp_enabled_at === null ? null : refuse('two_factor_is_on')),
  run: async (ctx, user) => {
    const { secret, sealed } = newTwoFactorSecret(ctx);
    await updateUserRow(ctx.db, user.id, { otp_secret_sealed: sealed, otp_last_step: null });
    return { secret, uri: twoFactorUri(ctx, user.username, secret) };
  },
});

/** The first code proves that the app has the secret; from now on it is asked for. */
export const enableTwoFactor = defineOperation({
  name: 'account.enable_two_factor',
  load: (ctx, _input: { code: string }) => lockSelf(ctx),
  check: async (ctx, user) =>
    (await mayChange(ctx)) ?? (user.otp_enabled_at === null ? null : refuse('two_factor_is_on')),
  run: async (ctx, user, { code }) => {
    const step = matchingStep(ctx, user.otp_secret_sealed, code);
    if (step === undefined) throw new AppError('validation_failed', {}, { fields: { code: ['is incorrect'] } });
    const now = ctx.clock.now();
    await updateUserRow(ctx.db, user.id, { otp_enabled_at: now, otp_last_step: step, updated_at: now });
    const recoveryCodes = await issueRecoveryCodes(ctx, user.id);
    await audit(ctx, 'user.two_factor_enabled', { type: 'user', id: user.id });
    await mailTwoFactor(ctx, user, true);
    return { recoveryCodes, session: await renewAccess(ctx, user) };
  },
});

export const disableTwoFactor = defineOperation({
  name: 'account.disable_two_factor',
  load: (ctx, _input: object) => lockSelf(ctx),
  check: async (ctx, user) =>
    (await mayChange(ctx)) ?? (user.otp_enabled_at === null ? refuse('two_factor_is_off') : null),
  run: async (ctx, user) => {
    await clearTwoFactor(ctx.db, user.id, ctx.clock.now());
    await audit(ctx, 'user.two_factor_disabled', { type: 'user', id: user.id });
    await mailTwoFactor(ctx, user, false);
    return { session: await renewAccess(ctx, user) };
  },
});

/** New recovery codes; the old ones end. */
export const renewRecoveryCodes = defineOperation({
  name: 'account.renew_recovery_codes',
  load: (ctx, _input: object) => lockSelf(ctx),
  check: async (ctx, user) =>
    (await mayChange(ctx)) ?? (user.otp_enabled_at === null ? refuse('two_factor_is_off') : null),
  run: async (ctx, user) => {
    const recoveryCodes = await issueRecoveryCodes(ctx, user.id);
    await audit(ctx, 'user.recovery_codes_renewed', { type: 'user', id: user.id });
    return { recoveryCodes };
  },
});
