import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { useState } from 'react';
import { isAppError } from '../../lib/app-error.ts';
import { copyText } from '../../lib/copy.ts';
import { useToast } from '../../ui/toast.tsx';
import { updateNote } from '../store/queries.ts';
import { useDiscussionStore, useDiscussions } from '../store/use-discussions.tsx';
import { NoteForm } from '../writing/note-form.tsx';
import { useSuggesting } from '../writing/suggesting.ts';
import { autosaveScopeOf, type SentForm } from '../../app/autosave/autosave-store.ts';
import { useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { focusAfterNote } from './note-focus.ts';

type Base = { text: string; updatedAt: string };

/** When the text itself was last written; reactions and resolving do not count. */
function writtenAt(note: PageNote): string {
  return note.last_edited_at ?? note.created_at;
}

function conflictOf(error: unknown): Base | null {
  if (!isAppError(error) || error.code !== 'note_changed') return null;
  const { body, updated_at: updatedAt } = error.params;
  return typeof body === 'string' && typeof updatedAt === 'string' ? { text: body, updatedAt } : null;
}

/**
 * Changes the text of a note. While the request is under way `onPending` gets the new text, to be shown at once; null
 * takes it back. What someone else wrote meanwhile is shown beside one's own and overwritten only on purpose.
 */
export function NoteEditor(props: {
  note: PageNote;
  autoFocus: boolean;
  onPending: (text: string | null) => void;
  onClose: () => void;
}) {
  const { note, onPending, onClose } = props;
  const store = useDiscussionStore();
  const toast = useToast();
  const { discussions } = useDiscussions();
  const suggesting = useSuggesting(
    store.notes,
    discussions.find((each) => each.id === note.discussion_id),
  );
  const field = `edit-note-${note.id}`;
  // A change begun before may rest on a text that is no longer the current one.
  const begun = useAutosavedText({ place: autosaveScopeOf(store.notes), field }, note.note).base;
  const [base, setBase] = useState<Base>(() => ({ text: note.note, updatedAt: begun ?? writtenAt(note) }));
  const [refused, setRefused] = useState<Base | null>(null);
  const kind = note.internal ? 'internal note' : 'comment';
  const current = refused ?? { text: note.note, updatedAt: writtenAt(note) };
  const isConflict = current.updatedAt > base.updatedAt;
  const save = async (text: string, form: SentForm) => {
    onPending(text);
    try {
      await store.merge([await updateNote(store.notes, note, { text, lastKnownUpdatedAt: base.updatedAt, form })]);
    } catch (error) {
      onPending(null);
      if (isAppError(error) && (error.status === 404 || error.status === 410)) {
        const focusNext = focusAfterNote(note.id);
        store.remove(note.id);
        focusNext();
        // Nothing but commands was left of it: they were done.
        if (error.code === 'note_emptied') return toast({ text: error.message });
        return toast({
          text: `This ${kind} was deleted while you were editing it.`,
          tone: 'failed',
          action: { text: 'Copy your text', run: () => void copyText(text) },
        });
      }
      setRefused(conflictOf(error));
      throw error;
    }
    onPending(null);
    return onClose();
  };
  return (
    <NoteForm
      notes={store.notes}
      saveKey={field}
      label={`Edit ${kind}`}
      initial={base.text}
      base={base.updatedAt}
      submitLabel={`Save ${kind}`}
      failureText="Something went wrong while editing your comment. Please try again."
      autoFocus={props.autoFocus}
      onSubmit={save}
      {...suggesting}
      onCancel={onClose}
      isInternal={note.internal}
      isEditing
      conflict={
        isConflict
          ? {
              text: current.text,
              onSeen: () => {
                setBase(current);
                setRefused(null);
              },
            }
          : null
      }
    />
  );
}
