import {
  createResourceTokenInput,
  listResourceTokensInput,
  restResourceAccessToken,
  restResourceAccessTokenWithToken,
  rotateTokenInput,
} from '@tributary/contract/accounts/rest.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type NewToken, toTokenView } from '../../../accounts/index.ts';
import { defineRoute, type Route, type SubjectLoader } from '../../../faces/http/define-route.ts';
import { paged } from '../../../faces/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import type { NamespaceAccess, ProjectAccess } from '../../access/project-access.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import type { MemberPlace } from '../../members/member-store.ts';
import { asMemberLevel } from '../../members/rules/granting.ts';
import { revokeAccessToken, rotateAccessToken } from '../operations/change-access-token.ts';
import { createAccessToken } from '../operations/create-access-token.ts';
import { getAccessToken, listAccessTokens } from '../reads/list-access-tokens.ts';
import { toRestAccessToken } from '../render/to-rest.ts';

const params = z.object({ token_id: idInput });

/** The new token with its secret, which no cache may keep. */
function answer(ctx: Context, reply: FastifyReply, place: MemberPlace, made: NewToken & { level: number }) {
  reply.header('cache-control', 'no-store');
  const view = { ...toTokenView(made.row, ctx.clock.now()), place, level: asMemberLevel(made.level) };
  return { ...toRestAccessToken(view), token: made.token };
}

/** The same five doors below a project and below a group. */
function routesIn<S extends { policy: PolicySubject }>(
  kind: 'project' | 'group',
  subject: SubjectLoader<S>,
  placeOf: (subject: S) => MemberPlace,
): Route[] {
  const path = `/${kind}s/:id/access_tokens`;
  const tag = kind === 'project' ? 'Project access tokens' : 'Group access tokens';
  return [
    defineRoute({
      method: 'GET',
      path,
      ability: `read_${kind}_access_tokens`,
      summary: `List the access tokens of a ${kind}`,
      tag,
      input: listResourceTokensInput,
      subject,
      response: z.array(restResourceAccessToken),
      handle: async ({ ctx, subject: found, input }) => {
        const filter = {
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
        const request = { page: input.page, perPage: input.per_page };
        return paged(await listAccessTokens(ctx, placeOf(found), filter, request), toRestAccessToken);
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/:token_id`,
      ability: `read_${kind}_access_tokens`,
      summary: `Get an access token of a ${kind}`,
      tag,
      params,
      subject,
      response: restResourceAccessToken,
      handle: async ({ ctx, subject: found, params: { token_id: id } }) =>
        toRestAccessToken(await getAccessToken(ctx, placeOf(found), id)),
    }),
    defineRoute({
      method: 'POST',
      path,
      ability: `admin_${kind}_access_tokens`,
      summary: `Make an access token that acts for a ${kind}`,
      tag,
      input: createResourceTokenInput,
      subject,
      response: restResourceAccessTokenWithToken,
      handle: async ({ ctx, subject: found, input, reply }) => {
        const { access_level: level, expires_at: expiresAt, ...rest } = input;
        const place = placeOf(found);
        return answer(ctx, reply, place, await createAccessToken(ctx, { ...rest, place, level, expiresAt }));
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/:token_id/rotate`,
      ability: `admin_${kind}_access_tokens`,
      summary: `Replace an access token of a ${kind} by a new one`,
      tag,
      params,
      input: rotateTokenInput,
      subject,
      status: 200,
      response: restResourceAccessTokenWithToken,
      handle: async ({ ctx, subject: found, params: { token_id: tokenId }, input, reply }) => {
        const place = placeOf(found);
        const change = { place, tokenId, expiresAt: input.expires_at };
        return answer(ctx, reply, place, await rotateAccessToken(ctx, change));
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/:token_id`,
      ability: `revoke_${kind}_access_tokens`,
      summary: `Revoke an access token of a ${kind}`,
      tag,
      params,
      subject,
      changedAt: async ({ ctx, subject: found, params: { token_id: id } }) =>
        (await getAccessToken(ctx, placeOf(found), id)).createdAt,
      handle: ({ ctx, subject: found, params: { token_id: tokenId } }) =>
        revokeAccessToken(ctx, { place: placeOf(found), tokenId }),
    }),
  ];
}

export const accessTokenRoutes = [
  ...routesIn<ProjectAccess>('project', inProject, ({ project }) => ({ kind: 'project', id: project.id })),
  ...routesIn<NamespaceAccess>('group', inGroup, ({ namespace }) => ({ kind: 'group', id: namespace.id })),
];
