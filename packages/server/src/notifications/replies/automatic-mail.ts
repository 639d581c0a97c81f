import type { ReceivedMail } from './parse-mail.ts';

const SENDERS = /^(?:mailer-daemon|postmaster|no-?reply|bounces?|auto-?reply)(?:[+@]|$)/i;
const PRECEDENCE = /^\s*(?:bulk|junk|list|auto_reply)\b/i;

/**
 * Why nobody wrote this mail by hand: an absence note, a report of a mail server, one of our own. Such mails are never
 * answered and change nothing, so that two machines cannot talk to each other. Undefined for what a user wrote.
 */
export function automaticReason(mail: Pick<ReceivedMail, 'from' | 'header'>): string | undefined {
  const submitted = mail.header('auto-submitted');
  if (submitted !== undefined && !/^\s*no\b/i.test(submitted)) return 'the message was sent automatically';
  if (PRECEDENCE.test(mail.header('precedence') ?? '')) return 'the message is a bulk message';
  if (mail.header('x-autoreply') !== undefined || mail.header('x-autorespond') !== undefined)
    return 'the message is an out-of-office reply';
  if (mail.header('list-id') !== undefined) return 'the message comes from a mailing list';
  if (mail.header('return-path')?.trim() === '<>') return 'the message is a delivery report';
  if (/^\s*multipart\/report\b/i.test(mail.header('content-type') ?? '')) return 'the message is a delivery report';
  if (mail.from === undefined || SENDERS.test(mail.from)) return 'the message was not sent by a person';
  return undefined;
}
