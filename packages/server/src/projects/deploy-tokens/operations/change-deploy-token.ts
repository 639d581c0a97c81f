import { AppError, failFields, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { DEPLOY_TOKEN_SCOPES, type NewDeployToken } from '@tributary/contract/projects/deploy-tokens.ts';
import { freshSessionRefusal, getGhostId } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, type PolicySubject } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess, todayOf } from '../../access/project-access.ts';
import {
  countDeployTokens,
  type DeployTokenOwner,
  type DeployTokenRow,
  findDeployTokenOf,
  insertDeployToken,
  revokeDeployTokenRow,
} from '../deploy-token-store.ts';
import { generateDeployToken } from '../register.ts';

const MAX_TOKENS = 500;

type Home = { owner: DeployTokenOwner; policy: PolicySubject };

async function loadHome(ctx: Context, owner: DeployTokenOwner): Promise<Home> {
  if (owner.kind === 'project') return { owner, policy: (await getProjectAccess(ctx, owner.id)).policy };
  const { namespace, policy } = await getNamespaceAccess(ctx, owner.id);
  if (namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
  return { owner, policy };
}

export function deployTokenRefusal(ctx: Context, { owner, policy }: Home): Refusal | null {
  return can(ctx.actor, owner.kind === 'project' ? 'admin_deploy_tokens' : 'admin_group_deploy_tokens', policy);
}

/** Also where the project is archived: what opens it can always be closed. */
export function revokeDeployTokenRefusal(ctx: Context, { owner, policy }: Home): Refusal | null {
  return can(ctx.actor, owner.kind === 'project' ? 'revoke_deploy_tokens' : 'revoke_group_deploy_tokens', policy);
}

type NewInput = NewDeployToken & { owner: DeployTokenOwner };

/** A token that reads repositories. Bots could make themselves credentials that outlive them, so they make none. */
export const createDeployToken = defineOperation<NewInput, Home, { row: DeployTokenRow; token: string }>({
  name: 'deploy_token.create',
  load: (ctx, input) => loadHome(ctx, input.owner),
  check: async (ctx, home) =>
    deployTokenRefusal(ctx, home) ??
    (ctx.actor.kind === 'user' && ctx.actor.isBot ? refuse('forbidden') : await freshSessionRefusal(ctx)),
  run: async (ctx, { owner }, { name, username, scopes, expiresAt }) => {
    if (scopes.length === 0 || !scopes.every((scope) => DEPLOY_TOKEN_SCOPES.some((known) => known.name === scope))) {
      failFields({ scopes: ['can only contain available scopes, at least one'] });
    }
    if (expiresAt && expiresAt.toISOString().slice(0, 10) < todayOf(ctx)) {
      failFields({ expires_at: ['cannot be a date in the past'] });
    }
    if ((await countDeployTokens(ctx.db, owner)) >= MAX_TOKENS) {
      failFields({ base: [`There are ${MAX_TOKENS} deploy tokens, the maximum. Revoke one first.`] });
    }
    // Whoever uses the token is nobody: the account that stands for nobody must exist by then.
    await getGhostId(ctx);
    const token = generateDeployToken();
    const row = await insertDeployToken(ctx.db, {
      project_id: owner.kind === 'project' ? owner.id : null,
      namespace_id: owner.kind === 'group' ? owner.id : null,
      name: name.trim(),
      username: username?.trim() || null,
      token_digest: ctx.secrets.digest(token),
      scopes: [...new Set(scopes)],
      expires_at: expiresAt ?? null,
      created_by_id: actorId(ctx.actor) ?? null,
    });
    await audit(
      ctx,
      'deploy_token.created',
      { type: owner.kind, id: owner.id },
      { token_id: row.id, scopes, expiresAt },
    );
    return { row, token };
  },
});

type Which = { owner: DeployTokenOwner; tokenId: number };
type Loaded = Home & { row: DeployTokenRow };

export const revokeDeployToken = defineOperation<Which, Loaded, void>({
  name: 'deploy_token.revoke',
  load: async (ctx, { owner, tokenId }) => {
    const home = await loadHome(ctx, owner);
    const row = await findDeployTokenOf(ctx.db, owner, tokenId);
    if (
      !row ||
      can(ctx.actor, owner.kind === 'project' ? 'read_deploy_tokens' : 'read_group_deploy_tokens', home.policy)
    ) {
      throw new AppError('not_found', { resource: 'Deploy Token' });
    }
    return { ...home, row };
  },
  check: revokeDeployTokenRefusal,
  run: async (ctx, { owner, row }) => {
    await revokeDeployTokenRow(ctx.db, row.id, ctx.clock.now());
    await audit(ctx, 'deploy_token.revoked', { type: owner.kind, id: owner.id }, { token_id: row.id });
  },
});
