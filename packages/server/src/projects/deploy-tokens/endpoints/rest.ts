import {
  createDeployTokenInput,
  deployTokenParams,
  listDeployTokensInput,
  type RestDeployToken,
  restDeployToken,
  restNewDeployToken,
} from '@tributary/contract/projects/deploy-tokens.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import type { NamespaceAccess, ProjectAccess } from '../../access/project-access.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import type { DeployTokenOwner } from '../deploy-token-store.ts';
import { createDeployToken, revokeDeployToken } from '../operations/change-deploy-token.ts';
import {
  type DeployTokenView,
  getDeployToken,
  listDeployTokens,
  toDeployTokenView,
} from '../reads/list-deploy-tokens.ts';

const tag = 'Deploy tokens';
const params = deployTokenParams;
type List = z.output<typeof listDeployTokensInput>;
type Create = z.output<typeof createDeployTokenInput>;

const projectOf = ({ project }: ProjectAccess): DeployTokenOwner => ({ kind: 'project', id: project.id });
const groupOf = ({ namespace }: NamespaceAccess): DeployTokenOwner => ({ kind: 'group', id: namespace.id });

function toRest({ id, name, username, expiresAt, scopes, isExpired }: DeployTokenView): RestDeployToken {
  return {
    id,
    name,
    username,
    expires_at: expiresAt?.toISOString() ?? null,
    scopes,
    revoked: false,
    expired: isExpired,
  };
}

async function list(ctx: Context, owner: DeployTokenOwner | undefined, input: List) {
  const filter = { ...(owner && { owner }), isActive: input.active };
  return paged(await listDeployTokens(ctx, filter, { page: input.page, perPage: input.per_page }), toRest);
}

/** The new token with its secret, which no cache may keep. */
async function create(ctx: Context, reply: FastifyReply, owner: DeployTokenOwner, input: Create) {
  reply.header('cache-control', 'no-store');
  const { expires_at: expiresAt, ...fields } = input;
  const { row, token } = await createDeployToken(ctx, { ...fields, owner, expiresAt });
  return { ...toRest(toDeployTokenView(ctx, row)), token };
}

const ofProject: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/deploy_tokens',
    ability: 'read_deploy_tokens',
    summary: 'List the deploy tokens of a project',
    tag,
    input: listDeployTokensInput,
    subject: inProject,
    response: z.array(restDeployToken),
    handle: ({ ctx, subject, input }) => list(ctx, projectOf(subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/deploy_tokens/:token_id',
    ability: 'read_deploy_tokens',
    summary: 'Get a deploy token of a project',
    tag,
    params,
    subject: inProject,
    response: restDeployToken,
    handle: async ({ ctx, subject, params: { token_id: id } }) =>
      toRest(await getDeployToken(ctx, projectOf(subject), id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/deploy_tokens',
    ability: 'admin_deploy_tokens',
    summary: 'Create a deploy token that clones a project',
    tag,
    input: createDeployTokenInput,
    subject: inProject,
    response: restNewDeployToken,
    handle: ({ ctx, subject, input, reply }) => create(ctx, reply, projectOf(subject), input),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/deploy_tokens/:token_id',
    ability: 'revoke_deploy_tokens',
    summary: 'Revoke a deploy token of a project',
    tag,
    params,
    subject: inProject,
    handle: ({ ctx, subject, params: { token_id: tokenId } }) =>
      revokeDeployToken(ctx, { owner: projectOf(subject), tokenId }),
  }),
];

const ofGroup: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/deploy_tokens',
    ability: 'read_group_deploy_tokens',
    summary: 'List the deploy tokens of a group',
    tag,
    input: listDeployTokensInput,
    subject: inGroup,
    response: z.array(restDeployToken),
    handle: ({ ctx, subject, input }) => list(ctx, groupOf(subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/deploy_tokens/:token_id',
    ability: 'read_group_deploy_tokens',
    summary: 'Get a deploy token of a group',
    tag,
    params,
    subject: inGroup,
    response: restDeployToken,
    handle: async ({ ctx, subject, params: { token_id: id } }) =>
      toRest(await getDeployToken(ctx, groupOf(subject), id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/deploy_tokens',
    ability: 'admin_group_deploy_tokens',
    summary: 'Create a deploy token that clones all projects in a group',
    tag,
    input: createDeployTokenInput,
    subject: inGroup,
    response: restNewDeployToken,
    handle: ({ ctx, subject, input, reply }) => create(ctx, reply, groupOf(subject), input),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/deploy_tokens/:token_id',
    ability: 'revoke_group_deploy_tokens',
    summary: 'Revoke a deploy token of a group',
    tag,
    params,
    subject: inGroup,
    handle: ({ ctx, subject, params: { token_id: tokenId } }) =>
      revokeDeployToken(ctx, { owner: groupOf(subject), tokenId }),
  }),
];

export const deployTokenRoutes: Route[] = [
  ...ofProject,
  ...ofGroup,
  defineRoute({
    method: 'GET',
    path: '/deploy_tokens',
    ability: 'read_settings',
    summary: 'List all deploy tokens of the instance',
    tag,
    input: listDeployTokensInput,
    response: z.array(restDeployToken),
    handle: ({ ctx, input }) => list(ctx, undefined, input),
  }),
];
