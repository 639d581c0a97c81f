import type { NotificationReason } from '@tributary/contract/notifications/enums.ts';
import { mapUsersByConfirmedEmail } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { addJob } from '../../platform/jobs.ts';
import { columnsOf, hasMail } from '../../projects/index.ts';
import { notificationSubjectOf } from '../notification-subject.ts';
import { sendNotificationMail } from '../jobs/send-notification-mail.ts';
import {
  addMailNotifications,
  oldestMailNotificationAt,
  type Recipient,
  recipientColumns,
} from '../store/mail-notifications.ts';
import type { Notification, NotificationContext } from './notify.ts';

/** News wait this long for others about the same thing: one mail tells them all, and what is taken back is not sent. */
export const GATHER_MS = 60_000;

/** Clocks of several servers differ by less. */
const SLACK_MS = 2_000;

/** News of these kinds are for those they concern directly; others see them when they come by. */
const QUIET: ReadonlySet<string> = new Set(['reassigned', 'reviewers_changed']);

type Fresh = {
  /** Who was given something to do just now. */
  onDuty: ReadonlySet<number>;
  /** Whom the text calls that it has not called before. */
  called: ReadonlySet<number>;
};

/** A description tells each user once that they are named in it, however often it is edited. */
export async function queueMail(ctx: Context, told: NotificationContext, { onDuty, called }: Fresh): Promise<void> {
  const { news, audience, concerned } = told;
  const { place } = concerned.noteable;
  if (!(await hasMail(ctx.db, { projectId: columnsOf(place).project_id, namespaceId: place.namespaceId }))) return;
  for (const [userId, { reason, byMail }] of audience) {
    if (!byMail || (QUIET.has(news.kind) && !onDuty.has(userId))) continue;
    if (news.kind === 'described' && !called.has(userId)) continue;
    await putAside(ctx, news, { userId }, reason);
  }
  for (const outsiderId of await outsidersOf(ctx, told)) await putAside(ctx, news, { outsiderId }, 'subscribed');
}

async function putAside(
  ctx: Context,
  news: Notification,
  recipient: Recipient,
  reason: NotificationReason,
): Promise<void> {
  const target = { type: news.type, id: news.id };
  const { batch } = news;
  const first = (await oldestMailNotificationAt(ctx.db, recipient, target)) ?? ctx.clock.now();
  await addMailNotifications(ctx.db, [
    {
      ...recipientColumns(recipient),
      target_type: news.type,
      target_id: news.id,
      event_id: news.eventId,
      kind: news.kind,
      reason,
      actor_id: news.actorId,
      note_id: news.note?.id ?? null,
      label_ids: news.kind === 'relabeled' ? [...(news.labels?.ids ?? [])] : null,
      batch: batch?.id ?? null,
      held_until: batch?.heldUntil ?? null,
    },
  ]);
  const who = 'userId' in recipient ? recipient.userId : `outside-${recipient.outsiderId}`;
  const key = `news-mail:${who}:${news.type}:${news.id}`;
  // A batch has its own hour: neither does it leave earlier with others, nor do later ones put it off.
  await (batch
    ? addJob(
        ctx,
        sendNotificationMail,
        { ...recipient, ...target, upTo: batch.heldUntil.toISOString() },
        { key: `${key}:${batch.id}`, runAt: new Date(batch.heldUntil.getTime() + SLACK_MS) },
      )
    : addJob(
        ctx,
        sendNotificationMail,
        { ...recipient, ...target },
        { key, runAt: new Date(first.getTime() + GATHER_MS) },
      ));
}

/** Users without an account hear of public comments alone; nobody is told twice, nor what they said themselves. */
async function outsidersOf(ctx: Context, { news, audience }: NotificationContext): Promise<number[]> {
  if (news.kind !== 'commented' || !news.note || news.note.isInternal) return [];
  const outsiders = (await notificationSubjectOf(news.type)?.outsiders?.(ctx, news.id)) ?? [];
  const known = await mapUsersByConfirmedEmail(
    ctx,
    outsiders.map(({ email }) => email),
  );
  return outsiders.flatMap(({ id, email }) => {
    const userId = known.get(email.toLowerCase())?.id;
    const isTold = userId !== undefined && (userId === news.actorId || audience.get(userId)?.byMail === true);
    return isTold ? [] : id;
  });
}
