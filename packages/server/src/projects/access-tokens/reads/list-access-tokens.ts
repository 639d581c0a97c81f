import type { MemberLevel } from '@tributary/contract/core/access-levels.ts';
import type { Page, PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listBotTokens, type TokenFilter, type TokenSort, type TokenView } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { MemberContainer } from '../../members/member-store.ts';
import { asMemberLevel } from '../../members/rules/granting.ts';
import { levelsOfBots } from '../bot-store.ts';

/** A token of a project or group with the role of its bot there. */
export type AccessTokenView = TokenView & { level: MemberLevel; place: MemberContainer };

export type AccessTokenFilter = Omit<TokenFilter, 'userId' | 'userIds'> & { id?: number | undefined; sort?: TokenSort };

/** Tokens of a place; the caller has made sure that the actor may see them. */
export async function listAccessTokens(
  ctx: Context,
  place: MemberContainer,
  filter: AccessTokenFilter,
  request: PageRequest,
): Promise<Page<AccessTokenView>> {
  const levels = await levelsOfBots(ctx.db, place);
  const query = { sort: 'created_desc' as const, ...filter, userIds: [...levels.keys()] };
  const page = await listBotTokens(ctx, query, request);
  return {
    ...page,
    items: page.items.map((token) => ({ ...token, place, level: asMemberLevel(levels.get(token.userId) ?? 0) })),
  };
}

/** One token of the place; not_found for every other. */
export async function getAccessToken(ctx: Context, place: MemberContainer, id: number): Promise<AccessTokenView> {
  const { items } = await listAccessTokens(ctx, place, { id }, { page: 1, perPage: 1 });
  if (!items[0]) throw new AppError('not_found', { resource: 'Access Token' });
  return items[0];
}
