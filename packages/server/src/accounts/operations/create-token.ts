import { AppError, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance, needsFreshSession } from '../abilities.ts';
import { dayOf } from '../../platform/clock.ts';
import { defaultExpiry, tokenProblems } from '../rules/token-input.ts';
import { getAnybody, getSelf, selfActor } from '../self.ts';
import { getSettings } from '../settings.ts';
import { insertToken, type TokenRow } from '../store/tokens.ts';
import type { UserRow } from '../store/users.ts';
import { generateAccessToken } from '../token-format.ts';

export type NewTokenInput = {
  name: string;
  description?: string | undefined;
  scopes: string[];
  /** `YYYY-MM-DD`, the first day without it; thirty days ahead when left out. */
  expiresAt?: string | undefined;
};

/** `token` is shown now and never again. */
export type NewToken = { token: string; row: TokenRow };

/** Stores the digest of a new token. Throws validation_failed. */
export async function issueToken(
  ctx: Context,
  userId: number,
  input: NewTokenInput & { rotatedFromId?: number; impersonatorId?: number | null },
): Promise<NewToken> {
  const today = dayOf(ctx.clock.now());
  const scopes = [...new Set(input.scopes)];
  const expiresAt = input.expiresAt ?? defaultExpiry(today);
  const fields = tokenProblems({ name: input.name, scopes, expiresAt }, today);
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', {}, { fields });
  const { personal_access_token_prefix: prefix } = await getSettings(ctx);
  const token = generateAccessToken(prefix);
  const row = await insertToken(ctx.db, {
    user_id: userId,
    name: input.name.trim(),
    description: input.description ?? '',
    token_digest: ctx.secrets.digest(token),
    scopes,
    expires_at: expiresAt,
    revoked_at: null,
    last_used_at: null,
    rotated_from_id: input.rotatedFromId ?? null,
    is_impersonation: input.impersonatorId !== undefined,
    impersonator_id: input.impersonatorId ?? null,
    created_at: ctx.clock.now(),
  });
  const details = { tokenId: row.id, scopes, expiresAt, ...(row.is_impersonation && { impersonation: true }) };
  await audit(ctx, 'token.created', { type: 'user', id: userId }, details);
  return { token, row };
}

/** A browser must have typed the password lately; a token may at most make one that can replace itself. */
async function mayMakeToken(ctx: Context, input: NewTokenInput): Promise<Refusal | null> {
  const refusal = mayOnInstance(ctx, 'manage_own_tokens');
  if (refusal) return refusal;
  if (selfActor(ctx).credential.kind === 'session') return needsFreshSession(ctx);
  return input.scopes.every((scope) => scope === 'self_rotate') ? null : refuse('token_may_not_make_tokens');
}

export const createToken = defineOperation({
  name: 'token.create',
  load: (ctx, _input: NewTokenInput) => getSelf(ctx),
  check: (ctx, _user, input) => mayMakeToken(ctx, input),
  run: (ctx, user: UserRow, input) => issueToken(ctx, user.id, input),
});

function mayMakeTokenFor(ctx: Context, user: UserRow): Refusal | null {
  const refusal = mayOnInstance(ctx, 'administer');
  if (refusal) return refusal;
  if (user.state === 'active' && user.kind === 'human') return null;
  return refuse('user_state_refused', { reason: 'the account is not an active user' });
}

/** An administrator makes a token by which they act as someone: that user does not see it. */
export const createImpersonationToken = defineOperation({
  name: 'token.impersonate',
  load: (ctx, input: NewTokenInput & { userId: number }) => getAnybody(ctx, input.userId),
  check: mayMakeTokenFor,
  run: (ctx, user, { userId: _userId, ...input }) =>
    issueToken(ctx, user.id, { ...input, impersonatorId: selfActor(ctx).id }),
});

/** An administrator (or the command line) makes a token for someone. */
export const createTokenFor = defineOperation({
  name: 'token.create_for',
  load: (ctx, input: NewTokenInput & { userId: number }) => getAnybody(ctx, input.userId),
  check: mayMakeTokenFor,
  run: (ctx, user, { userId: _userId, ...input }) => issueToken(ctx, user.id, input),
});
