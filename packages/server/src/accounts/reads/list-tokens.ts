import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Page, PageRequest } from '@tributary/contract/core/paging.ts';
import { pageOf } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../platform/context.ts';
import { dayOf } from '../../platform/clock.ts';
import { selfActor } from '../self.ts';
import { findTokenById, listTokenRows, type TokenFilter, type TokenRow, type TokenSort } from '../store/tokens.ts';

export type TokenView = {
  id: number;
  userId: number;
  name: string;
  description: string;
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: string;
  revokedAt: Date | null;
  state: 'active' | 'expired' | 'revoked';
};

export function toTokenView(row: TokenRow, now: Date): TokenView {
  const isExpired = row.expires_at <= dayOf(now);
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    description: row.description,
    scopes: row.scopes,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    state: row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active',
  };
}

/** Own tokens; administrators see everyone's. Asking for someone else's without being one is `unauthenticated`. */
export async function listTokens(
  ctx: Context,
  filter: TokenFilter & { sort: TokenSort },
  request: PageRequest,
): Promise<Page<TokenView>> {
  const self = selfActor(ctx);
  if (!self.isAdmin && filter.userId !== undefined && filter.userId !== self.id) throw new AppError('unauthenticated');
  const now = ctx.clock.now();
  const userId = self.isAdmin ? filter.userId : self.id;
  const { sort, ...rest } = filter;
  const { rows, total } = await listTokenRows(
    ctx.db,
    { ...rest, userId },
    { sort, today: dayOf(now), limit: request.perPage, offset: (request.page - 1) * request.perPage },
  );
  return pageOf(
    rows.map((row) => toTokenView(row, now)),
    request,
    total,
  );
}

/** One own token (or anyone's, for administrators). Throws not_found. */
export async function getToken(ctx: Context, id: number): Promise<TokenView> {
  const row = await findTokenById(ctx.db, id);
  const self = selfActor(ctx);
  const isOwnCredential = self.credential.kind === 'token' && self.credential.tokenId === id;
  const isHidden = row?.is_impersonation === true && !isOwnCredential;
  if (!row || isHidden || (row.user_id !== self.id && !self.isAdmin)) {
    throw new AppError('not_found', { resource: 'Personal Access Token' });
  }
  return toTokenView(row, ctx.clock.now());
}

/** Tokens of one user for a page: those that work, and the newest fifty that do not any more. */
export async function tokensOf(ctx: Context, userId: number): Promise<{ active: TokenView[]; inactive: TokenView[] }> {
  const now = ctx.clock.now();
  const list = async (state: 'active' | 'inactive', limit: number) => {
    const options = { sort: 'created_desc' as const, today: dayOf(now), limit, offset: 0 };
    const { rows } = await listTokenRows(ctx.db, { userId, state }, options);
    return rows.map((row) => toTokenView(row, now));
  };
  return { active: await list('active', 500), inactive: await list('inactive', 50) };
}

/** One token by which administrators act as this user. Throws not_found. */
export async function getImpersonationToken(ctx: Context, userId: number, id: number): Promise<TokenView> {
  const row = await findTokenById(ctx.db, id);
  if (row?.user_id !== userId || !row.is_impersonation) {
    throw new AppError('not_found', { resource: 'Impersonation Token' });
  }
  return toTokenView(row, ctx.clock.now());
}
