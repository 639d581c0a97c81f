import { AppError, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { type Page, type PageRequest, pageOf } from '@tributary/contract/core/paging.ts';
import { audit } from '../platform/audit.ts';
import { type Context, transact } from '../platform/context.ts';
import { needsFreshSession } from './abilities.ts';
import { announceAccessEnd } from './access-end.ts';
import { dayOf } from '../platform/clock.ts';
import { addUser } from './new-user.ts';
import { endToken, replaceToken } from './operations/change-token.ts';
import { issueToken, type NewToken, type NewTokenInput } from './operations/create-token.ts';
import { toTokenView, type TokenView } from './reads/list-tokens.ts';
import { listTokenRows, lockToken, ownersOfLivingTokens, type TokenFilter, type TokenSort } from './store/tokens.ts';
import { claimExpiringTokens, type ExpiringToken } from './store/expiring-tokens.ts';
import { updateUserRow } from './store/users.ts';

// Accounts that act for the access tokens of projects and groups. Whether someone may is decided where the place is
// known: everything here trusts its caller.

/** Makes the account of a bot. Nobody can sign in to it, and it makes nothing outside the place it belongs to. */
export async function addBot(
  ctx: Context,
  input: { username: string; name: string; isExternal: boolean },
): Promise<number> {
  const host = new URL(ctx.config.url).hostname;
  const user = await addUser(ctx, {
    ...input,
    email: `${input.username}@noreply.${host}`,
    password: null,
    kind: 'project_bot',
    isConfirmed: false,
    projectsLimit: 0,
    canCreateGroup: false,
  });
  return user.id;
}

/** Why a browser may not make a credential now: the password was not typed lately. A token needs no password. */
export async function freshSessionRefusal(ctx: Context): Promise<Refusal | null> {
  if (ctx.actor.kind === 'anonymous') return refuse('unauthenticated');
  return ctx.actor.kind === 'user' && ctx.actor.credential.kind === 'session' ? needsFreshSession(ctx) : null;
}

export function issueBotToken(ctx: Context, botId: number, input: NewTokenInput): Promise<NewToken> {
  return issueToken(ctx, botId, input);
}

async function lockBotToken(ctx: Context, botId: number, tokenId: number) {
  const row = await lockToken(ctx.db, tokenId);
  if (!row || row.user_id !== botId) throw new AppError('not_found', { resource: 'Access Token' });
  return row;
}

/** Replaces a token of the bot by a new one of the same name and scopes; the old one ends in the same moment. */
export function rotateBotToken(
  ctx: Context,
  botId: number,
  input: { tokenId: number; expiresAt?: string | undefined },
): Promise<NewToken> {
  return transact(ctx, async (inner) => {
    const row = await lockBotToken(inner, botId, input.tokenId);
    if (row.revoked_at !== null) throw new AppError('token_not_living');
    return replaceToken(inner, row, input.expiresAt);
  });
}

/** Ends a token; ending one twice is no failure. */
export function endBotToken(ctx: Context, botId: number, tokenId: number): Promise<void> {
  return transact(ctx, async (inner) => endToken(inner, await lockBotToken(inner, botId, tokenId)));
}

/** Shuts the bot's account, whatever tokens it still has. What it wrote keeps its name. */
export async function retireBot(ctx: Context, botId: number): Promise<void> {
  await updateUserRow(ctx.db, botId, { state: 'blocked', updated_at: ctx.clock.now() });
  await announceAccessEnd(ctx, botId, { all: true });
  await audit(ctx, 'user.bot_retired', { type: 'user', id: botId });
}

/** Of these bots, those that have a token that works today. */
export function botsWithLivingTokens(ctx: Context, botIds: readonly number[]): Promise<Set<number>> {
  return ownersOfLivingTokens(ctx.db, botIds, dayOf(ctx.clock.now()));
}

/** Tokens of these bots. */
export async function listBotTokens(
  ctx: Context,
  filter: TokenFilter & { userIds: readonly number[]; sort: TokenSort },
  request: PageRequest,
): Promise<Page<TokenView>> {
  const now = ctx.clock.now();
  const { sort, ...rest } = filter;
  const options = { sort, today: dayOf(now), limit: request.perPage, offset: (request.page - 1) * request.perPage };
  const { rows, total } = await listTokenRows(ctx.db, rest, options);
  return pageOf(
    rows.map((row) => toTokenView(row, now)),
    request,
    total,
  );
}

/** Tokens of these bots that expire soon, each once for 60, 30 and 7 days. Call in the transaction that tells of them. */
export function claimExpiringBotTokens(ctx: Context, botIds: readonly number[]): Promise<ExpiringToken[]> {
  return claimExpiringTokens(ctx.db, botIds, dayOf(ctx.clock.now()), ctx.clock.now());
}
