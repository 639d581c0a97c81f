import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import { noteById, type Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { attentionOf, type AttentionDescriptor } from '../attention.ts';
import { htmlOf, type MailAbout, type MailPart, subjectOf, textOf, withFullAddresses } from '../mail-text.ts';
import type { MailNewsRow } from '../store/mail-news.ts';

/** One mail of these news for the reader that the context acts as; undefined when nothing is left to tell. */
export async function composeMail(
  ctx: Context,
  noteable: Noteable,
  news: readonly MailNewsRow[],
): Promise<Omit<Mail, 'to'> | undefined> {
  const descriptor = attentionOf(noteable.type);
  if (!descriptor) return undefined;
  const actors = await listUsersByIds(
    ctx,
    news.flatMap((row) => row.actor_id ?? []),
  );
  const names = new Map(actors.map((user) => [user.id, user.name]));
  const parts: MailPart[] = [];
  for (const row of news) {
    const said = await wordsOf(ctx, descriptor, noteable, row);
    if (said)
      parts.push({
        kind: row.kind,
        reason: row.reason,
        actorName: names.get(row.actor_id ?? 0) ?? 'Somebody',
        ...said,
      });
  }
  if (parts.length === 0) return undefined;
  const about = aboutOf(ctx, descriptor, noteable);
  const isFirst = parts[0]?.kind === 'created';
  return {
    subject: subjectOf(about, isFirst),
    text: textOf(about, parts),
    html: htmlOf(about, parts),
    headers: headersOf(ctx, noteable, news, isFirst),
  };
}

function aboutOf(ctx: Context, descriptor: AttentionDescriptor, noteable: Noteable): MailAbout {
  const { project } = noteable.access;
  return {
    noun: descriptor.noun,
    reference: noteable.reference.slice(project.full_path.length),
    title: noteable.title,
    projectName: project.name,
    url: `${ctx.config.url}${noteable.path}`,
    settingsUrl: `${ctx.config.url}/-/profile/notifications`,
  };
}

/** The words that came with a deed; undefined when they are gone or not for this reader. */
async function wordsOf(
  ctx: Context,
  descriptor: AttentionDescriptor,
  noteable: Noteable,
  row: MailNewsRow,
): Promise<Pick<MailPart, 'text' | 'html' | 'place' | 'url'> | undefined> {
  const url = `${ctx.config.url}${noteable.path}`;
  if (row.note_id !== null) {
    const note = await findNote(ctx, noteable, row.note_id);
    if (!note) return undefined;
    const { position } = note.discussion;
    const line = position?.new_line ?? position?.old_line;
    const path = position?.new_path ?? position?.old_path;
    return {
      text: note.row.body,
      html: withFullAddresses(note.html, ctx.config.url),
      ...(path && { place: line ? `${path}, line ${line}` : path }),
      url: `${url}#note_${note.row.id}`,
    };
  }
  if (row.kind !== 'created' && row.kind !== 'described') return { url };
  const { text, html } = await descriptor.showDescription(ctx, noteable.id);
  return { ...(text !== '' && { text, html: withFullAddresses(html, ctx.config.url) }), url };
}

async function findNote(ctx: Context, noteable: Noteable, id: number) {
  try {
    return await noteById(ctx, noteable, id);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** Mails about one thing are one thread in every mail program, whatever their order. */
function headersOf(
  ctx: Context,
  noteable: Noteable,
  news: readonly MailNewsRow[],
  isFirst: boolean,
): Record<string, string> {
  const host = new URL(ctx.config.url).hostname;
  const root = `<${noteable.type}_${noteable.id}@${host}>`;
  const { project } = noteable.access;
  const last = news.at(-1);
  return {
    'Message-ID': isFirst ? root : `<${noteable.type}_${noteable.id}_${last?.id ?? 0}@${host}>`,
    ...(!isFirst && { 'In-Reply-To': root, References: root }),
    'List-Id': `<${project.id}.${host}>`,
    'List-Unsubscribe': `<${ctx.config.url}${noteable.path}>`,
    'Auto-Submitted': 'auto-generated',
    Precedence: 'list',
    'X-GitLab-Project-Id': String(project.id),
    'X-GitLab-Project-Path': project.full_path,
    [`X-GitLab-${noteable.type}-IID`]: String(noteable.iid ?? ''),
    'X-GitLab-NotificationReason': last?.reason ?? 'own_activity',
  };
}
