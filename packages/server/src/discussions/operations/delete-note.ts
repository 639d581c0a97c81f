import { actorId } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canEditNote } from '../abilities.ts';
import { announceNote } from '../announce.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { lockDiscussion, refreshDiscussion } from '../store/discussions.ts';
import { deleteNoteRow, findNote, type NoteRow } from '../store/notes.ts';
import { loadNote } from './update-note.ts';

/** Removes a note; the last one takes its thread with it. */
export const deleteNote = defineOperation<
  { noteable: Noteable; noteId: number },
  { noteable: Noteable; note: NoteRow },
  void
>({
  name: 'note.delete',
  load: async (ctx, { noteable, noteId }) => {
    // The thread before its note, as everybody holds them: a reply that comes meanwhile keeps the thread, or does not find it.
    const seen = await findNote(ctx.db, keyOf(noteable), noteId);
    if (seen) await lockDiscussion(ctx.db, keyOf(noteable), seen.discussion_id);
    return loadNote(ctx, noteable, noteId);
  },
  check: (ctx, { noteable, note }) => canEditNote(ctx.actor, noteable, note),
  run: async (ctx, { noteable, note }) => {
    await deleteNoteRow(ctx.db, note.id);
    await refreshDiscussion(ctx.db, note.discussion_id);
    await announceNote(ctx, noteable, note, 'deleted');
    if (note.author_id !== actorId(ctx.actor)) {
      await audit(ctx, 'note.delete_by_other', { type: 'Note', id: note.id }, { author_id: note.author_id });
    }
  },
});
