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
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import type { NamespaceAccess, ProjectAccess } from '../../access/project-access.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import type { MemberContainer } from '../../members/member-store.ts';
import { asMemberLevel } from '../../members/rules/granting.ts';
import { revokeAccessToken, rotateAccessToken, rotateOwnAccessToken } from '../operations/change-access-token.ts';
import { createAccessToken } from '../operations/create-access-token.ts';
import { getAccessToken, listAccessTokens } from '../reads/list-access-tokens.ts';
import { toRestAccessToken } from '../render/to-rest.ts';

const params = z.object({ token_id: idInput });

const projectOf = ({ project }: ProjectAccess): MemberContainer => ({ kind: 'project', id: project.id });
const groupOf = ({ namespace }: NamespaceAccess): MemberContainer => ({ kind: 'group', id: namespace.id });

async function list(ctx: Context, place: MemberContainer, input: z.output<typeof listResourceTokensInput>) {
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
  const page = await listAccessTokens(ctx, place, filter, { page: input.page, perPage: input.per_page });
  return paged(page, toRestAccessToken);
}

async function one(ctx: Context, place: MemberContainer, id: number) {
  return toRestAccessToken(await getAccessToken(ctx, place, id));
}

/** The new token with its secret, which no cache may keep. */
function answer(ctx: Context, reply: FastifyReply, place: MemberContainer, made: NewToken & { level: number }) {
  reply.header('cache-control', 'no-store');
  const view = { ...toTokenView(made.row, ctx.clock.now()), place, level: asMemberLevel(made.level) };
  return { ...toRestAccessToken(view), token: made.token };
}

async function create(
  ctx: Context,
  reply: FastifyReply,
  place: MemberContainer,
  input: z.output<typeof createResourceTokenInput>,
) {
  const { access_level: level, expires_at: expiresAt, ...rest } = input;
  return answer(ctx, reply, place, await createAccessToken(ctx, { ...rest, place, level, expiresAt }));
}

async function rotate(
  ctx: Context,
  reply: FastifyReply,
  place: MemberContainer,
  change: { tokenId: number; expiresAt: string | undefined },
) {
  return answer(ctx, reply, place, await rotateAccessToken(ctx, { place, ...change }));
}

async function rotateOwn(ctx: Context, reply: FastifyReply, place: MemberContainer, expiresAt: string | undefined) {
  return answer(ctx, reply, place, await rotateOwnAccessToken(ctx, { place, expiresAt }));
}

const projectTokens = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/access_tokens',
    ability: 'read_project_access_tokens',
    summary: 'List the access tokens of a project',
    tag: 'Project access tokens',
    input: listResourceTokensInput,
    subject: inProject,
    response: z.array(restResourceAccessToken),
    handle: ({ ctx, subject, input }) => list(ctx, projectOf(subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/access_tokens/:token_id',
    ability: 'read_project_access_tokens',
    summary: 'Get an access token of a project',
    tag: 'Project access tokens',
    params,
    subject: inProject,
    response: restResourceAccessToken,
    handle: ({ ctx, subject, params: { token_id: id } }) => one(ctx, projectOf(subject), id),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/access_tokens',
    ability: 'admin_project_access_tokens',
    summary: 'Create a project access token',
    tag: 'Project access tokens',
    input: createResourceTokenInput,
    subject: inProject,
    response: restResourceAccessTokenWithToken,
    handle: ({ ctx, subject, input, reply }) => create(ctx, reply, projectOf(subject), input),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/access_tokens/self/rotate',
    ability: 'rotate_own_token',
    summary: 'Rotate the project access token used for the request',
    tag: 'Project access tokens',
    input: rotateTokenInput,
    subject: inProject,
    status: 200,
    response: restResourceAccessTokenWithToken,
    handle: ({ ctx, subject, input, reply }) => rotateOwn(ctx, reply, projectOf(subject), input.expires_at),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/access_tokens/:token_id/rotate',
    ability: 'admin_project_access_tokens',
    summary: 'Rotate a project access token',
    tag: 'Project access tokens',
    params,
    input: rotateTokenInput,
    subject: inProject,
    status: 200,
    response: restResourceAccessTokenWithToken,
    handle: ({ ctx, subject, params: { token_id: tokenId }, input, reply }) =>
      rotate(ctx, reply, projectOf(subject), { tokenId, expiresAt: input.expires_at }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/access_tokens/:token_id',
    ability: 'revoke_project_access_tokens',
    summary: 'Revoke an access token of a project',
    tag: 'Project access tokens',
    params,
    subject: inProject,
    changedAt: async ({ ctx, subject, params: { token_id: id } }) =>
      (await getAccessToken(ctx, projectOf(subject), id)).createdAt,
    handle: ({ ctx, subject, params: { token_id: tokenId } }) =>
      revokeAccessToken(ctx, { place: projectOf(subject), tokenId }),
  }),
];

const groupTokens = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/access_tokens',
    ability: 'read_group_access_tokens',
    summary: 'List the access tokens of a group',
    tag: 'Group access tokens',
    input: listResourceTokensInput,
    subject: inGroup,
    response: z.array(restResourceAccessToken),
    handle: ({ ctx, subject, input }) => list(ctx, groupOf(subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/access_tokens/:token_id',
    ability: 'read_group_access_tokens',
    summary: 'Get an access token of a group',
    tag: 'Group access tokens',
    params,
    subject: inGroup,
    response: restResourceAccessToken,
    handle: ({ ctx, subject, params: { token_id: id } }) => one(ctx, groupOf(subject), id),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/access_tokens',
    ability: 'admin_group_access_tokens',
    summary: 'Create a group access token',
    tag: 'Group access tokens',
    input: createResourceTokenInput,
    subject: inGroup,
    response: restResourceAccessTokenWithToken,
    handle: ({ ctx, subject, input, reply }) => create(ctx, reply, groupOf(subject), input),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/access_tokens/self/rotate',
    ability: 'rotate_own_token',
    summary: 'Rotate the group access token used for the request',
    tag: 'Group access tokens',
    input: rotateTokenInput,
    subject: inGroup,
    status: 200,
    response: restResourceAccessTokenWithToken,
    handle: ({ ctx, subject, input, reply }) => rotateOwn(ctx, reply, groupOf(subject), input.expires_at),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/access_tokens/:token_id/rotate',
    ability: 'admin_group_access_tokens',
    summary: 'Rotate a group access token',
    tag: 'Group access tokens',
    params,
    input: rotateTokenInput,
    subject: inGroup,
    status: 200,
    response: restResourceAccessTokenWithToken,
    handle: ({ ctx, subject, params: { token_id: tokenId }, input, reply }) =>
      rotate(ctx, reply, groupOf(subject), { tokenId, expiresAt: input.expires_at }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/access_tokens/:token_id',
    ability: 'revoke_group_access_tokens',
    summary: 'Revoke an access token of a group',
    tag: 'Group access tokens',
    params,
    subject: inGroup,
    changedAt: async ({ ctx, subject, params: { token_id: id } }) =>
      (await getAccessToken(ctx, groupOf(subject), id)).createdAt,
    handle: ({ ctx, subject, params: { token_id: tokenId } }) =>
      revokeAccessToken(ctx, { place: groupOf(subject), tokenId }),
  }),
];

export const accessTokenRoutes = [...projectTokens, ...groupTokens];
