import { useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { focusNewestNote } from '../threads/note-focus.ts';
import { NoteForm } from './note-form.tsx';
import { createNote } from '../store/queries.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';

export type StateAct = { label: string; run: () => Promise<void> };

/** Says something new: a comment, or a thread that needs resolving. With a state act the text is posted first. */
export function CommentForm({ stateAct }: { stateAct?: StateAct | undefined }) {
  const store = useDiscussionStore();
  const { notes } = store;
  const [isActing, setActing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const post = (type: 'DiscussionNote' | null) => async (text: string, key: string) => {
    const made = await createNote(notes, { note: { note: text, type } }, key);
    store.put(made);
    focusNewestNote(made);
  };
  const act = async () => {
    if (!stateAct) return;
    setActing(true);
    setFailure(null);
    try {
      await stateAct.run();
    } catch (error) {
      setFailure(messageOf(error));
    }
    setActing(false);
  };
  return (
    <div className="flex flex-col gap-2 rounded-md border bg-surface p-4">
      {failure !== null && (
        <Banner tone="danger" onDismiss={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      <NoteForm
        notes={notes}
        saveKey={`note-${notes.noteableType}-${notes.noteableId}`}
        label="Comment"
        submitLabel="Comment"
        onSubmit={post(null)}
        renderExtra={({ text, isBusy, send }) => (
          <>
            <Button disabled={text.trim() === '' || isBusy} onClick={() => send(post('DiscussionNote'))}>
              Start thread
            </Button>
            {stateAct && (
              <Button
                busy={isActing}
                disabled={isBusy}
                onClick={() => {
                  if (text.trim() === '') return void act();
                  return send(async (body, key) => {
                    await post(null)(body, key);
                    await act();
                  });
                }}
              >
                {text.trim() === ''
                  ? stateAct.label
                  : `Comment & ${stateAct.label.charAt(0).toLowerCase()}${stateAct.label.slice(1)}`}
              </Button>
            )}
          </>
        )}
      />
    </div>
  );
}
