import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { repliesOf } from '../model/starter-of.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';

export const repliesRowClasses =
  'control flex w-full flex-wrap items-center gap-2 border-t px-4 py-1.5 text-left text-fg-muted hover:bg-hover';

function authorsOf(discussion: PageDiscussion) {
  const seen = new Map(
    repliesOf(discussion).flatMap((note) => (note.author ? [[note.author.id, note.author] as const] : [])),
  );
  return [...seen.values()].map((author) => ({ id: author.id, name: author.name, avatarUrl: author.avatar_url }));
}

/** Folds and unfolds a thread; folded it says how many replies there are, by whom, and which was the last. */
export function RepliesRow({ discussion }: { discussion: PageDiscussion }) {
  const store = useDiscussionStore();
  const last = repliesOf(discussion).at(-1);
  const replies = repliesOf(discussion).length;
  const Icon = discussion.expanded ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      data-thread-toggle
      aria-expanded={discussion.expanded}
      onClick={() => store.setExpanded(discussion.id, !discussion.expanded)}
      className={repliesRowClasses}
    >
      <Icon aria-hidden size={14} />
      {discussion.expanded ? (
        replies > 0 ? (
          'Collapse replies'
        ) : (
          'Collapse thread'
        )
      ) : replies === 0 ? (
        'Show thread'
      ) : (
        <>
          <AvatarStack label="Replied" people={authorsOf(discussion)} size={20} />
          <span className="font-medium text-fg">{plural(replies, 'reply', 'replies')}</span>
          {last && (
            <span>
              Last reply by {last.author ? <bdi>{last.author.name}</bdi> : 'a deleted user'}{' '}
              <Time value={last.created_at} />
            </span>
          )}
        </>
      )}
    </button>
  );
}
