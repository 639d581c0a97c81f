import { listUsersByIds } from '../../accounts/index.ts';
import {
  canCreateNote,
  findNoteView,
  type Noteable,
  shortReference,
  uploadsInText,
  withFullUploadLinks,
} from '../../discussions/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { MailFile } from '../../platform/db/tables.ts';
import type { ContainerKind } from '../../projects/index.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { notificationSubjectOf, type NotificationSubject } from '../notification-subject.ts';
import { htmlOf, type MailAbout, type MailPart, subjectOf, textOf, withFullAddresses } from '../mail-text.ts';
import { replyAddress } from '../replies/reply-key.ts';
import { namedInHtml, namedInText, attachmentsWithinLimit } from '../attached-files.ts';
import type { MailNotificationRow } from '../store/mail-notifications.ts';

/** For whom a mail is written. */
export type MailReader = {
  /** Acts as them. */
  ctx: Context;
  noteable: Noteable;
  /** Where they stop the mails about this one thing; undefined where they cannot say so. */
  leaveUrl: string | undefined;
  /** Only of someone without an account: whether they can open the thing at all. */
  outside: { isOpen: boolean } | null;
};

/** One mail of these news; undefined when nothing is left to tell. */
export async function composeMail(
  reader: MailReader,
  news: readonly MailNotificationRow[],
): Promise<Omit<Mail, 'to'> | undefined> {
  const { ctx, noteable, outside } = reader;
  const descriptor = notificationSubjectOf(noteable.type);
  if (!descriptor) return undefined;
  const actors = await listUsersByIds(
    ctx,
    news.flatMap((row) => row.actor_id ?? []),
  );
  const names = new Map(actors.map((user) => [user.id, user.name]));
  const parts: MailPart[] = [];
  const threads = new Set<string | null>();
  let isInternal = false;
  for (const row of news) {
    const said = await wordsOf(ctx, descriptor, noteable, row);
    if (!said) continue;
    const { thread, isInternal: isSaidInside, ...words } = said;
    threads.add(thread);
    isInternal ||= isSaidInside;
    parts.push({
      kind: row.kind,
      reason: row.reason,
      actorName: names.get(row.actor_id ?? 0) ?? 'Someone',
      ...words,
    });
  }
  if (parts.length === 0) return undefined;
  const files = outside ? await attachFiles(ctx, noteable, parts) : [];
  // An answer to a mail about one thread belongs there.
  const [thread] = threads;
  const discussionId = threads.size === 1 ? (thread ?? null) : null;
  const replyTo = await replyToOf(ctx, noteable, { discussionId, isInternal });
  const about = { ...aboutOf(reader, descriptor), canReply: replyTo !== undefined };
  const isFirst = parts[0]?.kind === 'created';
  return {
    subject: subjectOf(about, isFirst),
    text: textOf(about, parts),
    html: htmlOf(about, parts),
    files,
    headers: { ...headersOf(reader, news, isFirst), ...(replyTo !== undefined && { 'Reply-To': replyTo }) },
  };
}

/** Links of the parts to files become those files, for someone who cannot open the links. */
async function attachFiles(ctx: Context, { place }: Noteable, parts: MailPart[]): Promise<MailFile[]> {
  const words = parts.map((part) => part.text ?? '').join('\n');
  const attached = attachmentsWithinLimit(await uploadsInText(ctx, place, words));
  for (const part of parts) {
    if (part.text !== undefined) part.text = namedInText(part.text, attached);
    if (part.html !== undefined) part.html = namedInHtml(part.html, attached);
  }
  return attached.map((file) => ({ filename: file.filename, storageName: file.storage_name }));
}

/** Undefined where the reader may not answer, or nobody by mail. */
async function replyToOf(
  ctx: Context,
  noteable: Noteable,
  about: { discussionId: string | null; isInternal: boolean },
): Promise<string | undefined> {
  const userId = actorId(ctx.actor);
  if (userId === undefined || canCreateNote(ctx.actor, noteable, about.isInternal) !== null) return undefined;
  return replyAddress(ctx, { userId, type: noteable.type, id: noteable.id, ...about });
}

function aboutOf(
  { ctx, noteable, leaveUrl, outside }: MailReader,
  descriptor: NotificationSubject,
): Omit<MailAbout, 'canReply'> {
  const { place } = noteable;
  return {
    noun: descriptor.noun,
    reference: shortReference(noteable),
    title: noteable.title,
    place: { kind: place.kind, name: place.name },
    url: `${ctx.config.url}${noteable.path}`,
    settingsUrl: `${ctx.config.url}/-/profile/notifications`,
    outside: outside && { ...outside, leaveUrl: leaveUrl ?? '' },
  };
}

/** The words that came with an action; undefined when they are gone or not for this reader. */
async function wordsOf(
  ctx: Context,
  descriptor: NotificationSubject,
  noteable: Noteable,
  row: MailNotificationRow,
): Promise<
  | (Pick<MailPart, 'text' | 'html' | 'place' | 'labels' | 'url'> & { thread: string | null; isInternal: boolean })
  | undefined
> {
  const url = `${ctx.config.url}${noteable.path}`;
  if (row.note_id !== null) {
    const note = await findNoteView(ctx, noteable, row.note_id);
    if (!note) return undefined;
    const { position } = note.discussion;
    const line = position?.new_line ?? position?.old_line;
    const path = position?.new_path ?? position?.old_path;
    return {
      // A single comment begins a thread only when it is answered, which everyone sees: the answer stands on its own.
      thread: note.discussion.is_individual ? null : note.discussion.id,
      isInternal: note.row.is_internal,
      text: withFullUploadLinks(note.row.body, noteable.place, ctx.config.url),
      html: withFullAddresses(note.html, ctx.config.url),
      ...(path && { place: line ? `${path}, line ${line}` : path }),
      url: `${url}#note_${note.row.id}`,
    };
  }
  if (row.kind === 'relabeled') {
    const labels = (await descriptor.labelNames?.(ctx, noteable.id, row.label_ids ?? [])) ?? [];
    return labels.length === 0 ? undefined : { thread: null, isInternal: false, labels, url };
  }
  if (row.kind !== 'created' && row.kind !== 'described') return { thread: null, isInternal: false, url };
  const { text, html } = await descriptor.showDescription(ctx, noteable.id);
  return {
    thread: null,
    isInternal: false,
    ...(text !== '' && { text, html: withFullAddresses(html, ctx.config.url) }),
    url,
  };
}

/** As headers name the place of a thing. */
const KINDS: Record<ContainerKind, string> = { project: 'Project', group: 'Group' };
const LISTS: Record<ContainerKind, string> = { project: '', group: 'group-' };

/** Mails about one thing are one thread in every mail program, whatever their order. */
function headersOf(
  { ctx, noteable, leaveUrl }: MailReader,
  news: readonly MailNotificationRow[],
  isFirst: boolean,
): Record<string, string> {
  const host = new URL(ctx.config.url).hostname;
  const root = `<${noteable.type}_${noteable.id}@${host}>`;
  const { place } = noteable;
  const last = news.at(-1);
  return {
    'Message-ID': isFirst ? root : `<${noteable.type}_${noteable.id}_${last?.id ?? 0}@${host}>`,
    ...(!isFirst && { 'In-Reply-To': root, References: root }),
    'List-Id': `<${LISTS[place.kind]}${place.id}.${host}>`,
    'List-Archive': `<${ctx.config.url}${noteable.path}>`,
    'List-Unsubscribe': `<${leaveUrl ?? `${ctx.config.url}${noteable.path}`}>`,
    // Mail programs stop the mails by themselves there; nobody has to sign in for it.
    ...(leaveUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    'Auto-Submitted': 'auto-generated',
    Precedence: 'list',
    [`X-GitLab-${KINDS[place.kind]}-Id`]: String(place.id),
    [`X-GitLab-${KINDS[place.kind]}-Path`]: place.fullPath,
    [`X-GitLab-${noteable.type}-IID`]: String(noteable.iid ?? ''),
    'X-GitLab-NotificationReason': last?.reason === 'labelled' ? 'subscribed' : (last?.reason ?? 'own_activity'),
  };
}
