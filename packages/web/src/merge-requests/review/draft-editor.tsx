import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { useEffect, useRef, useState } from 'react';
import { useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { NoteForm } from '../../discussions/writing/note-form.tsx';
import { useSuggesting } from '../../discussions/writing/suggesting.ts';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { isAppError } from '../../lib/app-error.ts';
import { copyText } from '../../lib/copy.ts';
import { toast } from '../../ui/toast.tsx';
import { updateDraft } from './review-actions.ts';
import type { ReviewStore } from './review-store.ts';

export const draftField = (draft: PageDraft): string => `edit-draft-${draft.id}`;

/** What the change rests on. After a reload only the time of the text is known. */
type Base = { text: string | null; updatedAt: string };

/** When the comment goes while it is changed, by another window or with the review, its writer is given the text. */
function useTextOfGone(store: ReviewStore, id: number, text: string | null): void {
  const latest = useRef(text);
  useEffect(() => void (latest.current = text), [text]);
  useEffect(
    () => () => {
      const { current: lost } = latest;
      if (lost === null || store.state.drafts.some((draft) => draft.id === id)) return;
      toast({
        text: 'This pending comment was published or deleted while you were editing it.',
        tone: 'failed',
        action: { text: 'Copy your text', run: () => void copyText(lost) },
      });
    },
    [store, id],
  );
}

/** Changes a pending comment. What another window made of it meanwhile is shown, and overwritten only on purpose. */
export function DraftEditor(props: { draft: PageDraft; store: ReviewStore; autoFocus: boolean; onClose: () => void }) {
  const { draft, store, autoFocus, onClose } = props;
  const { notes } = useDiscussionStore();
  const kept = useAutosavedText({ place: autosaveScopeOf(notes), field: draftField(draft) }, draft.note);
  const begun = kept.base;
  useTextOfGone(store, draft.id, kept.isKept ? kept.text : null);
  const [base, setBase] = useState<Base>(() => ({
    text: begun === null || begun === draft.updated_at ? draft.note : null,
    updatedAt: begun ?? draft.updated_at,
  }));
  const { discussions } = useDiscussions();
  const answered = discussions.find((each) => each.id === draft.discussion_id);
  const suggesting = useSuggesting(notes, draft.discussion_id === null ? draft : answered);
  const [isSaving, setSaving] = useState(false);
  // Other things of it may have changed since, such as whether it resolves its thread.
  const isConflict = draft.updated_at > base.updatedAt && draft.note !== base.text;
  return (
    <NoteForm
      notes={notes}
      saveKey={draftField(draft)}
      label="Edit pending comment"
      initial={base.text ?? draft.note}
      base={base.updatedAt}
      submitLabel="Save comment"
      failureText="An error occurred while saving the draft comment."
      autoFocus={autoFocus}
      isEditing
      isPending
      {...suggesting}
      conflict={
        isConflict && !isSaving
          ? { text: draft.note, onSeen: () => setBase({ text: draft.note, updatedAt: draft.updated_at }) }
          : null
      }
      onSubmit={async (note, form) => {
        setSaving(true);
        try {
          await updateDraft(store, draft, { note }, { at: isConflict ? base.updatedAt : draft.updated_at, form });
        } catch (error) {
          setSaving(false);
          if (isAppError(error) && error.code === 'draft_changed') await store.load();
          throw error;
        }
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
