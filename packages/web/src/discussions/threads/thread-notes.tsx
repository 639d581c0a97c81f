import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { plural } from '../../lib/format.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { SystemNote } from '../activity/system-note.tsx';
import { AT_ONCE, foldMiddle, partsOf, unfoldAround, unfoldNext, without } from '../model/fold-middle.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useAutosavedFields } from '../../app/autosave/use-autosaved-text.ts';
import { NoteView } from './note-view.tsx';
import { prepareNotes } from './reach-note.ts';
import { repliesRowClasses } from './replies-row.tsx';

/** What happened to the lines that are talked about. */
function ThreadEvent({ note }: { note: PageNote }) {
  return (
    <div className="border-t px-4">
      <Timeline>
        <SystemNote note={note} />
      </Timeline>
    </div>
  );
}

/** Where notes are folded away: shows the next of them. */
function MoreReplies({ notes, onShow }: { notes: readonly PageNote[]; onShow: () => void }) {
  return (
    <button type="button" onClick={onShow} className={`${repliesRowClasses} border-b bg-sunken`}>
      <ChevronDown aria-hidden size={14} />
      Show {notes.length > AT_ONCE && `${AT_ONCE} of `}
      {plural(notes.length, 'more reply', 'more replies')}
    </button>
  );
}

/** What follows on the first words of a thread. Of very many, those in the middle wait until someone asks for them. */
export function ThreadNotes({ notes }: { notes: readonly PageNote[] }) {
  const [folded, setFolded] = useState(() => foldMiddle(notes));
  const fields = useAutosavedFields(autosaveScopeOf(useDiscussionStore().notes));
  // A change that was begun and not saved is seen.
  const begun = notes.filter(({ id }) => folded.has(id) && fields.includes(`edit-note-${id}`));
  if (begun.length > 0) setFolded(without(folded, begun));
  useLayoutEffect(() => {
    if (folded.size === 0) return undefined;
    return prepareNotes((id) => {
      if (folded.has(id)) flushSync(() => setFolded(unfoldAround(folded, notes, id)));
    });
  }, [folded, notes]);
  const showNext = (part: readonly PageNote[]) => {
    setFolded(unfoldNext(folded, part));
    const first = part.find((note) => !note.system);
    // Where the button was, the first of them is.
    if (first) focusWhenRendered(() => document.getElementById(`note_${first.id}`));
  };
  return partsOf(notes, folded).map((part) =>
    'folded' in part ? (
      <MoreReplies key={`until ${part.folded.at(-1)?.id}`} notes={part.folded} onShow={() => showNext(part.folded)} />
    ) : part.system ? (
      <ThreadEvent key={part.id} note={part} />
    ) : (
      <NoteView key={part.id} note={part} />
    ),
  );
}
