import { findActingUser, findMailAddress } from '../../accounts/index.ts';
import { noteableById } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { transact } from '../../platform/context.ts';
import { defineJob } from '../../platform/jobs.ts';
import { sendMail } from '../../platform/mail/mailer.ts';
import { composeMail } from '../reads/compose-mail.ts';
import { takeMailNews } from '../store/mail-news.ts';

type Payload = { userId: number; type: string; id: number };

/**
 * Writes one mail of all that waits for a person about a thing. Whether they may read it is asked now, not when it
 * happened: who was removed in the meantime gets nothing, and what was deleted is not told.
 */
export const sendNewsMail = defineJob<Payload>({
  name: 'send-news-mail',
  run: async (ctx, { userId, type, id }) => {
    await transact(ctx, async (inner) => {
      const news = await takeMailNews(inner.db, userId, { type, id });
      const [actor, address] = await Promise.all([findActingUser(inner, userId), findMailAddress(inner, userId)]);
      if (news.length === 0 || !actor || address === undefined) return;
      const reader: Context = { ...inner, actor };
      const noteable = await noteableById(reader, type, id);
      const mail = noteable && (await composeMail(reader, noteable, news));
      if (mail) await sendMail(inner, { ...mail, to: address });
    });
  },
});
