import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import clsx from 'clsx';
import { Check, ChevronDown, ChevronRight, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { focusNewestNote, focusReply, focusThread } from './note-focus.ts';
import { NoteForm } from '../writing/note-form.tsx';
import { NoteView } from './note-view.tsx';
import { createNote, setResolved } from '../store/queries.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';

function authorsOf(discussion: PageDiscussion) {
  const seen = new Map(
    discussion.notes.flatMap((note) => (note.author ? [[note.author.id, note.author] as const] : [])),
  );
  return [...seen.values()].map((author) => ({ id: author.id, name: author.name, avatarUrl: author.avatar_url }));
}

/** One line for a folded thread: how many replies, by whom, and the last one. */
function RepliesRow({ discussion }: { discussion: PageDiscussion }) {
  const store = useDiscussionStore();
  const replies = discussion.notes.length - 1;
  const last = discussion.notes.at(-1);
  const Icon = discussion.expanded ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      data-thread-toggle
      aria-expanded={discussion.expanded}
      onClick={() => store.setExpanded(discussion.id, !discussion.expanded)}
      className="control flex w-full flex-wrap items-center gap-2 border-t px-4 py-1.5 text-left text-fg-muted hover:bg-hover"
    >
      <Icon aria-hidden size={14} />
      {discussion.expanded ? (
        replies === 0 ? (
          'Collapse thread'
        ) : (
          'Collapse replies'
        )
      ) : replies === 0 ? (
        'Show thread'
      ) : (
        <>
          <AvatarStack label="Replied" people={authorsOf(discussion)} size={20} max={4} />
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

function ResolvedLine({ discussion }: { discussion: PageDiscussion }) {
  if (!discussion.resolved) return null;
  return (
    <p className="flex items-center gap-1.5 border-b px-4 py-1.5 text-sm text-fg-muted">
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

function useResolve(discussion: PageDiscussion) {
  const store = useDiscussionStore();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const toggle = async () => {
    setBusy(true);
    try {
      store.put(await setResolved(discussion, !discussion.resolved));
      store.setExpanded(discussion.id, discussion.resolved);
      focusThread(discussion.id);
    } catch {
      toast({ text: 'Something went wrong while resolving this discussion. Please try again.', tone: 'failed' });
    }
    setBusy(false);
  };
  const canResolve = discussion.resolvable && discussion.notes.some((note) => note.current_user.can_resolve_discussion);
  return { toggle, isBusy, canResolve };
}

function Footer({ discussion }: { discussion: PageDiscussion }) {
  const store = useDiscussionStore();
  const [isReplying, setReplying] = useState(false);
  const { toggle, isBusy, canResolve } = useResolve(discussion);
  const { canCreateNote } = store.notes.currentUser;
  const reply = async (text: string, key: string) => {
    const body = { note: { note: text }, in_reply_to_discussion_id: discussion.reply_id };
    const made = await createNote(store.notes, body, key);
    store.put(made);
    setReplying(false);
    focusNewestNote(made);
  };
  const resolveLabel = discussion.resolved ? 'Unresolve thread' : 'Resolve thread';
  if (isReplying) {
    return (
      <div className="border-t px-4 py-3">
        <NoteForm
          notes={store.notes}
          saveKey={`reply-${discussion.id}`}
          label="Reply"
          submitLabel={discussion.internal ? 'Reply internally' : 'Reply'}
          autoFocus
          minRows={3}
          onSubmit={reply}
          onCancel={() => {
            setReplying(false);
            focusReply(discussion.id);
          }}
          renderExtra={({ text, isBusy: isSending, send }) =>
            canResolve &&
            text.trim() !== '' && (
              <Button
                disabled={isSending}
                onClick={() =>
                  send(async (body, key) => {
                    await reply(body, key);
                    await toggle();
                  })
                }
              >
                {discussion.resolved ? 'Comment & unresolve thread' : 'Comment & resolve thread'}
              </Button>
            )
          }
        />
      </div>
    );
  }
  if (!canCreateNote && !canResolve) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2">
      {canCreateNote && (
        <button
          type="button"
          data-thread-reply
          onClick={() => setReplying(true)}
          className="control min-h-8 min-w-32 flex-1 rounded-md border bg-surface px-3 text-left text-fg-faint hover:border-line-strong"
        >
          {discussion.internal ? 'Reply internally' : 'Reply…'}
        </button>
      )}
      {canResolve && (
        <Button busy={isBusy} icon={Check} onClick={() => void toggle()}>
          {resolveLabel}
        </Button>
      )}
    </div>
  );
}

/** A thread as a quiet card: the first note, its replies, reply and resolve. A resolved one folds to a line. */
export function Thread({ discussion, className }: { discussion: PageDiscussion; className?: string }) {
  const [first, ...replies] = discussion.notes;
  if (!first) return null;
  const isOpen = discussion.resolvable && !discussion.resolved;
  // A group, not a landmark: a long discussion has many.
  return (
    <div
      role="group"
      id={`thread_${discussion.id}`}
      aria-label={discussion.resolved ? 'Resolved thread' : 'Thread'}
      className={clsx('max-w-180 rounded-md border bg-surface', isOpen && 'border-l-2 border-l-accent', className)}
    >
      <ResolvedLine discussion={discussion} />
      {(discussion.expanded || !discussion.resolved) && <NoteView note={first} />}
      {(replies.length > 0 || discussion.resolved) && <RepliesRow discussion={discussion} />}
      {discussion.expanded && (
        <>
          {replies.map((note) => (
            <NoteView key={note.id} note={note} />
          ))}
          {!discussion.individual_note && <Footer discussion={discussion} />}
        </>
      )}
    </div>
  );
}
