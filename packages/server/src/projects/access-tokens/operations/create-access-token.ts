import { randomBytes } from 'node:crypto';
import { RESOURCE_TOKEN_SCOPES } from '@tributary/contract/accounts/token-scopes.ts';
import { failFields, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import {
  addBot,
  freshSessionRefusal,
  issueBotToken,
  type NewToken,
  type NewTokenInput,
} from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { grantingLevel } from '../../members/abilities.ts';
import { type LoadedContainer, loadContainer } from '../../members/load-container.ts';
import { recordMemberChange } from '../../members/member-changes.ts';
import { insertMember, type MemberContainer } from '../../members/member-store.ts';
import { insertBot } from '../bot-store.ts';

export type CreateAccessTokenInput = NewTokenInput & { place: MemberContainer; level: number };

/** May the actor make or replace tokens here? The level is asked apart. */
export function manageRefusal(ctx: Context, { place, policy }: LoadedContainer): Refusal | null {
  return can(ctx.actor, place.kind === 'project' ? 'admin_project_access_tokens' : 'admin_group_access_tokens', policy);
}

/** A token that acts for the project or group: a bot with this role there stands behind it. Shown once. */
export const createAccessToken = defineOperation<CreateAccessTokenInput, LoadedContainer, NewToken & { level: number }>(
  {
    name: 'access_token.create',
    load: (ctx, input) => loadContainer(ctx, input.place),
    check: async (ctx, loaded, input) =>
      manageRefusal(ctx, loaded) ??
      (input.level > grantingLevel(ctx.actor, loaded.policy) ? refuse('access_token_level') : null) ??
      (await freshSessionRefusal(ctx)),
    run: async (ctx, { place }, { level, place: _place, ...token }) => {
      const isKnown = (scope: string) => RESOURCE_TOKEN_SCOPES.some(({ name }) => name === scope);
      if (!token.scopes.every(isKnown)) failFields({ scopes: ['can only contain available scopes'] });
      if (token.name.trim() === '') failFields({ name: ["can't be blank"] });
      const botId = await addBot(ctx, {
        username: `${place.kind}_${place.id}_bot_${randomBytes(8).toString('hex')}`,
        name: token.name.trim(),
        isExternal: ctx.actor.kind === 'user' && ctx.actor.isExternal,
      });
      const where = {
        project_id: place.kind === 'project' ? place.id : null,
        namespace_id: place.kind === 'group' ? place.id : null,
        access_level: level,
        created_by_id: actorId(ctx.actor) ?? null,
      };
      await insertBot(ctx.db, { ...where, user_id: botId, ended_at: null });
      await insertMember(ctx.db, { ...where, user_id: botId, expires_at: null });
      await recordMemberChange(ctx, place, botId, { from: 0, to: level, reason: 'access_token' });
      return { ...(await issueBotToken(ctx, botId, token)), level };
    },
  },
);
