import type { Context } from '../../platform/context.ts';
import { addJob } from '../../platform/jobs.ts';
import { sendNewsMail } from '../jobs/send-news-mail.ts';
import { addMailNews, oldestNewsAt } from '../store/mail-news.ts';
import type { Told } from './notice.ts';

/** News wait this long for others about the same thing: one mail tells them all, and what is taken back is not sent. */
export const GATHER_MS = 60_000;

/** Clocks of several servers differ by less. */
const SLACK_MS = 2_000;

/** News of these kinds are for those they concern directly; others see them when they come by. */
const QUIET: ReadonlySet<string> = new Set(['reassigned', 'reviewers_changed']);

/** `onDuty`: who was given something to do just now. */
export async function queueMail(ctx: Context, { news, audience }: Told, onDuty: ReadonlySet<number>): Promise<void> {
  const target = { type: news.type, id: news.id };
  for (const [userId, { reason, byMail }] of audience) {
    if (!byMail || (QUIET.has(news.kind) && !onDuty.has(userId))) continue;
    const { batch } = news;
    const first = (await oldestNewsAt(ctx.db, userId, target)) ?? ctx.clock.now();
    await addMailNews(ctx.db, [
      {
        user_id: userId,
        target_type: news.type,
        target_id: news.id,
        event_id: news.eventId,
        kind: news.kind,
        reason,
        actor_id: news.actorId,
        note_id: news.note?.id ?? null,
        batch: batch?.id ?? null,
        held_until: batch?.heldUntil ?? null,
      },
    ]);
    const key = `news-mail:${userId}:${news.type}:${news.id}`;
    // A batch has its own hour: neither does it leave earlier with others, nor do later ones put it off.
    await (batch
      ? addJob(
          ctx,
          sendNewsMail,
          { userId, ...target, upTo: batch.heldUntil.toISOString() },
          { key: `${key}:${batch.id}`, runAt: new Date(batch.heldUntil.getTime() + SLACK_MS) },
        )
      : addJob(ctx, sendNewsMail, { userId, ...target }, { key, runAt: new Date(first.getTime() + GATHER_MS) }));
  }
}
