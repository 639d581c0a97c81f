import {
  createTokenInput,
  listTokensInput,
  restPersonalAccessToken,
  restPersonalAccessTokenWithToken,
  rotateTokenInput,
} from '@tributary/contract/accounts/rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { currentTokenId, revokeToken, rotateToken } from '../operations/change-token.ts';
import { createToken, createTokenFor, type NewToken } from '../operations/create-token.ts';
import { getToken, listTokens, toTokenView } from '../reads/list-tokens.ts';
import { toRestToken } from '../render/to-rest-token.ts';

const tag = 'Personal access tokens';
const params = z.strictObject({ id: idInput });

function answer(ctx: Context, reply: FastifyReply, { token, row }: NewToken) {
  reply.header('cache-control', 'no-store');
  return { ...toRestToken(toTokenView(row, ctx.clock.now())), token };
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/personal_access_tokens',
  ability: 'use_account',
  summary: 'List your tokens. Administrators can list all tokens',
  tag,
  input: listTokensInput,
  response: z.array(restPersonalAccessToken),
  handle: async ({ ctx, input }) => {
    const filter = {
      userId: input.user_id,
      isRevoked: input.revoked,
      state: input.state,
      createdBefore: input.created_before,
      createdAfter: input.created_after,
      lastUsedBefore: input.last_used_before,
      lastUsedAfter: input.last_used_after,
      expiresBefore: input.expires_before,
      expiresAfter: input.expires_after,
      search: input.search,
      sort: input.sort,
    };
    return paged(await listTokens(ctx, filter, { page: input.page, perPage: input.per_page }), toRestToken);
  },
});

const selfRoute = defineRoute({
  method: 'GET',
  path: '/personal_access_tokens/self',
  ability: 'read_own_token',
  summary: 'Get the token used for the request',
  tag,
  response: restPersonalAccessToken,
  handle: async ({ ctx }) => toRestToken(await getToken(ctx, currentTokenId(ctx))),
});

const revokeSelfRoute = defineRoute({
  method: 'DELETE',
  path: '/personal_access_tokens/self',
  ability: 'revoke_own_token',
  summary: 'Revoke the token used for the request',
  tag,
  handle: async ({ ctx }) => revokeToken(ctx, { id: currentTokenId(ctx) }),
});

const rotateSelfRoute = defineRoute({
  method: 'POST',
  path: '/personal_access_tokens/self/rotate',
  ability: 'rotate_own_token',
  summary: 'Rotate the token used for the request',
  tag,
  status: 200,
  input: rotateTokenInput,
  response: restPersonalAccessTokenWithToken,
  handle: async ({ ctx, input, reply }) =>
    answer(ctx, reply, await rotateToken(ctx, { id: currentTokenId(ctx), expiresAt: input.expires_at })),
});

const getRoute = defineRoute({
  method: 'GET',
  path: '/personal_access_tokens/:id',
  ability: 'use_account',
  summary: 'Get a token',
  tag,
  params,
  response: restPersonalAccessToken,
  handle: async ({ ctx, params: { id } }) => toRestToken(await getToken(ctx, id)),
});

const revokeRoute = defineRoute({
  method: 'DELETE',
  path: '/personal_access_tokens/:id',
  ability: 'revoke_own_token',
  summary: 'Revoke a token',
  tag,
  params,
  changedAt: async ({ ctx, params: { id } }) => (await getToken(ctx, id)).createdAt,
  handle: ({ ctx, params: { id } }) => revokeToken(ctx, { id }),
});

const rotateRoute = defineRoute({
  method: 'POST',
  path: '/personal_access_tokens/:id/rotate',
  ability: 'rotate_own_token',
  summary: 'Rotate a token',
  tag,
  params,
  input: rotateTokenInput,
  response: restPersonalAccessTokenWithToken,
  handle: async ({ ctx, params: { id }, input, reply }) =>
    answer(ctx, reply, await rotateToken(ctx, { id, expiresAt: input.expires_at })),
});

const createRoute = defineRoute({
  method: 'POST',
  path: '/user/personal_access_tokens',
  ability: 'manage_own_tokens',
  summary: 'Create a token for yourself',
  tag,
  input: createTokenInput,
  response: restPersonalAccessTokenWithToken,
  handle: async ({ ctx, input, reply }) => {
    const { expires_at: expiresAt, ...rest } = input;
    return answer(ctx, reply, await createToken(ctx, { ...rest, expiresAt }));
  },
});

const createForRoute = defineRoute({
  method: 'POST',
  path: '/users/:id/personal_access_tokens',
  ability: 'administer',
  summary: 'Create a token for a user',
  tag,
  params,
  input: createTokenInput,
  response: restPersonalAccessTokenWithToken,
  handle: async ({ ctx, params: { id }, input, reply }) => {
    const { expires_at: expiresAt, ...rest } = input;
    return answer(ctx, reply, await createTokenFor(ctx, { ...rest, expiresAt, userId: id }));
  },
});

export const restTokenRoutes = [
  listRoute,
  selfRoute,
  revokeSelfRoute,
  rotateSelfRoute,
  getRoute,
  revokeRoute,
  rotateRoute,
  createRoute,
  createForRoute,
];
