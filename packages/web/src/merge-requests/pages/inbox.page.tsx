import { type InboxPageData, ATTENTION_SET_CHANGED } from '@tributary/contract/merge-requests/inbox.ts';
import { Inbox } from 'lucide-react';
import { reloadPage, usePage, useShell } from '../../app/navigation.tsx';
import { isEventOrReconnect, useRealtime } from '../../lib/realtime.ts';
import { InboxTabs } from '../../notifications/inbox-tabs.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { Count } from '../../ui/count.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AttentionRow, WaitingRow } from '../inbox/request-row.tsx';

const group = 'rounded-md border';

export default function InboxPage() {
  const { data } = usePage<InboxPageData>();
  const { viewer } = useShell();
  useRealtime(viewer === null ? null : `user:${viewer.id}`, (message) => {
    if (isEventOrReconnect(ATTENTION_SET_CHANGED, message) || isEventOrReconnect('todos.changed', message))
      reloadPage().catch(() => undefined);
  });
  return (
    <PageBody>
      <PageHeader title="Inbox" meta="Merge requests waiting on you, oldest first." />
      <InboxTabs active="inbox" turns={data.items.length} todos={viewer?.unreadInboxCount ?? 0} />
      {data.isCut && (
        <Banner tone="info">
          You participate in many open merge requests. Only the newest 100 of each type are listed.
        </Banner>
      )}
      {data.items.length === 0 && (
        <EmptyState
          icon={Inbox}
          title="Nothing is waiting on you"
          text="Review requests, replies to your threads and your own merge requests that need action appear here. They clear automatically."
        />
      )}
      <List label="Merge requests" plain className="flex flex-col gap-6 pt-3 empty:hidden">
        {data.items.length > 0 && (
          <li>
            <ul aria-label="Waiting on you" className={group}>
              {data.items.map((item) => (
                <AttentionRow key={item.id} item={item} />
              ))}
            </ul>
          </li>
        )}
        {data.bots.length > 0 && (
          <li>
            <Collapsible
              title={
                <>
                  From bots <Count value={data.bots.length} />
                </>
              }
            >
              <ul aria-label="From bots" className={group}>
                {data.bots.map((item) => (
                  <AttentionRow key={item.id} item={item} />
                ))}
              </ul>
            </Collapsible>
          </li>
        )}
        {data.waiting.length > 0 && (
          <li>
            <h2 className="pb-1 font-medium">
              Waiting on others <Count value={data.waiting.length} />
            </h2>
            <ul aria-label="Waiting on others" className={group}>
              {data.waiting.map((item) => (
                <WaitingRow key={item.id} item={item} />
              ))}
            </ul>
          </li>
        )}
      </List>
    </PageBody>
  );
}
