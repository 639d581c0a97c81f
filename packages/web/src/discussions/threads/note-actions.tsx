import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { Ellipsis, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { copyText } from '../../lib/copy.ts';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { quoteOf } from '../model/quote.ts';
import { useAssigning } from '../store/assigning.ts';
import type { DiscussionStore } from '../store/discussion-store.ts';
import { announceIntent } from '../store/intents.ts';
import { convertToThread, deleteNote } from '../store/queries.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { focusAfterNote } from './note-focus.ts';

const ReportAbuse = lazy(() => import('./report-abuse.tsx'));

/** Answers a note with a quote: in its thread, or in the form for comments when it stands alone. */
export function quoteReply(store: DiscussionStore, note: PageNote, text: string = note.note): void {
  const quote = quoteOf(text);
  const discussion = store.state.discussions.find((each) => each.id === note.discussion_id);
  if (!discussion || discussion.individual_note) return announceIntent({ kind: 'comment', quote });
  // The reply field must be there before it is asked for.
  flushSync(() => store.setExpanded(discussion.id, true));
  return announceIntent({ kind: 'reply', discussionId: discussion.id, quote });
}

function useDelete(note: PageNote) {
  const store = useDiscussionStore();
  const toast = useToast();
  return async () => {
    const kind = note.internal ? 'internal note' : 'comment';
    const isSure = await confirm({
      title: `Are you sure you want to delete this ${kind}?`,
      action: `Delete ${kind}`,
      danger: true,
    });
    if (!isSure) return;
    try {
      await deleteNote(note);
      const focusNext = focusAfterNote(note.id);
      store.remove(note.id);
      focusNext();
    } catch {
      toast({ text: 'Something went wrong while deleting your note. Please try again.', tone: 'failed' });
    }
  };
}

/** Makes the writer of a note one of those who work on the thing, or lets them go; only where that may be done. */
function AssignWriter({ note }: { note: PageNote }) {
  const assigning = useAssigning();
  const toast = useToast();
  const writer = note.author?.id;
  if (!assigning || writer === undefined) return null;
  const { assigneeIds, assign } = assigning;
  const isOn = assigneeIds.includes(writer);
  const change = async () => {
    try {
      await assign(isOn ? assigneeIds.filter((id) => id !== writer) : [...assigneeIds, writer]);
    } catch {
      toast({ text: 'Something went wrong while updating assignees', tone: 'failed' });
    }
  };
  return (
    <MenuItem onSelect={() => void change()}>
      {isOn ? 'Unassign from commenting user' : 'Assign to commenting user'}
    </MenuItem>
  );
}

/** What can be done with a note; nothing for those who are signed out. */
export function NoteActions({ note, onEdit }: { note: PageNote; onEdit: () => void }) {
  const store = useDiscussionStore();
  const toast = useToast();
  const remove = useDelete(note);
  const [isReporting, setReporting] = useState(false);
  const { canCreateNote } = store.notes.currentUser;
  if (store.notes.notice?.kind === 'signed_out') return null;
  const discussion = store.state.discussions.find((each) => each.id === note.discussion_id);
  const convert = async () => {
    try {
      store.put(await convertToThread(note));
    } catch {
      toast({ text: 'Something went wrong while converting this comment to a thread. Try again.', tone: 'failed' });
    }
  };
  const absolute = new URL(note.noteable_note_url, window.location.origin).href;
  return (
    <>
      {note.current_user.can_edit && (
        <IconButton icon={Pencil} label="Edit comment" variant="ghost" size="sm" onClick={onEdit} />
      )}
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions" variant="ghost" size="sm" />}>
        <MenuItem onSelect={() => void copyText(absolute)}>Copy link</MenuItem>
        {canCreateNote && (
          <MenuItem hotkey="r" onSelect={() => setTimeout(() => quoteReply(store, note))}>
            Quote reply
          </MenuItem>
        )}
        {canCreateNote && discussion?.individual_note === true && (
          <MenuItem onSelect={() => void convert()}>Convert to thread</MenuItem>
        )}
        <AssignWriter note={note} />
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
          <ReportAbuse note={note} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  );
}
