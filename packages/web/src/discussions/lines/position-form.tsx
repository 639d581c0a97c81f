import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { useMemo } from 'react';
import { useReview } from '../store/review.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { useOnItsWay } from '../store/use-on-its-way.ts';
import { focusNewestNote } from '../threads/note-focus.ts';
import { Placeholders } from '../threads/placeholders.tsx';
import { useEditLast } from '../threads/use-edit-last.ts';
import type { SuggestedLines } from '../writing/markdown-editor.tsx';
import { NoteForm } from '../writing/note-form.tsx';
import type { SentForm } from '../../app/autosave/autosave-store.ts';
import { previewTargetOf } from '../writing/suggesting.ts';

export type PositionFormProps = {
  label: string;
  /** Names what is being written, so that it is found again after a reload. */
  field: string;
  /** Kept with the text, for when the form opens again by itself. */
  base?: string | null;
  position: DiffPosition;
  /** What a suggestion starts with, on lines that can be changed. */
  suggestion?: SuggestedLines | undefined;
  /** The one commit that is looked at, where the changes of many are talked about. */
  lookedAt?: string | null | undefined;
  autoFocus?: boolean;
  /** How often its reader asked for it. */
  asked?: number;
  onClose: () => void;
};

/** A new thread on a place in changes: posted at once, or kept as pending where there is a review. */
export function PositionForm(props: PositionFormProps) {
  const { label, field, base = null, position, suggestion, lookedAt, autoFocus = true, asked = 1, onClose } = props;
  const store = useDiscussionStore();
  const review = useReview();
  const editLast = useEditLast();
  const isOnItsWay = useOnItsWay()(field);
  // Who looks at one commit alone speaks of that one.
  const commitId = lookedAt === position.head_sha ? lookedAt : undefined;
  const { new_line: line, new_path: path, head_sha: sha } = position;
  // The same object while nothing changes: the preview is asked for again for another one.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const previewPlace = useMemo(() => previewTargetOf(store.notes, position), [store.notes, line, path, sha]);
  return (
    <div className="max-w-180 rounded-md border bg-surface">
      <Placeholders at={field} isOnLines />
      <div className="p-3">
        <NoteForm
          notes={store.notes}
          saveKey={field}
          {...(base !== null && { base })}
          label={label}
          submitLabel={review ? 'Add comment now' : 'Comment'}
          unexplainedText="Saving the comment failed"
          autoFocus={autoFocus}
          asked={asked}
          minRows={3}
          hasPlaceholder
          isOnItsWay={isOnItsWay}
          suggestion={suggestion}
          previewPlace={previewPlace}
          {...(review && {
            draftFailureText: 'An error occurred adding a new draft.',
            onDraft: async (text: string, form: SentForm) => {
              await review.add(
                { draft_note: { note: text, position, ...(commitId && { commit_id: commitId }) } },
                form,
              );
              onClose();
            },
          })}
          onUpKey={() => editLast()}
          onSubmit={async (text, form) => {
            const note = { note: text, type: 'DiffNote' as const, position, ...(commitId && { commit_id: commitId }) };
            const made = await store.post({ note }, form, field);
            if (made) focusNewestNote(made);
            onClose();
          }}
          onCancel={onClose}
        />
      </div>
    </div>
  );
}
