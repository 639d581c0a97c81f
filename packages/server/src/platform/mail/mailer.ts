import type { Extensions } from '../extensions.ts';
import type { Selectable } from 'kysely';
import { audit } from '../audit.ts';
import { type Context, transact } from '../context.ts';
import type { MailFile, MailMessageRow } from '../db/tables.ts';
import { addJob, defineJob, registerJob } from '../jobs.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
  files?: readonly MailFile[];
};

/** A header must stay one line, whatever a user typed. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').slice(0, 400);
}

/** Puts a mail in the outbox within the caller's transaction; it leaves after the commit, or is kept when no SMTP server is set. */
export async function sendMail(ctx: Context, mail: Mail): Promise<void> {
  const row = await ctx.db
    .insertInto('mail_messages')
    .values({
      recipient: oneLine(mail.to),
      subject: oneLine(mail.subject),
      text_body: mail.text,
      html_body: mail.html ?? null,
      headers: JSON.stringify(mail.headers ?? {}),
      files: JSON.stringify(mail.files ?? []),
      error: null,
      sent_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(ctx, deliverMail, { id: row.id });
}

export const deliverMail = defineJob<{ id: number }>({
  name: 'deliver-mail',
  run: async (ctx, { id }) => {
    const mail = await ctx.db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirst();
    if (!mail || mail.state !== 'queued') return;
    if (!ctx.config.smtpUrl) {
      await ctx.db.updateTable('mail_messages').set({ state: 'kept' }).where('id', '=', id).execute();
      return;
    }
    try {
      await sendNow(ctx, ctx.config.smtpUrl, mail);
    } catch (error) {
      const refusal = permanentRefusal(error);
      const text = error instanceof Error ? error.message : String(error);
      if (refusal === undefined) {
        await ctx.db.updateTable('mail_messages').set({ error: text }).where('id', '=', id).execute();
        throw error;
      }
      ctx.log.warn({ mailId: id, status: refusal, reason: text }, 'the mail server refused a mail for good');
      await transact(ctx, async (inner) => {
        await inner.db
          .updateTable('mail_messages')
          .set({ state: 'failed', error: text })
          .where('id', '=', id)
          .execute();
        await audit(inner, 'mail.failed', { type: 'mail', id }, { recipient: mail.recipient, status: refusal });
      });
      return;
    }
    await ctx.db
      .updateTable('mail_messages')
      .set({ state: 'sent', error: null, sent_at: ctx.clock.now() })
      .where('id', '=', id)
      .execute();
  },
});

/**
 * The status when the server will never take this mail: it refused the address or the content for good (RFC 5321, 5xx).
 * A wrong password or a server that cannot be reached is no property of the mail.
 */
function permanentRefusal(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, responseCode } = error as Error & { code?: string; responseCode?: number };
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isOfMail && responseCode !== undefined && responseCode >= 500 ? responseCode : undefined;
}

async function sendNow(ctx: Context, smtpUrl: string, mail: Selectable<MailMessageRow>): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(smtpUrl);
  try {
    await transport.sendMail({
      from: ctx.config.mailFrom,
      // One address, whatever is written there: a list or a name would be read out of a text.
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.text_body,
      ...(mail.html_body !== null && { html: mail.html_body }),
      headers: mail.headers as Record<string, string>,
      attachments: await readFiles(ctx, mail.files),
    });
  } finally {
    transport.close();
  }
}

/** Read before anyone is called: what goes into one mail is not much. What is gone by now says so in its place. */
function readFiles(ctx: Context, files: readonly MailFile[]) {
  return Promise.all(
    files.map(async ({ filename, storageName }) => {
      const content = await ctx.storage.get(storageName);
      return content ? { filename, content } : { filename: `${filename}.txt`, content: 'This file was removed.\n' };
    }),
  );
}

export const mailMailer: Extensions = [registerJob(deliverMail)];
