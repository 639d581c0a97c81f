import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { canReadInternal } from '../abilities.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { type DiscussionRow, listDiscussionsByIds } from '../store/discussions.ts';
import { findNote, listNotesOf, type NoteRow } from '../store/notes.ts';
import { buildNoteViews } from './note-views.ts';

/**
 * The note of this thing with this id, for whatever is done with one note. What the reader does not meet in any list is
 * missing: internal ones, and those about a thing that they may not see. `find`: how it is held.
 */
export async function getReadableNote(
  ctx: Context,
  noteable: Noteable,
  noteId: number,
  find = findNote,
): Promise<NoteRow> {
  const note = await find(ctx.db, keyOf(noteable), noteId);
  if (!note || !(await isNoteFor(ctx, noteable, note))) throw new AppError('not_found', { resource: 'Note' });
  return note;
}

/** The same of one that was found otherwise: throws not_found for those that the reader does not meet. */
export async function checkReadable(ctx: Context, noteable: Noteable, note: NoteRow): Promise<void> {
  if (!(await isNoteFor(ctx, noteable, note))) throw new AppError('not_found', { resource: 'Note' });
}

/** The same of a thread: there for who meets any note of it. */
export async function isThreadFor(ctx: Context, noteable: Noteable, thread: DiscussionRow): Promise<boolean> {
  if (thread.is_internal && !canReadInternal(ctx.actor, noteable)) return false;
  if (!thread.is_system) return true;
  return (await buildNoteViews(ctx, noteable, [thread], await listNotesOf(ctx.db, [thread.id]))).length > 0;
}

async function isNoteFor(ctx: Context, noteable: Noteable, note: NoteRow): Promise<boolean> {
  if (note.is_internal && !canReadInternal(ctx.actor, noteable)) return false;
  // Only what the product itself noted down is about something else.
  if (!note.is_system) return true;
  const threads = await listDiscussionsByIds(ctx.db, [note.discussion_id]);
  return (await buildNoteViews(ctx, noteable, threads, [note])).length > 0;
}
