import { AppError, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import {
  botsWithLivingTokens,
  endBotToken,
  freshSessionRefusal,
  type NewToken,
  currentTokenId,
  rotateBotToken,
} from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { grantingLevel } from '../../members/abilities.ts';
import { type LoadedContainer, loadContainer } from '../../members/load-container.ts';
import type { MemberContainer } from '../../members/member-store.ts';
import { type BotRow, lockBot } from '../bot-store.ts';
import { endBot } from '../end-bots.ts';
import { type AccessTokenView, getAccessToken } from '../reads/list-access-tokens.ts';
import { manageRefusal } from './create-access-token.ts';

export type AccessTokenInput = { place: MemberContainer; tokenId: number };

type Loaded = LoadedContainer & { token: AccessTokenView; bot: BotRow };

async function loadToken(ctx: Context, { place, tokenId }: AccessTokenInput): Promise<Loaded> {
  const loaded = await loadContainer(ctx, place);
  const token = await getAccessToken(ctx, place, tokenId);
  const bot = await lockBot(ctx.db, token.userId);
  if (!bot) throw new AppError('not_found', { resource: 'Access Token' });
  return { ...loaded, token, bot };
}

/** Nobody takes over a token that can do more than they. */
function levelRefusal(ctx: Context, { policy, token }: Loaded): Refusal | null {
  return token.level > grantingLevel(ctx.actor, policy) ? refuse('access_token_level') : null;
}

/** Replaces a token by a new one of the same bot; the old one ends in the same moment. */
export const rotateAccessToken = defineOperation<
  AccessTokenInput & { expiresAt?: string | undefined },
  Loaded,
  NewToken & { level: number }
>({
  name: 'access_token.rotate',
  load: loadToken,
  check: async (ctx, loaded) =>
    manageRefusal(ctx, loaded) ??
    levelRefusal(ctx, loaded) ??
    (loaded.bot.ended_at === null ? await freshSessionRefusal(ctx) : refuse('token_not_living')),
  run: async (ctx, { token, bot }, { expiresAt }) => {
    const made = await rotateBotToken(ctx, bot.user_id, { tokenId: token.id, expiresAt });
    return { ...made, level: token.level };
  },
});

/** A token of the place replaces itself; the scope self_rotate is enough. */
export const rotateOwnAccessToken = defineOperation<
  { place: MemberContainer; expiresAt?: string | undefined },
  Loaded,
  NewToken & { level: number }
>({
  name: 'access_token.rotate_own',
  load: (ctx, { place }) => loadToken(ctx, { place, tokenId: currentTokenId(ctx) }),
  check: (ctx, { policy, token, bot }) => {
    const denied = can(ctx.actor, 'rotate_own_token', policy);
    if (denied) return denied;
    if (actorId(ctx.actor) !== token.userId) return refuse('forbidden');
    return bot.ended_at === null ? null : refuse('token_not_living');
  },
  run: async (ctx, { token, bot }, { expiresAt }) => {
    const made = await rotateBotToken(ctx, bot.user_id, { tokenId: token.id, expiresAt });
    return { ...made, level: token.level };
  },
});

/** Ends a token, and with the last one its bot. Ending one twice is no failure. */
export const revokeAccessToken = defineOperation<AccessTokenInput, Loaded, void>({
  name: 'access_token.revoke',
  load: loadToken,
  check: (ctx, loaded) => {
    const ability = loaded.place.kind === 'project' ? 'revoke_project_access_tokens' : 'revoke_group_access_tokens';
    return can(ctx.actor, ability, loaded.policy);
  },
  run: async (ctx, { token, bot }) => {
    await endBotToken(ctx, bot.user_id, token.id);
    if (bot.ended_at !== null) return;
    if (!(await botsWithLivingTokens(ctx, [bot.user_id])).has(bot.user_id)) await endBot(ctx, bot);
  },
});
