import { createHash } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser, findMailAddress } from '../../accounts/index.ts';
import {
  canCreateNote,
  type CommandOutcome,
  findDiscussion,
  type Noteable,
  noteableById,
  uploadFile,
  writeNote,
} from '../../discussions/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { sendRefusal, sendRemarks } from './answer-mail.ts';
import { automaticReason } from './automatic-mail.ts';
import { MAX_MAIL_BYTES, parseMail, type ReceivedFile, type ReceivedMail } from './parse-mail.ts';
import { replyKeysIn } from './reply-address.ts';
import { findReplyTarget } from './reply-key.ts';
import { countReceived, insertReceived, isReceived, type ReplyKeyRow } from './store.ts';
import { visibleText } from './visible-text.ts';

/** `ignored` and `unknown` change nothing; `refused` was told to the user. */
type ReplyOutcome =
  | { outcome: 'added'; noteId: number | null }
  | { outcome: 'repeated' }
  | { outcome: 'refused' | 'ignored' | 'unknown'; reason: string };

const HOUR_MS = 3_600_000;
const MAX_AN_HOUR = 100;
const MAX_REFUSALS_AN_HOUR = 10;
const MAX_FILES = 10;
const MAX_FILE_BYTES = 10 * 1_048_576;

/**
 * Takes one message that a mail server or gateway brings: the answer of a user becomes a comment with their rights of
 * this moment. A message that comes twice is taken once. Failures that pass are thrown, so that it is brought again.
 */
export async function receiveReply(ctx: Context, raw: Buffer, envelope: readonly string[] = []): Promise<ReplyOutcome> {
  const { replyAddress: template } = ctx.config;
  if (template === undefined) return { outcome: 'unknown', reason: 'replies by email are disabled' };
  if (raw.length > MAX_MAIL_BYTES) return { outcome: 'unknown', reason: 'the message is too large' };
  const mail = await parseMail(raw).catch(() => undefined);
  if (!mail) return { outcome: 'unknown', reason: 'the message is invalid' };
  const automatic = automaticReason(mail);
  if (automatic !== undefined) return { outcome: 'ignored', reason: automatic };
  for (const key of replyKeysIn(template, [...envelope, ...mail.recipients])) {
    const place = await findReplyTarget(ctx, key);
    if (place) return takeReply(ctx, mail, place, raw);
  }
  return { outcome: 'unknown', reason: 'no such address' };
}

async function takeReply(ctx: Context, mail: ReceivedMail, place: ReplyKeyRow, raw: Buffer): Promise<ReplyOutcome> {
  const [actor, address] = await Promise.all([findActingUser(ctx, place.user_id), findMailAddress(ctx, place.user_id)]);
  if (!actor || address === undefined) return { outcome: 'ignored', reason: 'the sender no longer has an account' };
  const identity = mail.messageId ?? createHash('sha256').update(raw).digest('hex');
  const digest = createHash('sha256').update(`${place.user_id}:${identity}`).digest();
  if (await isReceived(ctx.db, digest)) return { outcome: 'repeated' };
  const reader: Context = { ...ctx, actor };
  const done = await add(reader, mail, { place, address, idempotencyKey: `mail:${digest.toString('hex')}` });
  return transact(ctx, async (inner) => {
    const outcome = done.reason === undefined ? 'added' : 'refused';
    const now = inner.clock.now();
    const told = await countReceived(inner.db, place.user_id, 'refused', new Date(now.getTime() - HOUR_MS));
    const row = { digest, user_id: place.user_id, outcome, received_at: now } as const;
    if (!(await insertReceived(inner.db, row))) return { outcome: 'repeated' };
    if (done.reason === undefined) {
      if (done.remarks.length > 0) await sendRemarks(inner, address, mail, done.remarks);
      return { outcome: 'added', noteId: done.noteId };
    }
    if (told < MAX_REFUSALS_AN_HOUR) await sendRefusal(inner, address, mail, done.reason);
    return { outcome: 'refused', reason: done.reason };
  });
}

type Added = { noteId: number | null; remarks: string[]; reason?: undefined } | { reason: string };
type Task = { place: ReplyKeyRow; address: string; idempotencyKey: string };

async function add(ctx: Context, mail: ReceivedMail, { place, address, idempotencyKey }: Task): Promise<Added> {
  // The key alone is not enough: a mail that was passed on carries it.
  if (mail.from !== address.toLowerCase()) return { reason: `it was sent from ${mail.from} instead of ${address}` };
  const since = new Date(ctx.clock.now().getTime() - HOUR_MS);
  if ((await countReceived(ctx.db, place.user_id, 'added', since)) >= MAX_AN_HOUR) {
    return { reason: 'you sent too many replies within one hour' };
  }
  const noteable = await noteableById(ctx, place.target_type, place.target_id);
  if (!noteable) return { reason: 'the item you replied to no longer exists, or you no longer have access to it' };
  const written = visibleText(mail.text);
  if (written === '' && mail.files.length === 0) return { reason: 'there is no text above the quoted email' };
  try {
    return await write(ctx, noteable, { written, files: mail.files, place, idempotencyKey });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reason: withoutStop(error.message) };
  }
}

type Letter = { written: string; files: readonly ReceivedFile[]; place: ReplyKeyRow; idempotencyKey: string };

async function write(ctx: Context, noteable: Noteable, letter: Letter): Promise<Added> {
  const thread = await threadOf(ctx, noteable, letter.place.discussion_id);
  if (!thread && letter.place.is_internal && letter.place.discussion_id !== null)
    return { reason: 'the thread you replied to no longer exists' };
  const isInternal = thread?.is_internal ?? letter.place.is_internal;
  const refusal = canCreateNote(ctx.actor, noteable, isInternal);
  if (refusal) throw new AppError(refusal.code, refusal.params);
  const { links, remarks } = await keepFiles(ctx, noteable, letter.files);
  const body = [letter.written, ...links].filter((part) => part !== '').join('\n\n');
  if (body === '') return { reason: withoutStop(remarks.join(' ')) };
  const { made, outcome } = await writeNote(ctx, {
    noteable,
    body,
    ...(thread ? { replyTo: thread.id } : { isInternal }),
    idempotencyKey: letter.idempotencyKey,
  });
  const failed: CommandOutcome['errors'] = outcome?.errors ?? [];
  if (!made && failed.length > 0 && outcome?.messages.length === 0) return { reason: withoutStop(failed.join(' ')) };
  return { noteId: made?.note.id ?? null, remarks: [...remarks, ...failed] };
}

/** Without its thread an answer stands alone, unless that was internal. */
function threadOf(ctx: Context, noteable: Noteable, id: string | null) {
  return id === null ? undefined : findDiscussion(ctx.db, { noteableType: noteable.type, noteableId: noteable.id }, id);
}

async function keepFiles(ctx: Context, noteable: Noteable, files: readonly ReceivedFile[]) {
  const links: string[] = [];
  const remarks: string[] = [];
  for (const [at, file] of files.entries()) {
    if (at >= MAX_FILES) remarks.push(`${file.filename} was not attached: the limit is ${MAX_FILES} files.`);
    else if (file.content.length > MAX_FILE_BYTES)
      remarks.push(`${file.filename} was not attached: it is larger than 10 MiB.`);
    else {
      try {
        links.push((await uploadFile(ctx, noteable.place, file)).markdown);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        remarks.push(`${file.filename} was not attached: ${withoutStop(error.message)}.`);
      }
    }
  }
  return { links, remarks };
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.+$/, '');
}
