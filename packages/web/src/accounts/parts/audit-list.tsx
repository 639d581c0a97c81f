import { adminUserPath, type AuditItem } from '@tributary/contract/accounts/page.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { auditDetails, auditText } from '../model/audit-text.ts';

const kinds: Record<string, string> = {
  system: 'Tributary',
  anonymous: 'Somebody not signed in',
  user: 'A removed account',
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

function Target({ event }: { event: AuditItem }) {
  if (event.target !== null && event.target.id !== event.actor?.id) {
    return (
      <>
        {' · '}
        <UserLink user={{ ...event.target, href: adminUserPath(event.target.id) }} />
      </>
    );
  }
  const isSelfOrInstance = event.target !== null || event.targetType === 'instance' || event.targetId === 'unknown';
  return isSelfOrInstance ? null : <span className="text-fg-muted">{` · ${event.targetType} ${event.targetId}`}</span>;
}

/** What was done, by whom, from where. */
export function AuditList({ events, label }: { events: readonly AuditItem[]; label: string }) {
  return (
    <ol aria-label={label} className="rounded-md border">
      {events.map((event) => {
        const details = auditDetails(event.details);
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
                <Actor event={event} /> {auditText(event.action)}
                <Target event={event} />
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
