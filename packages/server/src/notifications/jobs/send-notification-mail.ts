import type { Extensions } from '../../platform/extensions.ts';
import { findActingUser, findMailAddress } from '../../accounts/index.ts';
import { noteableById } from '../../discussions/index.ts';
import { ANONYMOUS } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { transact } from '../../platform/context.ts';
import { defineJob, registerJob } from '../../platform/jobs.ts';
import { sendMail } from '../../platform/mail/mailer.ts';
import { notificationSubjectOf } from '../notification-subject.ts';
import { memberLeavePath } from '../unsubscribe/member-unsubscribe.ts';
import { composeMail, type MailReader } from '../reads/compose-mail.ts';
import { holdBatch } from '../store/batches.ts';
import { listBatchesUpTo, type Recipient, takeMailNotifications } from '../store/mail-notifications.ts';

type Payload = Recipient & {
  type: string;
  id: number;
  /** News that are held no longer than this go too; now when left out. */
  upTo?: string;
};

/**
 * Writes one mail of all that waits for someone about a thing. Whether they may read it is asked now, not when it
 * happened: who was removed in the meantime gets nothing, and what was deleted is not told.
 */
export const sendNotificationMail = defineJob<Payload>({
  name: 'send-news-mail',
  run: async (ctx, { upTo, ...payload }) => {
    const { type, id } = payload;
    await transact(ctx, async (inner) => {
      const until = upTo === undefined ? inner.clock.now() : new Date(upTo);
      // Whoever takes a batch back now has done so before it is read here.
      for (const batch of await listBatchesUpTo(inner.db, payload, { type, id }, until))
        await holdBatch(inner.db, batch);
      const news = await takeMailNotifications(inner.db, payload, { type, id }, until);
      if (news.length === 0) return;
      const found = await ('userId' in payload
        ? findMember(inner, payload.userId, payload)
        : findOutsider(inner, payload.outsiderId, payload));
      const mail = found && (await composeMail(found.reader, news));
      if (mail) await sendMail(inner, { ...mail, to: found.address });
    });
  },
});

type Target = { type: string; id: number };
type Addressee = { address: string; reader: MailReader };

async function findMember(ctx: Context, userId: number, { type, id }: Target): Promise<Addressee | undefined> {
  const [actor, address] = await Promise.all([findActingUser(ctx, userId), findMailAddress(ctx, userId)]);
  if (!actor || address === undefined) return undefined;
  const reader: Context = { ...ctx, actor };
  const noteable = await noteableById(reader, type, id);
  const leave = memberLeavePath(ctx, userId, type, id);
  const leaveUrl = leave && `${ctx.config.url}${leave}`;
  return noteable && { address, reader: { ctx: reader, noteable, leaveUrl, outside: null } };
}

/** They were put there on purpose, and so hear of what nobody else without an account may see; of nothing it names. */
async function findOutsider(ctx: Context, outsiderId: number, { type, id }: Target): Promise<Addressee | undefined> {
  const outsiders = (await notificationSubjectOf(type)?.outsiders?.(ctx, id)) ?? [];
  const outsider = outsiders.find((each) => each.id === outsiderId);
  const noteable = await noteableById(ctx, type, id);
  if (!outsider || !noteable) return undefined;
  const reader: Context = { ...ctx, actor: ANONYMOUS };
  const isOpen = (await noteableById(reader, type, id)) !== undefined;
  const leaveUrl = `${ctx.config.url}${outsider.leavePath}`;
  return { address: outsider.email, reader: { ctx: reader, noteable, leaveUrl, outside: { isOpen } } };
}

export const notificationsSendNotificationMail: Extensions = [registerJob(sendNotificationMail)];
