import type { Extensions } from '../../platform/extensions.ts';
import { claimExpiringBotTokens, type ExpiringToken } from '../../accounts/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { sendMail } from '../../platform/mail/mailer.ts';
import type { MemberContainer } from '../members/member-store.ts';
import { managersToMail } from '../members/reads/managers-to-mail.ts';
import { type BotRow, nextBots, containerOfBot } from './bot-store.ts';

const BATCH = 200;

async function mailManagers(ctx: Context, place: MemberContainer, { name, expiresAt }: ExpiringToken): Promise<void> {
  const { fullPath, settings, addresses } = await managersToMail(ctx, place);
  for (const to of addresses) {
    await sendMail(ctx, {
      to,
      subject: `An access token of ${fullPath} expires on ${expiresAt}`,
      text: `The access token "${name}" of the ${place.kind} ${fullPath} expires on ${expiresAt}. What uses it stops working then.\n\nTo rotate it, go to: ${ctx.config.url}${settings}/settings/access_tokens\n\nTributary at ${ctx.config.url}\n`,
    });
  }
}

/** In one transaction, so that everybody is told, and once. */
async function notifyOf(ctx: Context, bot: BotRow): Promise<void> {
  const place = containerOfBot(bot);
  if (!place) return;
  await transact(ctx, async (inner) => {
    for (const token of await claimExpiringBotTokens(inner, [bot.user_id])) {
      await mailManagers(inner, place, token);
      const { id, userId, name, expiresAt, days } = token;
      const where = { projectId: bot.project_id, namespaceId: bot.namespace_id };
      const createdAt = token.createdAt.toISOString();
      await emit(inner, 'access_token.expiring', { ...where, token: { id, userId, name, createdAt, expiresAt }, days });
    }
  });
}

/** Tells of access tokens of projects and groups 60, 30 and 7 days before they expire. */
export const notifyExpiringTokensJob = defineJob<Record<string, never>>({
  name: 'notify-expiring-access-tokens',
  run: async (ctx) => {
    let afterId = 0;
    for (;;) {
      const bots = await nextBots(ctx.db, afterId, BATCH);
      for (const bot of bots) await notifyOf(ctx, bot);
      const last = bots.at(-1);
      if (!last || bots.length < BATCH) return;
      afterId = last.user_id;
    }
  },
});

export const accessTokensNotifyExpiring: Extensions = [
  registerJob(notifyExpiringTokensJob),
  scheduleJob('43 5 * * *', notifyExpiringTokensJob),
];
