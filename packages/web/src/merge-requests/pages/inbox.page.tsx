import type { InboxItem, InboxPageData } from '@tributary/contract/merge-requests/inbox.ts';
import { turnText } from '@tributary/contract/merge-requests/turn-text.ts';
import { GitPullRequestArrow, GitPullRequestDraft, Inbox } from 'lucide-react';
import { reloadPage, usePage, useShell } from '../../app/navigation.tsx';
import { plural } from '../../lib/format.ts';
import { isNewsOf, useRealtime } from '../../lib/realtime.ts';
import { Time } from '../../lib/time.tsx';
import { AttentionTabs } from '../../notifications/attention-tabs.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const TONES: Record<InboxItem['reason'], BadgeTone> = {
  review_requested: 'accent',
  answers_to_you: 'accent',
  changed_since_review: 'accent',
  conflicts: 'warning',
  threads_to_answer: 'neutral',
  changes_requested: 'warning',
  ready_to_merge: 'success',
};

function Row({ item }: { item: InboxItem }) {
  const Icon = item.draft ? GitPullRequestDraft : GitPullRequestArrow;
  return (
    <ListRow
      leading={
        <span className={item.draft ? 'text-fg-muted' : 'text-success'} title={item.draft ? 'Draft' : 'Open'}>
          <Icon aria-hidden size={16} />
          <span className="sr-only">{item.draft ? 'Draft' : 'Open'}</span>
        </span>
      }
      title={<bdi>{item.title}</bdi>}
      href={item.href}
      badges={<Badge tone={TONES[item.reason]}>{turnText(item)}</Badge>}
      meta={
        <>
          {item.reference} by {item.author ? <bdi>{item.author.name}</bdi> : 'a deleted user'} · changed{' '}
          <Time value={item.updatedAt} />
        </>
      }
      trailing={
        item.addedLines !== null &&
        item.removedLines !== null && (
          <span className="flex items-center gap-2">
            {item.filesCount !== null && <span>{plural(item.filesCount, 'file')}</span>}
            <DiffStat added={item.addedLines} removed={item.removedLines} bar={false} isZeroHidden />
          </span>
        )
      }
    />
  );
}

export default function InboxPage() {
  const { data } = usePage<InboxPageData>();
  const { viewer } = useShell();
  useRealtime(viewer === null ? null : `user:${viewer.id}`, (message) => {
    if (isNewsOf('todos.changed', message)) reloadPage().catch(() => undefined);
  });
  return (
    <PageBody>
      <PageHeader title="Inbox" meta="Open merge requests that wait for you, the longest waiting first." />
      <AttentionTabs active="inbox" turns={data.items.length} todos={viewer?.unreadInboxCount ?? 0} />
      {data.isCut && (
        <Banner tone="info">
          You take part in very many open merge requests: only the newest 100 of each kind count here.
        </Banner>
      )}
      <div className="pt-3">
        {data.items.length === 0 ? (
          <EmptyState
            icon={Inbox}
            title="Nothing waits for you"
            text="Requests for your review, answers to your threads and your own requests that can go on appear here, and leave by themselves."
          />
        ) : (
          <List label="Waits for you">
            {data.items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </List>
        )}
      </div>
    </PageBody>
  );
}
