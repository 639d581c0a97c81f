import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import clsx from 'clsx';
import { CircleCheck } from 'lucide-react';
import { Time } from '../../lib/time.tsx';
import { useKeepFocus } from '../../ui/keep-focus.ts';
import { repliesOf, starterOf } from '../model/starter-of.ts';
import { useReview } from '../store/review.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { threadFocusTarget } from './note-focus.ts';
import { NoteView } from './note-view.tsx';
import { Placeholders } from './placeholders.tsx';
import { RepliesRow } from './replies-row.tsx';
import { useFold } from './thread-fold.tsx';
import { ThreadFooter } from './thread-footer.tsx';
import { ThreadNotes } from './thread-notes.tsx';

function ResolvedLine({ discussion }: { discussion: PageDiscussion }) {
  if (!discussion.resolved) return null;
  return (
    <p
      className={clsx(
        'flex items-center gap-1.5 px-4 py-1.5 text-sm text-fg-muted',
        // Folded, the row below has a line of its own.
        discussion.expanded && 'border-b',
      )}
    >
      <CircleCheck aria-hidden size={14} className="text-success" />
      {discussion.resolved_by_push ? (
        'Automatically resolved'
      ) : (
        <span>Resolved by {discussion.resolved_by ? <bdi>{discussion.resolved_by.name}</bdi> : 'a deleted user'}</span>
      )}
      {discussion.resolved_at && <Time value={discussion.resolved_at} />}
    </p>
  );
}

/** The one commit that was looked at when a thread was begun in the changes of many. */
function BegunOnCommit({ discussion }: { discussion: PageDiscussion }) {
  const { commit_id: sha, for_commit: isOfCommit, active: isActive, discussion_path: path } = discussion;
  // On the page of a commit everything is on it.
  if (sha === null || isOfCommit) return null;
  return (
    <span className="text-fg-muted max-sm:order-6 max-sm:basis-full">
      started a thread on {!isActive && 'an outdated change in '}commit{' '}
      <a href={path} className="font-mono text-code text-fg hover:underline">
        {sha.slice(0, 8)}
      </a>
    </span>
  );
}

type ThreadProps = {
  discussion: PageDiscussion;
  /** Id of what is said of its place, where that is said. */
  describedBy?: string | undefined;
  className?: string;
};

/**
 * A thread as a quiet card: the first note, its replies, reply and resolve. A resolved one folds to a line. A comment that
 * stands alone is one, too, with less around it: when someone answers it, who is writing an answer goes on writing.
 */
export function Thread({ discussion, describedBy, className }: ThreadProps) {
  const keepFocus = useKeepFocus<HTMLDivElement>(() => threadFocusTarget(discussion.id));
  const store = useDiscussionStore();
  const review = useReview();
  const fold = useFold(discussion);
  const starter = starterOf(discussion);
  if (!starter) return null;
  // Without its first words a thread may begin with what happened to its lines.
  const rest = discussion.notes.filter((note) => note !== starter);
  const isFolded = fold?.isFolded === true;
  const hasRow = !isFolded && (repliesOf(discussion).length > 0 || discussion.resolved);
  // Nothing is hidden that nothing could bring back.
  const isExpanded = !isFolded && (discussion.expanded || !hasRow);
  const isOpen = discussion.resolvable && !discussion.resolved;
  // A group, not a landmark: a long discussion has many.
  const group = !discussion.individual_note && {
    role: 'group',
    id: `thread_${discussion.id}`,
    'aria-label': discussion.resolved ? 'Resolved thread' : 'Thread',
    'aria-describedby': describedBy,
  };
  return (
    <div
      {...group}
      className={clsx('max-w-180 rounded-md border bg-surface', isOpen && 'border-l-2 border-l-accent', className)}
      onFocus={(event) => {
        keepFocus.onFocus(event);
        store.writeIn(event.target.closest('form') && discussion.id);
      }}
      onBlur={({ target }) => {
        keepFocus.onBlur();
        // It is still the one when only the window loses the keyboard.
        if (target !== document.activeElement) store.writeIn(null);
      }}
    >
      <ResolvedLine discussion={discussion} />
      {(discussion.expanded || !discussion.resolved) && (
        <NoteView note={starter} fold={fold} deed={<BegunOnCommit discussion={discussion} />} />
      )}
      {hasRow && <RepliesRow discussion={discussion} />}
      {isExpanded && (
        <>
          <ThreadNotes notes={rest} />
          {review?.renderReplies(discussion.reply_id)}
          <Placeholders at={discussion.id} />
          <ThreadFooter discussion={discussion} />
        </>
      )}
    </div>
  );
}
