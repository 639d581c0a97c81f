import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { Ellipsis, Pencil, Reply } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { isAppError } from '../../lib/app-error.ts';
import { copyText } from '../../lib/copy.ts';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useAssigning } from '../store/assigning.ts';
import { convertToThread, deleteNote } from '../store/queries.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { focusAfterNote } from './note-focus.ts';
import { quoteReply, replyTo } from './quote-reply.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ReportAbuse = lazyPart(
  () => import('./report-abuse.tsx'),
  ({ onClose }) => onClose,
);

type OnProblem = (text: string | null) => void;

function useDelete(note: PageNote, onProblem: OnProblem) {
  const store = useDiscussionStore();
  return async () => {
    const kind = note.internal ? 'internal note' : 'comment';
    const isSure = await confirm({
      title: `Are you sure you want to delete this ${kind}?`,
      action: `Delete ${kind}`,
      danger: true,
    });
    if (!isSure) return;
    onProblem(null);
    try {
      await deleteNote(note);
    } catch (error) {
      // Gone already, by another window or someone else: that is what was wanted.
      const isGone = isAppError(error) && (error.status === 404 || error.status === 410);
      if (!isGone) return onProblem('Something went wrong while deleting your note. Please try again.');
    }
    const focusNext = focusAfterNote(note.id);
    store.remove(note.id);
    focusNext();
  };
}

/** Makes the writer of a note one of those who work on the thing, or lets them go; only where that may be done. */
function AssignWriter({ note, onProblem }: { note: PageNote; onProblem: OnProblem }) {
  const assigning = useAssigning();
  const writer = note.author?.id;
  if (!assigning || writer === undefined) return null;
  const { assigneeIds, assign } = assigning;
  const isOn = assigneeIds.includes(writer);
  const change = async () => {
    onProblem(null);
    try {
      await assign(writer, !isOn);
    } catch {
      onProblem('Something went wrong while updating assignees');
    }
  };
  return (
    <MenuItem onSelect={() => void change()}>
      {isOn ? 'Unassign from commenting user' : 'Assign to commenting user'}
    </MenuItem>
  );
}

/** Makes a comment that stands alone a thread. Looked up with the open menu alone: there may be thousands of notes. */
function Convert({ note, onProblem }: { note: PageNote; onProblem: OnProblem }) {
  const store = useDiscussionStore();
  const discussion = store.state.discussions.find((each) => each.id === note.discussion_id);
  if (discussion?.individual_note !== true) return null;
  const convert = async () => {
    onProblem(null);
    try {
      store.put(await convertToThread(note));
    } catch {
      onProblem('Something went wrong while converting this comment to a thread. Try again.');
    }
  };
  return <MenuItem onSelect={() => void convert()}>Convert to thread</MenuItem>;
}

/** What can be done with a note; nothing for those who are signed out. */
export function NoteActions(props: { note: PageNote; onEdit: () => void; onProblem: OnProblem }) {
  const { note, onEdit, onProblem } = props;
  const store = useDiscussionStore();
  const { viewer } = useShell();
  const remove = useDelete(note, onProblem);
  const [isReporting, setReporting] = useState(false);
  const { canCreateNote } = store.notes.currentUser;
  if (!viewer) return null;
  const absolute = new URL(note.noteable_note_url, window.location.origin).href;
  return (
    <>
      {canCreateNote && note.type === null && (
        <IconButton
          isAmongMany
          icon={Reply}
          label="Reply to comment"
          size="sm"
          data-thread-reply={note.discussion_id}
          onClick={() => replyTo(store, note)}
        />
      )}
      {note.current_user.can_edit && (
        <IconButton isAmongMany icon={Pencil} label="Edit comment" size="sm" onClick={onEdit} />
      )}
      <Menu align="end" trigger={<IconButton isAmongMany icon={Ellipsis} label="More actions" size="sm" />}>
        <MenuItem onSelect={() => void copyText(absolute)}>Copy link</MenuItem>
        {canCreateNote && (
          <MenuItem hotkey="threads.quote" onSelect={() => setTimeout(() => quoteReply(store, note))}>
            Quote reply
          </MenuItem>
        )}
        {canCreateNote && <Convert note={note} onProblem={onProblem} />}
        <AssignWriter note={note} onProblem={onProblem} />
        {note.report_abuse_path !== undefined && <MenuItem onSelect={() => setReporting(true)}>Report abuse</MenuItem>}
        {note.current_user.can_edit && (
          <>
            <MenuSeparator />
            <MenuItem danger onSelect={() => void remove()}>
              {note.internal ? 'Delete internal note' : 'Delete comment'}
            </MenuItem>
          </>
        )}
      </Menu>
      {isReporting && (
        <Suspense>
          <ReportAbuse authorId={note.author?.id} seenAt={absolute} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  );
}
