import type { Context } from '../../platform/context.ts';
import { addJob } from '../../platform/jobs.ts';
import { sendNewsMail } from '../jobs/send-news-mail.ts';
import { addMailNews, oldestNewsAt } from '../store/mail-news.ts';
import type { Told } from './notice.ts';

/** News wait this long for others about the same thing: one mail tells them all, and what is taken back is not sent. */
export const GATHER_MS = 60_000;

/** News of these kinds are for those they concern directly; others see them when they come by. */
const QUIET: ReadonlySet<string> = new Set(['reassigned', 'reviewers_changed']);

export async function queueMail(ctx: Context, { news, concerned, audience }: Told): Promise<void> {
  const target = { type: news.type, id: news.id };
  for (const [userId, { reason, byMail }] of audience) {
    if (!byMail || (QUIET.has(news.kind) && !isNewDuty(news.kind, userId, concerned))) continue;
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
      },
    ]);
    await addJob(
      ctx,
      sendNewsMail,
      { userId, ...target },
      { key: `news-mail:${userId}:${news.type}:${news.id}`, runAt: new Date(first.getTime() + GATHER_MS) },
    );
  }
}

/** Of a changed list of people only those who are on it now need a mail. */
function isNewDuty(kind: string, userId: number, concerned: Told['concerned']): boolean {
  const list = kind === 'reassigned' ? concerned.assigned : concerned.reviewers;
  return list.some((duty) => duty.userId === userId);
}
