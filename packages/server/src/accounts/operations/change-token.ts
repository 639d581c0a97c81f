import { AppError, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance, needsFreshSession } from '../abilities.ts';
import { announceAccessEnd } from '../access-end.ts';
import { dayOf } from '../../platform/clock.ts';
import { defaultRotatedExpiry } from '../rules/token-input.ts';
import { selfActor } from '../self.ts';
import { findTokenByDigest, lockToken, revokeDescendants, revokeTokenRow, type TokenRow } from '../store/tokens.ts';
import { isAccessToken } from '../token-format.ts';
import { issueToken, type NewToken } from './create-token.ts';

/** Own tokens, and everyone's for administrators; others are not_found. */
async function lockReachableToken(ctx: Context, id: number): Promise<TokenRow> {
  const row = await lockToken(ctx.db, id);
  const self = selfActor(ctx);
  const isHidden = row?.is_impersonation === true && !isCredentialItself(ctx, row);
  if (!row || isHidden || (row.user_id !== self.id && !self.isAdmin)) {
    throw new AppError('not_found', { resource: 'Personal Access Token' });
  }
  return row;
}

function isCredentialItself(ctx: Context, row: TokenRow): boolean {
  const { credential } = selfActor(ctx);
  return credential.kind === 'token' && credential.tokenId === row.id;
}

/** Id of the token the request was made with. Throws unauthenticated without one. */
export function currentTokenId(ctx: Context): number {
  const { credential } = selfActor(ctx);
  if (credential.kind !== 'token') throw new AppError('unauthenticated');
  return credential.tokenId;
}

/** Rights are the caller's to check, as for all that follows up to the operations. */
export async function endToken(ctx: Context, row: TokenRow): Promise<void> {
  if (!(await revokeTokenRow(ctx.db, row.id, ctx.clock.now()))) return;
  await announceAccessEnd(ctx, row.user_id, { tokenIds: [row.id] });
  await audit(ctx, 'token.revoked', { type: 'user', id: row.user_id }, { tokenId: row.id });
}

export async function replaceToken(ctx: Context, row: TokenRow, expiresAt: string | undefined): Promise<NewToken> {
  await endToken(ctx, row);
  return issueToken(ctx, row.user_id, {
    name: row.name,
    description: row.description,
    scopes: row.scopes,
    expiresAt: expiresAt ?? defaultRotatedExpiry(dayOf(ctx.clock.now())),
    rotatedFromId: row.id,
    ...(row.is_impersonation && { impersonatorId: row.impersonator_id }),
  });
}

/** Ends a token. A token may always end itself, whatever its scopes; ending one twice is no failure. */
export const revokeToken = defineOperation({
  name: 'token.revoke',
  load: (ctx, input: { id: number }) => lockReachableToken(ctx, input.id),
  check: (ctx, row) =>
    isCredentialItself(ctx, row)
      ? mayOnInstance(ctx, 'revoke_own_token')
      : mayOnInstance(ctx, row.user_id === selfActor(ctx).id ? 'manage_own_tokens' : 'administer'),
  run: endToken,
});

/** Ends a token by which an administrator acts as this user. */
export const revokeImpersonationToken = defineOperation({
  name: 'token.revoke_impersonation',
  load: async (ctx, input: { id: number; userId: number }) => {
    const row = await lockToken(ctx.db, input.id);
    if (row?.user_id === input.userId && row.is_impersonation) return row;
    throw new AppError('not_found', { resource: 'Impersonation Token' });
  },
  check: (ctx) => mayOnInstance(ctx, 'administer'),
  run: endToken,
});

async function mayRotate(ctx: Context, row: TokenRow): Promise<Refusal | null> {
  const refusal = isCredentialItself(ctx, row)
    ? mayOnInstance(ctx, 'rotate_own_token')
    : mayOnInstance(ctx, row.user_id === selfActor(ctx).id ? 'manage_own_tokens' : 'administer');
  if (refusal) return refusal;
  if (row.revoked_at !== null) return refuse('token_not_living');
  return selfActor(ctx).credential.kind === 'session' ? needsFreshSession(ctx) : null;
}

/** Replaces a token by a new one of the same name and scopes; the old one ends in the same moment. */
export const rotateToken = defineOperation({
  name: 'token.rotate',
  load: (ctx, input: { id: number; expiresAt?: string | undefined }) => lockReachableToken(ctx, input.id),
  check: (ctx, row) => mayRotate(ctx, row),
  run: (ctx, row, { expiresAt }): Promise<NewToken> => replaceToken(ctx, row, expiresAt),
});

/**
 * Someone offers a token for rotation that was rotated before: two hold it, and one of them is not its owner. All that
 * came from it ends. Does nothing for any other text.
 */
export async function endReusedTokenFamily(ctx: Context, token: string): Promise<void> {
  if (!isAccessToken(token)) return;
  const row = await findTokenByDigest(ctx.db, ctx.secrets.digest(token));
  if (!row || row.revoked_at === null) return;
  await transact(ctx, async (inner) => {
    const tokenIds = await revokeDescendants(inner.db, row.id, inner.clock.now());
    if (tokenIds.length === 0) return;
    await announceAccessEnd(inner, row.user_id, { tokenIds });
    await audit(inner, 'token.family_revoked', { type: 'user', id: row.user_id }, { reused: row.id, tokenIds });
  });
}
