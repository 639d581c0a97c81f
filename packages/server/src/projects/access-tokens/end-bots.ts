import type { Extensions } from '../../platform/extensions.ts';
import { botsWithLivingTokens, retireBot } from '../../accounts/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { onProjectRemoval } from '../lifecycle/remove-project.ts';
import { recordMemberChange } from '../members/member-changes.ts';
import { deleteMemberRow, lockDirectMember, type MemberContainer } from '../members/member-store.ts';
import { type BotRow, lockBot, lockBotsOf, markEnded, nextBots, containerOfBot } from './bot-store.ts';

const BATCH = 200;

/** Takes the bot's role and shuts its account. Within the caller's transaction, the bot's row held. */
export async function endBot(ctx: Context, bot: BotRow): Promise<void> {
  const place = containerOfBot(bot);
  const member = place && (await lockDirectMember(ctx.db, place, bot.user_id));
  if (place && member) {
    await deleteMemberRow(ctx.db, member.id);
    await recordMemberChange(ctx, place, bot.user_id, { from: member.access_level, to: 0, reason: 'token_ended' });
  }
  await markEnded(ctx.db, bot.user_id, { at: ctx.clock.now(), level: member?.access_level ?? bot.access_level });
  await retireBot(ctx, bot.user_id);
}

/** Before a place goes, so that nothing of it still opens anything. */
export function endBotsOf(ctx: Context, place: MemberContainer): Promise<void> {
  return transact(ctx, async (inner) => {
    for (const bot of await lockBotsOf(inner.db, place)) await endBot(inner, bot);
  });
}

/** Ends the bots whose last token has run out. Their rights do not wait for this: a token that ran out opens nothing. */
export const endBotsJob = defineJob<Record<string, never>>({
  name: 'end-access-token-bots',
  run: async (ctx) => {
    let afterId = 0;
    for (;;) {
      const bots = await nextBots(ctx.db, afterId, BATCH);
      const living = await botsWithLivingTokens(
        ctx,
        bots.map((bot) => bot.user_id),
      );
      const dead = bots.filter((bot) => containerOfBot(bot) === null || !living.has(bot.user_id));
      for (const { user_id: id } of dead) await transact(ctx, (inner) => endIfDead(inner, id));
      const last = bots.at(-1);
      if (!last || bots.length < BATCH) return;
      afterId = last.user_id;
    }
  },
});

/** Asked again under the lock: a token may have been replaced meanwhile. */
async function endIfDead(ctx: Context, id: number): Promise<void> {
  const bot = await lockBot(ctx.db, id);
  if (!bot || bot.ended_at !== null) return;
  if (containerOfBot(bot) === null || !(await botsWithLivingTokens(ctx, [id])).has(id)) await endBot(ctx, bot);
}

export const accessTokensEndBots: Extensions = [
  onProjectRemoval((ctx, projectId) => endBotsOf(ctx, { kind: 'project', id: projectId })),
  registerJob(endBotsJob),
  scheduleJob('7 * * * *', endBotsJob),
];
