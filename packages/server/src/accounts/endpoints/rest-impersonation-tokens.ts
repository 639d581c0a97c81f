import {
  createTokenInput,
  listImpersonationTokensInput,
  restImpersonationToken,
} from '@tributary/contract/accounts/rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { revokeImpersonationToken } from '../operations/change-token.ts';
import { createImpersonationToken } from '../operations/create-token.ts';
import { getImpersonationToken, listTokens, type TokenView, toTokenView } from '../reads/list-tokens.ts';
import { getUserDetails } from '../reads/user-details.ts';
import { toRestToken } from '../render/to-rest-token.ts';

const tag = 'Impersonation tokens';
const params = z.strictObject({ id: idInput });
const tokenParams = params.extend({ token_id: idInput });
const toRest = (token: TokenView) => ({ ...toRestToken(token), impersonation: true as const });

export const restImpersonationTokenRoutes = [
  defineRoute({
    method: 'GET',
    path: '/users/:id/impersonation_tokens',
    ability: 'read_user_administration',
    summary: 'List the impersonation tokens of a user',
    tag,
    params,
    input: listImpersonationTokensInput,
    response: z.array(restImpersonationToken),
    handle: async ({ ctx, params: { id }, input }) => {
      const { view } = await getUserDetails(ctx, id);
      const state = input.state === 'all' ? undefined : input.state;
      const filter = { userId: view.id, isImpersonation: true, state, sort: 'created_desc' } as const;
      return paged(await listTokens(ctx, filter, { page: input.page, perPage: input.per_page }), toRest);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/:id/impersonation_tokens',
    ability: 'administer',
    summary: 'Create an impersonation token for a user',
    tag,
    params,
    input: createTokenInput,
    response: restImpersonationToken.extend({ token: z.string() }),
    handle: async ({ ctx, params: { id }, input, reply }) => {
      const { expires_at: expiresAt, ...rest } = input;
      const { token, row } = await createImpersonationToken(ctx, { ...rest, expiresAt, userId: id });
      reply.header('cache-control', 'no-store');
      return { ...toRest(toTokenView(row, ctx.clock.now())), token };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:id/impersonation_tokens/:token_id',
    ability: 'read_user_administration',
    summary: 'Get an impersonation token of a user',
    tag,
    params: tokenParams,
    response: restImpersonationToken,
    handle: async ({ ctx, params }) => toRest(await getImpersonationToken(ctx, params.id, params.token_id)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/:id/impersonation_tokens/:token_id',
    ability: 'administer',
    summary: 'Revoke an impersonation token of a user',
    tag,
    params: tokenParams,
    handle: ({ ctx, params }) => revokeImpersonationToken(ctx, { id: params.token_id, userId: params.id }),
  }),
];
