import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useIntents } from '../store/intents.ts';
import { useReview } from '../store/review.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { NoteForm, type Quote } from '../writing/note-form.tsx';
import { useSuggesting } from '../writing/suggesting.ts';
import { autosaveScopeOf, type SentForm } from '../../app/autosave/autosave-store.ts';
import { useHasAutosave, useAutosavedChoice } from '../../app/autosave/use-autosaved-text.ts';
import { mayResolve } from './may-resolve.ts';
import { focusNewestNote, focusReply } from './note-focus.ts';
import { useEditLast } from './use-edit-last.ts';

type FormState = { quote: Quote | null; autoFocus: boolean; onClose: () => void };

/** Whether an answer is being written: asked for here or from elsewhere, or begun before. */
export function useReplying({ id }: PageDiscussion): { isReplying: boolean; ask: () => void; form: FormState } {
  const { notes } = useDiscussionStore();
  const { canCreateNote } = notes.currentUser;
  const [isAsked, setAsked] = useState(false);
  const [quote, setQuote] = useState<Quote | null>(null);
  // What was begun and not sent opens again by itself.
  const isBegun = useHasAutosave({ place: autosaveScopeOf(notes), field: `reply-${id}` });
  useIntents((intent) => {
    if (intent.kind !== 'reply' || intent.discussionId !== id || !canCreateNote) return;
    setQuote((before) => ({ text: intent.quote, count: (before?.count ?? 0) + 1 }));
    setAsked(true);
  });
  const onClose = () => {
    setAsked(false);
    setQuote(null);
  };
  return {
    isReplying: isAsked || (isBegun && canCreateNote),
    ask: () => setAsked(true),
    form: { quote, autoFocus: isAsked, onClose },
  };
}

/** An answer in a thread, or the first one to a single comment, which makes it a thread. */
export function ReplyForm(props: { discussion: PageDiscussion } & FormState) {
  const { discussion, quote } = props;
  const store = useDiscussionStore();
  const review = useReview();
  const editLast = useEditLast();
  const field = `reply-${discussion.id}`;
  const act = discussion.resolved ? 'unresolve' : 'resolve';
  // By its name: what was chosen may have been done by someone else meanwhile.
  const { chosen, choose, forget } = useAutosavedChoice(
    { place: autosaveScopeOf(store.notes), field: `${field}:act` },
    '',
  );
  const isToggling = chosen === act && mayResolve(discussion);
  const onClose = () => {
    forget();
    props.onClose();
  };
  const suggesting = useSuggesting(store.notes, discussion);
  return (
    <div className="border-t px-4 py-3">
      <NoteForm
        notes={store.notes}
        saveKey={field}
        label="Reply"
        submitLabel={discussion.internal ? 'Reply internally' : 'Reply'}
        threadAct={isToggling ? `${act} thread` : null}
        autoFocus={props.autoFocus}
        minRows={3}
        quote={quote}
        onUpKey={() => editLast(discussion.id)}
        hasPlaceholder
        {...suggesting}
        onSubmit={async (text, form) => {
          const made = await store.post(
            {
              note: { note: text },
              in_reply_to_discussion_id: discussion.reply_id,
              ...(isToggling && { resolve_discussion: !discussion.resolved }),
            },
            form,
          );
          if (made && isToggling) store.setExpanded(discussion.id, !made.resolved);
          onClose();
          if (made) focusNewestNote(made);
          else focusReply(discussion.id);
        }}
        {...(review && {
          draftFailureText: 'An error occurred adding a draft to the thread.',
          onDraft: async (text: string, form: SentForm) => {
            const draft = { note: text, ...(isToggling && { resolve_discussion: !discussion.resolved }) };
            await review.add({ draft_note: draft, in_reply_to_discussion_id: discussion.reply_id }, form);
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
              onCheckedChange={(isWanted) => choose(isWanted ? act : '')}
            />
          )
        }
      />
    </div>
  );
}
