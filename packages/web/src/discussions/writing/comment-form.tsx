import type { NotesData } from '@tributary/contract/discussions/page.ts';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { MenuRadioGroup, MenuRadioItem } from '../../ui/menu.tsx';
import { SplitButton } from '../../ui/split-button.tsx';
import { LearnMore } from '../activity/notices.tsx';
import { useIntents } from '../store/intents.ts';
import { useReview } from '../store/review.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { focusNewestNote } from '../threads/note-focus.ts';
import { useEditLast } from '../threads/use-edit-last.ts';
import { NoteForm, type Quote, type SendText } from './note-form.tsx';
import { autosaveScopeOf, type SentForm } from '../../app/autosave/autosave-store.ts';
import { useAutosavedChoice } from '../../app/autosave/use-autosaved-text.ts';

export type StateAction = {
  label: string;
  /** What is asked before anything is done or sent; false: nothing is. */
  mayRun?: () => Promise<boolean>;
  run: () => Promise<void>;
  /** Told when it cannot be done. */
  failureText: string;
};

type Kind = 'comment' | 'thread';

function labelOf(kind: Kind, isInternal: boolean): string {
  if (kind === 'thread') return isInternal ? 'Start internal thread' : 'Start thread';
  return isInternal ? 'Add internal note' : 'Comment';
}

function threadHint(notes: NotesData): string {
  const what = 'Discuss a specific suggestion or question';
  return notes.isResolvable ? `${what} that needs to be resolved.` : `${what}.`;
}

/** A pending comment starts a thread whatever is chosen here. */
function commentHint({ noun }: NotesData, mayReview: boolean): string {
  const hint = `Add a general comment to this ${noun}.`;
  return mayReview ? `${hint} In a review, it starts a thread.` : hint;
}

/** Said before anything is written: who hears of it, and who may answer. */
function FormWarning({ warning: { text, docsPath } }: { warning: NonNullable<NotesData['warning']> }) {
  return (
    <Banner tone="warning">
      {text}
      <LearnMore path={docsPath} />
    </Banner>
  );
}

/** Says something new: a comment, or a thread that needs resolving. With a state act the text is posted first. */
export function CommentForm({ stateAct }: { stateAct?: StateAction | undefined }) {
  const store = useDiscussionStore();
  const { notes } = store;
  const review = useReview();
  const place = autosaveScopeOf(notes);
  // What was started last is offered again, as long as the form is there.
  const [lastKind, setLastKind] = useState<Kind>('comment');
  const { chosen, ...kinds } = useAutosavedChoice({ place, field: 'note:kind' }, lastKind);
  const kind = chosen === 'thread' ? 'thread' : 'comment';
  const readers = useAutosavedChoice({ place, field: 'note:readers' }, 'all');
  const isInternal = readers.chosen === 'internal';
  const [isActing, setActing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [quote, setQuote] = useState<Quote | null>(null);
  const editLast = useEditLast();
  useIntents((intent) => {
    if (intent.kind === 'comment') setQuote((before) => ({ text: intent.quote, count: (before?.count ?? 0) + 1 }));
  });
  const post: SendText = async (text, form) => {
    const type = kind === 'thread' ? ('DiscussionNote' as const) : null;
    const made = await store.post({ note: { note: text, type, ...(isInternal && { internal: true }) } }, form);
    setLastKind(kind);
    kinds.forget();
    readers.forget();
    if (made) focusNewestNote(made);
  };
  const act = async () => {
    if (!stateAct) return;
    setActing(true);
    setFailure(null);
    try {
      await stateAct.run();
    } catch {
      setFailure(stateAct.failureText);
    }
    setActing(false);
  };
  const label = labelOf(kind, isInternal);
  const isReviewing = review !== null && review.count > 0;
  return (
    <div className="flex flex-col gap-2 rounded-md border bg-surface p-4">
      {failure !== null && (
        <Banner tone="danger" live onDismiss={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      {notes.warning !== null && !isInternal && <FormWarning warning={notes.warning} />}
      <NoteForm
        notes={notes}
        saveKey="note"
        label="Comment"
        submitLabel={label}
        quote={quote}
        isInternal={isInternal}
        // Nobody knows for whom it was written; who may write inside says so again.
        onRestored={() => {
          if (notes.currentUser.canCreateInternalNote) readers.choose('internal');
        }}
        onUpKey={() => editLast()}
        onSubmit={post}
        hasPlaceholder
        {...(review && {
          draftFailureText: 'An error occurred adding a new draft.',
          onDraft: (text: string, form: SentForm) => review.add({ draft_note: { note: text } }, form),
        })}
        renderOptions={() =>
          // What was written as an internal note stays one, until its writer says otherwise.
          (notes.currentUser.canCreateInternalNote || isInternal) && (
            <Checkbox
              label="Make this an internal note"
              hint="Internal notes are only visible to members with at least the Reporter role"
              checked={isInternal}
              onCheckedChange={(isWanted) => readers.choose(isWanted ? 'internal' : 'all')}
            />
          )
        }
        renderSubmit={({ isEmpty, isBusy }) => (
          <SplitButton
            // Beside "Add to review" it says what is different about it.
            label={isReviewing && kind === 'comment' ? 'Add comment now' : label}
            variant={isReviewing ? 'secondary' : 'primary'}
            menuLabel="Comment type"
            type="submit"
            onClick={() => undefined}
            busy={isBusy}
            disabled={isEmpty}
            menuEnabled
            menu={
              <MenuRadioGroup value={kind} onValueChange={kinds.choose}>
                <MenuRadioItem value="comment" hint={commentHint(notes, review !== null)}>
                  {labelOf('comment', isInternal)}
                </MenuRadioItem>
                <MenuRadioItem value="thread" hint={threadHint(notes)}>
                  {labelOf('thread', isInternal)}
                </MenuRadioItem>
              </MenuRadioGroup>
            }
          />
        )}
        renderExtra={({ text, isBusy, send }) =>
          stateAct && (
            <Button
              busy={isActing}
              disabled={isBusy}
              onClick={async () => {
                if (stateAct.mayRun && !(await stateAct.mayRun())) return;
                if (text.trim() === '') return void act();
                send(async (body, form) => {
                  await post(body, form);
                  await act();
                });
              }}
            >
              {text.trim() === ''
                ? stateAct.label
                : `${label} & ${stateAct.label.charAt(0).toLowerCase()}${stateAct.label.slice(1)}`}
            </Button>
          )
        }
      />
    </div>
  );
}
