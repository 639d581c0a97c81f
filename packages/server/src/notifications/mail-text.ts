import type { NotificationKind, NotificationReason } from '@tributary/contract/notifications/enums.ts';
import type { ContainerKind } from '../projects/index.ts';
import { escapeHtml } from '../platform/markup/index.ts';

/** One action as a paragraph: what was done, and the words that came with it. */
export type MailPart = {
  kind: NotificationKind;
  reason: NotificationReason;
  actorName: string;
  /** Markdown as written, and as HTML for this reader with full addresses. */
  text?: string;
  html?: string;
  /** `src/a.ts, line 12` for comments on the diff. */
  place?: string;
  /** Names of those that were added. */
  labels?: readonly string[];
  url: string;
};

export type MailAbout = {
  noun: string;
  reference: string;
  title: string;
  place: { kind: ContainerKind; name: string };
  url: string;
  settingsUrl: string;
  /** An answer to this mail becomes a comment. */
  canReply: boolean;
  /** Of a reader without an account; `isOpen`: they can open the addresses above. */
  outside: { leaveUrl: string; isOpen: boolean } | null;
};

const DEEDS: Record<NotificationKind, (noun: string, reason: NotificationReason, labels: readonly string[]) => string> =
  {
    created: (noun, reason) =>
      reason === 'review_requested'
        ? `opened ${withArticle(noun)} and requested your review`
        : reason === 'assigned'
          ? `opened ${withArticle(noun)} and assigned it to you`
          : `opened ${withArticle(noun)}`,
    described: () => 'mentioned you in the description',
    commented: () => 'commented',
    edited: () => 'mentioned you in a comment',
    reassigned: (_noun, reason) => (reason === 'assigned' ? 'assigned it to you' : 'changed the assignees'),
    reviewers_changed: (_noun, reason) =>
      reason === 'review_requested' ? 'requested your review' : 'changed the reviewers',
    relabeled: (_noun, _reason, labels) => `added the ${labels.length === 1 ? 'label' : 'labels'} ${listed(labels)}`,
    pushed: () => 'pushed new commits',
    reviewed: () => 'submitted a review',
    changes_requested: () => 'requested changes',
    approved: (noun) => `approved the ${noun}`,
    unapproved: () => 'removed their approval',
    closed: (noun) => `closed the ${noun}`,
    reopened: (noun) => `reopened the ${noun}`,
    merged: (noun) => `merged the ${noun}`,
  };

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' and ');
}

const actionTextOf = ({ noun }: MailAbout, { kind, reason, labels = [] }: MailPart) =>
  DEEDS[kind](noun, reason, labels);

const BECAUSE: Record<Exclude<NotificationReason, 'watching'>, string> = {
  review_requested: 'your review was requested',
  assigned: 'you were assigned',
  directly_addressed: 'you were directly addressed',
  mentioned: 'you were mentioned',
  own_activity: 'you are participating in it',
  subscribed: 'you are subscribed to it',
  labelled: 'you are subscribed to one of its labels',
};

const REPLY_TEXT = 'Reply to this email to comment.';
const UNREAD_TEXT = 'Replies to this email are not read.';

export function subjectOf({ place, title, reference }: MailAbout, isFirst: boolean): string {
  return `${isFirst ? '' : 'Re: '}${place.name} | ${title} (${reference})`;
}

export function textOf(about: MailAbout, parts: readonly MailPart[]): string {
  const isOpen = about.outside?.isOpen ?? true;
  const deeds = parts.map((part) => {
    const lead = `${part.actorName} ${actionTextOf(about, part)}${part.place ? ` on ${part.place}` : ''}`;
    if (!part.text) return isOpen ? `${lead}.\n${part.url}` : `${lead}.`;
    return `${lead}:\n\n${part.text}${isOpen ? `\n\n${part.url}` : ''}`;
  });
  const foot = [
    `You're receiving this because ${because(about, parts)}.`,
    ...(about.outside ? [UNREAD_TEXT] : []),
    ...(about.canReply ? [REPLY_TEXT] : []),
    ...(isOpen ? [about.url] : []),
    about.outside ? `Unsubscribe: ${about.outside.leaveUrl}` : `Manage notifications: ${about.settingsUrl}`,
  ];
  return `${deeds.join('\n\n---\n\n')}\n\n-- \n${foot.join('\n')}\n`;
}

export function htmlOf(about: MailAbout, parts: readonly MailPart[]): string {
  const isOpen = about.outside?.isOpen ?? true;
  const deeds = parts.map((part) => {
    const place = part.place ? ` on <code>${escapeHtml(part.place)}</code>` : '';
    const deed = escapeHtml(actionTextOf(about, part));
    const linked = isOpen ? `<a href="${escapeHtml(part.url)}">${deed}</a>` : deed;
    const lead = `<strong>${escapeHtml(part.actorName)}</strong> ${linked}${place}`;
    return part.html ? `<p>${lead}:</p>\n<div>${part.html}</div>` : `<p>${lead}.</p>`;
  });
  return `${deeds.join('\n<hr>\n')}\n<p style="color:#666;font-size:small">${htmlFoot(about, parts)}</p>\n`;
}

function htmlFoot(about: MailAbout, parts: readonly MailPart[]): string {
  const why = `You're receiving this because ${because(about, parts)}.`;
  const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${text}</a>`;
  if (!about.outside) {
    const reply = about.canReply ? ` ${REPLY_TEXT}` : '';
    return `${why}${reply} ${link(about.url, 'View it online')}, or ${link(about.settingsUrl, 'manage notifications')}.`;
  }
  const open = about.outside.isOpen ? ` ${link(about.url, 'View it online')}, or` : '';
  const leave = link(about.outside.leaveUrl, about.outside.isOpen ? 'unsubscribe' : 'Unsubscribe');
  return `${why} ${UNREAD_TEXT}${open} ${leave}.`;
}

/** The reason of the newest action: it is why the mail comes now. */
function because({ outside, noun, place }: MailAbout, parts: readonly MailPart[]): string {
  if (outside) return `your email address was added to this ${noun}`;
  const reason = parts.at(-1)?.reason ?? 'own_activity';
  return reason === 'watching' ? `you are watching the ${place.kind}` : BECAUSE[reason];
}

/** Addresses below this server's root as full ones: a mail has no page to be relative to. */
export function withFullAddresses(html: string, instanceUrl: string): string {
  return html.replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${escapeHtml(instanceUrl)}/`);
}
