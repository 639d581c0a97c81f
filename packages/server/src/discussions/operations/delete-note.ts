import type { Extensions } from '../../platform/extensions.ts';
import { defineContributions } from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canEditNote } from '../abilities.ts';
import { publishNoteChange } from '../publish-note-changes.ts';
import type { Noteable } from '../noteable.ts';
import { refreshDiscussion } from '../store/discussions.ts';
import { findNoteableOfNote } from '../reads/noteable-by-ids.ts';
import { deleteNoteRow, listNoteIdsOfAuthor, type NoteRow } from '../store/notes.ts';
import { loadNoteInThread, noteChanged } from './update-note.ts';

/** Removes a note; the last one takes its thread with it. `lockVersion`: only the text that the sender knew. */
export const deleteNote = defineOperation<
  { noteable: Noteable; noteId: number; lockVersion?: number },
  { noteable: Noteable; note: NoteRow },
  void
>({
  name: 'note.delete',
  // With the thread: a reply that comes meanwhile keeps it, or does not find it.
  load: (ctx, { noteable, noteId }) => loadNoteInThread(ctx, noteable, noteId),
  check: (ctx, { noteable, note }) => canEditNote(ctx.actor, noteable, note),
  run: async (ctx, { noteable, note }, { lockVersion = note.lock_version }) => {
    if (note.lock_version !== lockVersion) throw noteChanged(note);
    await deleteNoteRow(ctx.db, note.id);
    await refreshDiscussion(ctx.db, note.discussion_id);
    await publishNoteChange(ctx, noteable, note, 'deleted');
    if (note.author_id !== actorId(ctx.actor)) {
      await audit(
        ctx,
        'note.delete_by_other',
        { type: 'Note', id: note.id },
        { project_id: note.project_id, author_id: note.author_id },
      );
    }
  },
});

export const discussionsDeleteNote: Extensions = [
  defineContributions({
    list: (ctx, userId, afterId) => listNoteIdsOfAuthor(ctx.db, userId, afterId),
    remove: async (ctx, noteId) => {
      await deleteNote(ctx, { noteable: await findNoteableOfNote(ctx, noteId), noteId });
    },
  }),
];
