import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type { ImagePin } from '@tributary/contract/discussions/image-pin.ts';
import { fail, refuse } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canEditNote } from '../abilities.ts';
import type { Noteable } from '../noteable.ts';
import { checkPoint } from '../rules/check-position.ts';
import { type DiscussionRow, setPin } from '../store/discussions.ts';
import { listNotesOf, type NoteRow } from '../store/notes.ts';
import { starterOf } from '../store/starters.ts';
import { refreshNote } from './refresh-note.ts';
import { loadNoteInThread, noteChanged } from './update-note.ts';

type Input = { noteable: Noteable; noteId: number; pin: ImagePin; lastKnownUpdatedAt?: Date | undefined };
type Loaded = { noteable: Noteable; starter: NoteRow; thread: DiscussionRow };

/**
 * Moves the point of an image that a thread stands on; all its notes go along. Who may edit the note that began the thread
 * may: a reply gives no right to it. Who was shown that note before someone else moved the point is told so.
 */
export const moveImagePin: (ctx: Context, input: Input) => Promise<void> = defineOperation<Input, Loaded, void>({
  name: 'note.move_pin',
  load: async (ctx, input) => {
    const { noteable, note, discussion: thread } = await loadNoteInThread(ctx, input.noteable, input.noteId);
    const starter = starterOf(await listNotesOf(ctx.db, [note.discussion_id]));
    if (!thread || !starter) return fail('not_found', { resource: 'Note' });
    return { noteable, starter, thread };
  },
  check: (ctx, { noteable, starter, thread }) =>
    canEditNote(ctx.actor, noteable, starter) ??
    (thread.original_position?.position_type === 'image'
      ? null
      : refuse('position_invalid', { reason: 'the comment is not on an image' })),
  run: async (ctx, { noteable, starter, thread }, { pin, noteId, lastKnownUpdatedAt }) => {
    // A move touches the note that began the thread: when a reply was changed says nothing of what was seen of the point.
    const seenAt = noteId === starter.id ? lastKnownUpdatedAt : undefined;
    if (seenAt && thread.pin_moved_at && thread.pin_moved_at > seenAt) throw noteChanged(starter);
    checkPoint({ position_type: 'image', ...pin });
    const moved = (position: DiffPosition | null) =>
      position?.position_type === 'image' ? { ...position, ...pin } : position;
    await setPin(ctx.db, thread.id, {
      position: moved(thread.position),
      original: moved(thread.original_position),
    });
    await refreshNote(ctx, noteable, starter.id);
  },
});
