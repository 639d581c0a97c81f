import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import { isAppError } from '../../lib/app-error.ts';
import { copyText } from '../../lib/copy.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Prose } from '../../ui/prose.tsx';
import { useToast } from '../../ui/toast.tsx';
import { focusAfterNote, focusNote } from './note-focus.ts';
import { NoteForm } from '../writing/note-form.tsx';
import { deleteNote, updateNote } from '../store/queries.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';

function NoteHeader({ note }: { note: PageNote }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      {note.author ? (
        <a href={note.author.path} className="font-medium hover:underline" title={`@${note.author.username}`}>
          <bdi>{note.author.name}</bdi>
        </a>
      ) : (
        <span className="font-medium text-fg-muted">A deleted user</span>
      )}
      {note.author && <span className="text-fg-faint">@{note.author.username}</span>}
      <a href={`#note_${note.id}`} className="text-fg-muted hover:underline">
        <Time value={note.created_at} />
      </a>
      {note.last_edited_at && (
        <span className="text-sm text-fg-faint">
          Edited <Time value={note.last_edited_at} />
          {note.last_edited_by && (
            <>
              {' '}
              by <bdi>{note.last_edited_by.name}</bdi>
            </>
          )}
        </span>
      )}
    </span>
  );
}

function NoteBadges({ note }: { note: PageNote }) {
  return (
    <>
      {note.internal && <Badge tone="warning">Internal note</Badge>}
      {note.is_noteable_author && <Badge>Author</Badge>}
      {note.is_contributor && <Badge>Contributor</Badge>}
      {note.human_access && <Badge>{note.human_access}</Badge>}
    </>
  );
}

function useNoteActs(note: PageNote) {
  const store = useDiscussionStore();
  const toast = useToast();
  const remove = async () => {
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
  const save = async (text: string) => {
    try {
      await store.merge([await updateNote(note, text)]);
    } catch (error) {
      if (isAppError(error) && (error.status === 404 || error.status === 410)) return store.remove(note.id);
      throw error;
    }
    return undefined;
  };
  return { remove, save };
}

/** One message: who, when, what; with the acts its reader has. */
export function NoteView({
  note,
  isEditing,
  onEdit,
}: {
  note: PageNote;
  isEditing?: boolean;
  onEdit?: (is: boolean) => void;
}) {
  const store = useDiscussionStore();
  const { remove, save } = useNoteActs(note);
  const [isEditingHere, setEditingHere] = useState(false);
  const isEdited = isEditing ?? isEditingHere;
  const setEdited = onEdit ?? setEditingHere;
  const stopEditing = () => {
    setEdited(false);
    focusNote(note.id);
  };
  const absolute = new URL(note.noteable_note_url, window.location.origin).href;
  return (
    <article
      id={`note_${note.id}`}
      aria-label={`Comment by ${note.author?.name ?? 'a deleted user'}`}
      // Focus comes here after the note was written or changed.
      tabIndex={-1}
      className="flex gap-3 px-4 py-3 target:bg-diff-selected"
    >
      <Avatar
        name={note.author?.name ?? 'Deleted user'}
        id={note.author?.id ?? 0}
        src={note.author?.avatar_url}
        size={32}
      />
      <div className="min-w-0 flex-1">
        <header className="flex min-h-8 flex-wrap items-center gap-2">
          <NoteHeader note={note} />
          <span className="ml-auto flex items-center gap-1">
            <NoteBadges note={note} />
            {note.current_user.can_edit && (
              <IconButton
                icon={Pencil}
                label="Edit comment"
                variant="ghost"
                size="sm"
                onClick={() => setEdited(true)}
              />
            )}
            <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions" variant="ghost" size="sm" />}>
              <MenuItem onSelect={() => void copyText(absolute)}>Copy link</MenuItem>
              {note.current_user.can_edit && (
                <MenuItem danger onSelect={() => void remove()}>
                  Delete comment
                </MenuItem>
              )}
            </Menu>
          </span>
        </header>
        {isEdited ? (
          <NoteForm
            notes={store.notes}
            saveKey={`edit-note-${note.id}`}
            label="Edit comment"
            initial={note.note}
            submitLabel="Save comment"
            autoFocus
            onSubmit={async (text) => {
              await save(text);
              stopEditing();
            }}
            onCancel={stopEditing}
            cancelQuestion={{
              title: 'Are you sure you want to cancel editing this comment?',
              action: 'Cancel editing',
            }}
          />
        ) : (
          <Prose html={note.note_html} />
        )}
      </div>
    </article>
  );
}
