import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { Check, CirclePlus } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { SignedOutNotice } from '../activity/notices.tsx';
import { useIntents } from '../store/intents.ts';
import { useReview } from '../store/review.ts';
import { setResolved } from '../store/queries.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { NoteForm, type Quote } from '../writing/note-form.tsx';
import { useSuggesting } from '../writing/suggesting.ts';
import { placeOf } from '../writing/unfinished-texts.ts';
import { useHasUnfinished } from '../writing/use-unfinished-text.ts';
import { focusNewestNote, focusReply } from './note-focus.ts';
import { useEditLast } from './use-edit-last.ts';

/** Resolving needs the right on every note that can be resolved. */
function mayResolve(discussion: PageDiscussion): boolean {
  const resolvable = discussion.notes.filter((note) => note.resolvable);
  return (
    discussion.resolvable &&
    resolvable.length > 0 &&
    resolvable.every((note) => note.current_user.can_resolve_discussion)
  );
}

function useResolve(discussion: PageDiscussion) {
  const store = useDiscussionStore();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const toggle = async () => {
    setBusy(true);
    setFailed(false);
    try {
      store.put(await setResolved(discussion, !discussion.resolved));
      store.setExpanded(discussion.id, discussion.resolved);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  const dismiss = () => {
    setFailed(false);
    focusReply(discussion.id);
  };
  return { toggle, isBusy, hasFailed, dismiss };
}

function ReplyForm(props: {
  discussion: PageDiscussion;
  quote: Quote | null;
  autoFocus: boolean;
  onClose: () => void;
}) {
  const { discussion, quote, onClose } = props;
  const store = useDiscussionStore();
  const review = useReview();
  const editLast = useEditLast();
  const [isToggling, setToggling] = useState(false);
  const suggesting = useSuggesting(store.notes, discussion);
  return (
    <div className="border-t px-4 py-3">
      <NoteForm
        notes={store.notes}
        saveKey={`reply-${discussion.id}`}
        label="Reply"
        submitLabel={discussion.internal ? 'Reply internally' : 'Reply'}
        threadAct={isToggling ? `${discussion.resolved ? 'unresolve' : 'resolve'} thread` : null}
        autoFocus={props.autoFocus}
        minRows={3}
        quote={quote}
        onUpKey={() => editLast(discussion.id)}
        hasPlaceholder
        {...suggesting}
        onSubmit={async (text, key) => {
          const made = await store.post(
            {
              note: { note: text },
              in_reply_to_discussion_id: discussion.reply_id,
              ...(isToggling && { resolve_discussion: !discussion.resolved }),
            },
            key,
          );
          if (made && isToggling) store.setExpanded(discussion.id, !made.resolved);
          onClose();
          if (made) focusNewestNote(made);
          else focusReply(discussion.id);
        }}
        {...(review && {
          draftFailureText: 'An error occurred adding a draft to the thread.',
          onDraft: async (text: string, key: string) => {
            const resolve = isToggling ? { resolve: !discussion.resolved } : {};
            await review.add({ text, key, replyTo: discussion.reply_id, ...resolve });
            onClose();
          },
        })}
        onCancel={() => {
          onClose();
          focusReply(discussion.id);
        }}
        isInternal={discussion.internal}
        renderOptions={() =>
          mayResolve(discussion) && (
            <Checkbox
              label={discussion.resolved ? 'Unresolve thread' : 'Resolve thread'}
              checked={isToggling}
              onCheckedChange={setToggling}
            />
          )
        }
      />
    </div>
  );
}

/** Reply and resolve, below the notes of a thread. */
export function ThreadFooter({ discussion }: { discussion: PageDiscussion }) {
  const store = useDiscussionStore();
  const [isAsked, setAsked] = useState(false);
  // What was begun and not sent opens again by itself.
  const isBegun = useHasUnfinished({ place: placeOf(store.notes), field: `reply-${discussion.id}` });
  const isReplying = isAsked || (isBegun && store.notes.currentUser.canCreateNote);
  const [quote, setQuote] = useState<Quote | null>(null);
  const { toggle, isBusy, hasFailed, dismiss } = useResolve(discussion);
  const { canCreateNote } = store.notes.currentUser;
  useIntents((intent) => {
    if (intent.kind !== 'reply' || intent.discussionId !== discussion.id || !canCreateNote) return;
    setQuote((before) => ({ text: intent.quote, count: (before?.count ?? 0) + 1 }));
    setAsked(true);
  });
  const canResolve = mayResolve(discussion);
  if (isReplying) {
    return (
      <ReplyForm
        discussion={discussion}
        quote={quote}
        autoFocus={isAsked}
        onClose={() => {
          setAsked(false);
          setQuote(null);
        }}
      />
    );
  }
  if (store.notes.notice?.kind === 'signed_out') {
    return (
      <div className="border-t px-4 py-2">
        <SignedOutNotice notes={store.notes} />
      </div>
    );
  }
  if (!canCreateNote && !canResolve) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2">
      {hasFailed && (
        <Banner tone="danger" live className="w-full" onDismiss={dismiss}>
          Something went wrong while resolving this discussion. Please try again.
        </Banner>
      )}
      {canCreateNote && (
        <button
          type="button"
          data-thread-reply
          onClick={() => setAsked(true)}
          className="control min-h-8 min-w-20 flex-1 truncate rounded-md border bg-surface px-3 text-left text-fg-faint hover:border-line-strong"
        >
          {discussion.internal ? 'Reply internally' : 'Reply…'}
        </button>
      )}
      {canResolve && (
        <Button busy={isBusy} icon={Check} onClick={() => void toggle()}>
          {discussion.resolved ? 'Unresolve thread' : 'Resolve thread'}
        </Button>
      )}
      {canResolve && !discussion.resolved && discussion.resolve_with_issue_path !== null && (
        <Tooltip text="Create issue to resolve thread">
          <Button asChild variant="ghost" className="w-7 px-0!">
            <a href={discussion.resolve_with_issue_path} aria-label="Create issue to resolve thread">
              <CirclePlus size={16} aria-hidden />
            </a>
          </Button>
        </Tooltip>
      )}
    </div>
  );
}
