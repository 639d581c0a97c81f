import type { HookCard } from '@tributary/contract/projects/page.ts';
import { Time } from '../lib/time.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { StatusIcon } from '../ui/status-icon.tsx';
import { hookStatus } from './model/hook-status.ts';

/** Where it calls, for what, and how the last call went. */
export function HookRow({ hook, labels }: { hook: HookCard; labels: ReadonlyMap<string, string> }) {
  const { group, text } = hookStatus(hook);
  const events = hook.events.map((event) => labels.get(event) ?? event).join(', ');
  return (
    <ListRow
      leading={<StatusIcon group={group} label={text} size={16} />}
      title={hook.name === '' ? hook.url : <bdi>{hook.name}</bdi>}
      href={hook.href}
      meta={
        <>
          {hook.name !== '' && <span className="block">{hook.url}</span>}
          {events === '' ? 'No events' : events}
          {hook.statusReason !== null && <span className="block text-failed">{hook.statusReason}</span>}
        </>
      }
      trailing={
        <span className="sm:text-end">
          {text}
          {hook.lastDelivery !== null && (
            <>
              {hook.lastDelivery.status === null ? ' · ' : ` · ${hook.lastDelivery.status} · `}
              <Time value={hook.lastDelivery.at} />
            </>
          )}
        </span>
      }
    />
  );
}
