import type { NewsKind, NewsReason } from '@tributary/contract/notifications/words.ts';
import { escapeHtml } from '../platform/markup/index.ts';

/** One deed as a paragraph: what was done, and the words that came with it. */
export type MailPart = {
  kind: NewsKind;
  reason: NewsReason;
  actorName: string;
  /** Markdown as written, and as HTML for this reader with full addresses. */
  text?: string;
  html?: string;
  /** `src/a.ts, line 12` for comments on the diff. */
  place?: string;
  url: string;
};

export type MailAbout = {
  noun: string;
  reference: string;
  title: string;
  projectName: string;
  url: string;
  settingsUrl: string;
  /** An answer to this mail becomes a comment. */
  canReply: boolean;
};

const DEEDS: Record<NewsKind, (noun: string, reason: NewsReason) => string> = {
  created: (noun, reason) =>
    reason === 'review_requested'
      ? `opened a ${noun} and asks for your review`
      : reason === 'assigned'
        ? `opened a ${noun} and assigned it to you`
        : `opened a ${noun}`,
  described: () => 'named you in the description',
  commented: () => 'commented',
  reassigned: (_noun, reason) => (reason === 'assigned' ? 'assigned it to you' : 'changed who is assigned'),
  reviewers_changed: (_noun, reason) =>
    reason === 'review_requested' ? 'asks for your review' : 'changed who reviews it',
  pushed: () => 'pushed new commits',
  reviewed: () => 'finished a review',
  approved: (noun) => `approved the ${noun}`,
  closed: (noun) => `closed the ${noun}`,
  reopened: (noun) => `reopened the ${noun}`,
  merged: (noun) => `merged the ${noun}`,
};

const BECAUSE: Record<NewsReason, string> = {
  review_requested: 'you are asked to review it',
  assigned: 'it is assigned to you',
  directly_addressed: 'you are addressed',
  mentioned: 'you are mentioned',
  own_activity: 'you take part in it',
  subscribed: 'you follow it',
  watching: 'you watch the project',
};

const REPLY_TEXT = 'Reply to this mail to comment.';

export function subjectOf({ projectName, title, reference }: MailAbout, isFirst: boolean): string {
  return `${isFirst ? '' : 'Re: '}${projectName} | ${title} (${reference})`;
}

export function textOf(about: MailAbout, parts: readonly MailPart[]): string {
  const deeds = parts.map((part) => {
    const lead = `${part.actorName} ${DEEDS[part.kind](about.noun, part.reason)}${part.place ? ` on ${part.place}` : ''}`;
    return part.text ? `${lead}:\n\n${part.text}\n\n${part.url}` : `${lead}.\n${part.url}`;
  });
  return `${deeds.join('\n\n---\n\n')}\n\n-- \nYou get this because ${because(parts)}.\n${about.canReply ? `${REPLY_TEXT}\n` : ''}${about.url}\nChoose what you hear: ${about.settingsUrl}\n`;
}

export function htmlOf(about: MailAbout, parts: readonly MailPart[]): string {
  const deeds = parts.map((part) => {
    const place = part.place ? ` on <code>${escapeHtml(part.place)}</code>` : '';
    const lead = `<strong>${escapeHtml(part.actorName)}</strong> <a href="${escapeHtml(part.url)}">${escapeHtml(
      DEEDS[part.kind](about.noun, part.reason),
    )}</a>${place}`;
    return part.html ? `<p>${lead}:</p>\n<div>${part.html}</div>` : `<p>${lead}.</p>`;
  });
  const foot = `You get this because ${because(parts)}. ${about.canReply ? `${REPLY_TEXT} ` : ''}<a href="${escapeHtml(about.url)}">Open it</a>, or <a href="${escapeHtml(
    about.settingsUrl,
  )}">choose what you hear</a>.`;
  return `${deeds.join('\n<hr>\n')}\n<p style="color:#666;font-size:small">${foot}</p>\n`;
}

/** The reason of the newest deed: it is why the mail comes now. */
function because(parts: readonly MailPart[]): string {
  return BECAUSE[parts.at(-1)?.reason ?? 'own_activity'];
}

/** Addresses below this server's root as full ones: a mail has no page to be relative to. */
export function withFullAddresses(html: string, instanceUrl: string): string {
  return html.replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${escapeHtml(instanceUrl)}/`);
}
