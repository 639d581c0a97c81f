import PostalMime from 'postal-mime';
import { mailHtmlToText } from '../../platform/markup/index.ts';

export type ReceivedFile = { filename: string; content: Buffer };

export type ReceivedMail = {
  /** Undefined where a mail has none, as no mail program makes it. */
  messageId: string | undefined;
  /** Address of the sender alone. */
  from: string | undefined;
  /** Every address that it was sent to, as far as it says. */
  recipients: string[];
  subject: string;
  text: string;
  files: ReceivedFile[];
  /** The first of this name; names in lower case. */
  header: (name: string) => string | undefined;
};

export const MAX_MAIL_BYTES = 25 * 1_048_576;
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 262_144 };
const RECIPIENT_HEADERS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

/** Reads a message as it travels. Throws for what is none. */
export async function parseMail(raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, LIMITS);
  const header = (name: string) => mail.headers.find((each) => each.key === name)?.value;
  const recipients = mail.headers
    .filter((each) => RECIPIENT_HEADERS.includes(each.key))
    .flatMap((each) => addressesIn(each.value));
  return {
    messageId: mail.messageId?.trim() || undefined,
    from: mail.from?.address?.toLowerCase() || undefined,
    recipients,
    subject: mail.subject ?? '',
    text: mail.text?.trim() ? mail.text : mailHtmlToText(mail.html ?? ''),
    files: mail.attachments.map((file, at) => ({
      filename: file.filename ?? `attachment-${at + 1}`,
      content: toBuffer(file.content),
    })),
    header,
  };
}

function addressesIn(value: string): string[] {
  return value.match(/[^\s<>",;:()]+@[^\s<>",;:()]+/g) ?? [];
}

function toBuffer(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}
