import { accountPaths } from '@tributary/contract/accounts/page.ts';
import { createTokenInput, rotateTokenInput } from '@tributary/contract/accounts/rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { Context } from '../../platform/context.ts';
import { revokeToken, rotateToken } from '../operations/change-token.ts';
import { createToken, type NewToken } from '../operations/create-token.ts';
import { resetFeedToken } from '../operations/reset-feed-token.ts';
import { toTokenView } from '../reads/list-tokens.ts';
import { toTokenItem } from '../render/to-page-account.ts';

const tag = 'Your access tokens';
const params = z.strictObject({ id: idInput });

function answer(ctx: Context, reply: FastifyReply, { token, row }: NewToken) {
  reply.header('cache-control', 'no-store');
  return { token, item: toTokenItem(toTokenView(row, ctx.clock.now())) };
}

const createRoute = defineRoute({
  method: 'POST',
  path: accountPaths.tokens,
  ability: 'manage_own_tokens',
  summary: 'Create a personal access token',
  tag,
  input: createTokenInput,
  handle: async ({ ctx, input, reply }) => {
    const { expires_at: expiresAt, ...rest } = input;
    return answer(ctx, reply, await createToken(ctx, { ...rest, expiresAt }));
  },
});

const revokeRoute = defineRoute({
  method: 'DELETE',
  path: `${accountPaths.tokens}/:id`,
  ability: 'manage_own_tokens',
  summary: 'Revoke a personal access token',
  tag,
  params,
  handle: ({ ctx, params: { id } }) => revokeToken(ctx, { id }),
});

const rotateRoute = defineRoute({
  method: 'POST',
  path: `${accountPaths.tokens}/:id/rotate`,
  ability: 'manage_own_tokens',
  summary: 'Rotate a personal access token',
  tag,
  params,
  input: rotateTokenInput,
  handle: async ({ ctx, params: { id }, input, reply }) =>
    answer(ctx, reply, await rotateToken(ctx, { id, expiresAt: input.expires_at })),
});

const feedTokenRoute = defineRoute({
  method: 'PUT',
  path: accountPaths.feedToken,
  ability: 'manage_own_tokens',
  summary: 'Create a new feed token. The previous one stops working',
  tag,
  handle: async ({ ctx, reply }) => {
    reply.header('cache-control', 'no-store');
    return { token: await resetFeedToken(ctx, {}) };
  },
});

export const tokenRoutes = [createRoute, revokeRoute, rotateRoute, feedTokenRoute].map((route) =>
  defineScopedRoute('instance', route),
);
