import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { useTooltips } from '../../ui/use-tooltips.ts';
import { AddReaction } from '../reactions/add-reaction.tsx';
import { AwardBar } from '../reactions/award-bar.tsx';
import { useAwards } from '../reactions/use-awards.ts';
import { useIntents } from '../store/intents.ts';
import { useTextProblem } from '../store/note-problems.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useHasAutosave } from '../../app/autosave/use-autosaved-text.ts';
import { NoteActions } from './note-actions.tsx';
import { NoteBody } from './note-body.tsx';
import { NoteEditor } from './note-editor.tsx';
import { focusNote } from './note-focus.ts';
import { avatarOf, NoteBadges, NoteHeader, NoteHeading } from './note-header.tsx';
import { type Fold, ThreadFold } from './thread-fold.tsx';

function Body({ note, isAsked, onClose }: { note: PageNote; isAsked: boolean; onClose: (() => void) | null }) {
  const [pending, setPending] = useState<string | null>(null);
  if (onClose === null) return <NoteBody note={note} />;
  return (
    <>
      {pending !== null && (
        <p dir="auto" aria-busy className="break-words whitespace-pre-wrap text-fg-muted">
          {pending}
        </p>
      )}
      {/* Stays while its text is on the way: a failure brings it back as it was. */}
      <div hidden={pending !== null}>
        <NoteEditor note={note} autoFocus={isAsked} onPending={setPending} onClose={onClose} />
      </div>
    </>
  );
}

/**
 * One message: who, when, what; with the acts its reader has. `fold` and `action` stand in the header of a thread's first
 * note.
 */
export function NoteView({ note, fold, deed }: { note: PageNote; fold?: Fold | undefined; deed?: ReactNode }) {
  const store = useDiscussionStore();
  const [isAsked, setEditing] = useState(false);
  const [problem, setProblem] = useTextProblem(note.id);
  // A change that was begun and not saved opens again by itself.
  const isBegun = useHasAutosave({ place: autosaveScopeOf(store.notes), field: `edit-note-${note.id}` });
  const isEditing = isAsked || (isBegun && note.current_user.can_edit);
  useIntents((intent) => {
    if (intent.kind === 'edit' && intent.noteId === note.id && note.current_user.can_edit) setEditing(true);
  });
  const awards = useAwards(note.award_emoji, note.toggle_award_path ?? '', () => {
    // What fails now is asked for again by the next poll.
    store.catchUp(AbortSignal.timeout(10_000)).catch(() => undefined);
  });
  const canAward = note.current_user.can_award_emoji && note.toggle_award_path !== undefined;
  const close = () => {
    setEditing(false);
    focusNote(note.id);
  };
  const tooltips = useTooltips();
  const name = note.author?.name ?? 'a deleted user';
  const isFolded = fold?.isFolded === true;
  return (
    <article
      id={`note_${note.id}`}
      aria-label={`${note.internal ? 'Internal note' : 'Comment'} by ${name}`}
      // Focus comes here after the note was written or changed.
      tabIndex={-1}
      className="flex gap-3 px-4 py-3 target:bg-diff-selected"
    >
      <Avatar
        name={note.author?.name ?? 'Deleted user'}
        id={note.author?.id ?? 0}
        src={note.author?.avatar_url}
        {...avatarOf(note.type === 'DiffNote' || note.type === 'LegacyDiffNote')}
      />
      <div className="min-w-0 flex-1">
        <NoteHeading>
          <NoteHeader note={note} deed={deed} />
          <span className="ml-auto flex min-h-8 flex-wrap items-center gap-1 max-sm:contents" {...tooltips}>
            <NoteBadges note={note} noun={store.notes.noun} />
            <span className="contents max-sm:order-5 max-sm:flex">
              {canAward && !isFolded && <AddReaction isAmongMany onPick={(emoji) => awards.toggle(emoji, 'add')} />}
              {!isFolded && <NoteActions note={note} onEdit={() => setEditing(true)} onProblem={setProblem} />}
              {fold && <ThreadFold fold={fold} />}
            </span>
          </span>
        </NoteHeading>
        {problem !== null && !isFolded && (
          <Banner
            tone="danger"
            live
            className="mb-2 whitespace-pre-line"
            onDismiss={() => {
              setProblem(null);
              focusNote(note.id);
            }}
          >
            {problem}
          </Banner>
        )}
        {!isFolded && (
          <>
            <Body note={note} isAsked={isAsked} onClose={isEditing ? close : null} />
            <AwardBar
              awards={awards}
              canAward={canAward}
              findAdd={() => document.getElementById(`note_${note.id}`)}
              className="pt-2"
            />
          </>
        )}
      </div>
    </article>
  );
}
