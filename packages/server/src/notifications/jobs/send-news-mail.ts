import { findActingUser, findMailAddress } from '../../accounts/index.ts';
import { noteableById } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { transact } from '../../platform/context.ts';
import { defineJob } from '../../platform/jobs.ts';
import { sendMail } from '../../platform/mail/mailer.ts';
import { composeMail } from '../reads/compose-mail.ts';
import { holdBatch } from '../store/batches.ts';
import { listBatchesUpTo, takeMailNews } from '../store/mail-news.ts';

type Payload = {
  userId: number;
  type: string;
  id: number;
  /** News that are held no longer than this go too; now when left out. */
  upTo?: string;
};

/**
 * Writes one mail of all that waits for a person about a thing. Whether they may read it is asked now, not when it
 * happened: who was removed in the meantime gets nothing, and what was deleted is not told.
 */
export const sendNewsMail = defineJob<Payload>({
  name: 'send-news-mail',
  run: async (ctx, { userId, type, id, upTo }) => {
    await transact(ctx, async (inner) => {
      const until = upTo === undefined ? inner.clock.now() : new Date(upTo);
      // Whoever takes a batch back now has done so before it is read here.
      for (const batch of await listBatchesUpTo(inner.db, userId, { type, id }, until))
        await holdBatch(inner.db, batch);
      const news = await takeMailNews(inner.db, userId, { type, id }, until);
      const [actor, address] = await Promise.all([findActingUser(inner, userId), findMailAddress(inner, userId)]);
      if (news.length === 0 || !actor || address === undefined) return;
      const reader: Context = { ...inner, actor };
      const noteable = await noteableById(reader, type, id);
      const mail = noteable && (await composeMail(reader, noteable, news));
      if (mail) await sendMail(inner, { ...mail, to: address });
    });
  },
});
