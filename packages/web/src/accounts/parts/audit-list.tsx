import { adminUserPath, type AuditItem } from '@tributary/contract/accounts/page.ts';
import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import { Fragment, type ReactNode } from 'react';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { auditDetails, auditSentence, valueText } from '../model/audit-text.ts';

const kinds: Record<string, string> = {
  system: 'Tributary',
  anonymous: 'Anonymous user',
  user: 'A deleted account',
};

function Actor({ event }: { event: AuditItem }) {
  if (event.actor === null) return <span className="font-medium">{kinds[event.actorKind] ?? event.actorKind}</span>;
  const actor = <UserLink user={{ ...event.actor, href: adminUserPath(event.actor.id) }} />;
  if (event.impersonator === null) return actor;
  return (
    <>
      <UserLink user={{ ...event.impersonator, href: adminUserPath(event.impersonator.id) }} /> acting as {actor}
    </>
  );
}

function subject(found: { name: string; href: string } | null, lost: string): ReactNode {
  return found ? <TextLink href={found.href}>{found.name}</TextLink> : lost;
}

/** A gap of the sentence: a user, a project, a group, a role or a word from the details. */
function gapOf(event: AuditItem, gap: string): ReactNode {
  const { details, target, user } = event;
  switch (gap) {
    case 'place':
      if (target) return <UserLink user={{ ...target, href: adminUserPath(target.id) }} />;
      return subject(
        event.place,
        details['full_path'] ? valueText(details['full_path']) : `a deleted ${event.targetType.toLowerCase()}`,
      );
    case 'user':
      return user ? <UserLink user={{ ...user, href: adminUserPath(user.id) }} /> : 'a deleted account';
    case 'group':
      return subject(event.group, 'a deleted group');
    case 'fromRole':
      return accessLevelName(Number(details['from']));
    case 'toRole':
      return accessLevelName(Number(details['to']));
    default:
      return <span className="wrap-anywhere">{valueText(details[gap] ?? 'unknown')}</span>;
  }
}

/** The sentence after the name of who did it. */
function Sentence({ event }: { event: AuditItem }) {
  const isOwn = event.target !== null && event.target.id === event.actor?.id;
  const parts = auditSentence(event.action, isOwn).split(/\{(\w+)\}/);
  return parts.map((part, index) => (
    // Every second part is the name of a gap.
    <Fragment key={index}>{index % 2 === 0 ? part : gapOf(event, part)}</Fragment>
  ));
}

/** What was done, by whom, from where. */
export function AuditList({ events, label }: { events: readonly AuditItem[]; label: string }) {
  return (
    <ol aria-label={label} className="rounded-md border">
      {events.map((event) => {
        const details = auditDetails(event.action, event.details);
        const source = [event.ip, event.credential?.replace(':', ' ')].filter((part) => typeof part === 'string');
        return (
          <li key={event.id} className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0">
            <span className="flex h-5 items-center" aria-hidden>
              <Avatar
                name={event.actor?.name ?? 'T'}
                id={event.actor?.id ?? 0}
                src={event.actor?.avatarUrl}
                size={20}
              />
            </span>
            <div className="min-w-0 flex-1 sm:basis-56">
              <p>
                <Actor event={event} /> <Sentence event={event} />
              </p>
              {details.length > 0 && (
                <p className="text-sm text-fg-muted [overflow-wrap:anywhere]">{details.join(' · ')}</p>
              )}
            </div>
            <div className="text-sm text-fg-muted max-sm:basis-full max-sm:pl-8 sm:text-right">
              <Time value={event.at} />
              {source.length > 0 && <div className="[overflow-wrap:anywhere]">{source.join(' · ')}</div>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
