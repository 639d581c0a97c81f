import { refuse } from '@tributary/contract/errors/app-error.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canCreateNote } from '../abilities.ts';
import { publishNoteChange } from '../publish-note-changes.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { convertToThreads, type DiscussionRow, refreshDiscussion } from '../store/discussions.ts';
import { makeThreadNotes, type NoteRow } from '../store/notes.ts';
import { loadNoteInThread } from './update-note.ts';

type Loaded = { noteable: Noteable; note: NoteRow; discussion: DiscussionRow | undefined };

/** Makes a single comment the first note of a thread, which takes replies. A thread stays what it is. */
export const convertNoteToThread = defineOperation<{ noteable: Noteable; noteId: number }, Loaded, void>({
  name: 'note.convert_to_thread',
  load: (ctx, { noteable, noteId }) => loadNoteInThread(ctx, noteable, noteId),
  check: (ctx, { noteable, note }) =>
    canCreateNote(ctx.actor, noteable, note.is_internal) ?? (note.is_system ? refuse('note_is_system') : null),
  run: async (ctx, { noteable, note, discussion }) => {
    if (!discussion?.is_individual) return;
    await convertToThreads(ctx.db, [discussion.id]);
    await makeThreadNotes(ctx.db, [discussion.id], noteableDescriptor(noteable.type).isResolvable);
    await refreshDiscussion(ctx.db, discussion.id);
    await publishNoteChange(ctx, noteable, note, 'updated');
  },
});
