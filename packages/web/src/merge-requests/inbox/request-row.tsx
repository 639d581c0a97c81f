import type { InboxItem, WaitingItem } from '@tributary/contract/merge-requests/inbox.ts';
import { othersAttentionText, attentionText } from '@tributary/contract/merge-requests/attention-text.ts';
import { GitPullRequestArrow, GitPullRequestDraft } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { ListRow } from '../../ui/list-row.tsx';

const TONES: Record<InboxItem['reason'], BadgeTone> = {
  review_requested: 'accent',
  approval_taken_back: 'accent',
  answers_to_you: 'accent',
  changed_since_review: 'accent',
  conflicts: 'warning',
  threads_to_answer: 'neutral',
  changes_requested: 'warning',
  needs_rebase: 'warning',
  ready_to_merge: 'success',
  threads_left_open: 'neutral',
  bot_threads: 'neutral',
};

/** More users than this are a number. */
const NAMED = 3;

type RowProps = { item: InboxItem | WaitingItem; badges: ReactNode; turn: string };

function RequestRow({ item, badges, turn }: RowProps) {
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
      badges={badges}
      meta={
        <>
          {item.reference} by {item.author ? <bdi>{item.author.name}</bdi> : 'a deleted user'} · {turn}{' '}
          <Time value={item.since} />
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

/** One that waits for the reader, and why. */
export function AttentionRow({ item }: { item: InboxItem }) {
  return (
    <RequestRow
      item={item}
      badges={<Badge tone={TONES[item.reason]}>{attentionText(item)}</Badge>}
      turn="added to your inbox"
    />
  );
}

/** One that waits for others: for whom, and what they have to do. */
export function WaitingRow({ item }: { item: WaitingItem }) {
  const named = item.waitsFor.slice(0, NAMED);
  const rest = item.waitsFor.length - named.length;
  const badges = (
    <>
      {named.map(({ person, ...turn }) => (
        <span
          key={person.id}
          title={`${person.name} @${person.username}`}
          className="inline-flex max-w-full min-w-0 items-center gap-1 text-sm text-fg-muted"
        >
          <Avatar name={person.name} id={person.id} src={person.avatarUrl} size={16} />
          <bdi className="max-w-48 truncate font-medium">{person.name}</bdi>
          <span className="shrink-0">{othersAttentionText(turn)}</span>
        </span>
      ))}
      {rest > 0 && <span className="text-sm text-fg-muted">{`and ${rest} more`}</span>}
    </>
  );
  return <RequestRow item={item} badges={badges} turn="added to their inbox" />;
}
