import type { Context } from '../../platform/context.ts';
import { sendMail } from '../../platform/mail/mailer.ts';
import type { ReceivedMail } from './parse-mail.ts';

const MAX_QUOTED_CHARS = 50_000;

/** Never answered by machines, and without the address that takes answers. */
function headersFor(mail: ReceivedMail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-replied',
    'X-Auto-Response-Suppress': 'All',
    ...(mail.messageId !== undefined && { 'In-Reply-To': mail.messageId, References: mail.messageId }),
  };
}

/** Tells the user (at their own address, whoever sent it) why an answer was not taken, with every word of it. */
export async function sendRefusal(ctx: Context, to: string, mail: ReceivedMail, reason: string): Promise<void> {
  const written = mail.text.trim().slice(0, MAX_QUOTED_CHARS);
  const text = [
    `Your reply was not added: ${reason}.`,
    '',
    'This is what you wrote:',
    '',
    ...written.split('\n').map((line) => `> ${line}`),
    '',
  ].join('\n');
  await sendMail(ctx, { to, subject: `Your reply was not added: ${mail.subject}`, text, headers: headersFor(mail) });
}

/** The answer was taken, but not all that came with it. */
export async function sendRemarks(
  ctx: Context,
  to: string,
  mail: ReceivedMail,
  remarks: readonly string[],
): Promise<void> {
  const text = [
    'Your reply was added, but parts of it could not be processed:',
    '',
    ...remarks.map((each) => `- ${each}`),
    '',
  ].join('\n');
  await sendMail(ctx, { to, subject: `About your reply: ${mail.subject}`, text, headers: headersFor(mail) });
}
