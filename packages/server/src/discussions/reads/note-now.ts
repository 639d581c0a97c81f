import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { findDiscussion } from '../store/discussions.ts';
import { findNoteView } from './discussion-page.ts';
import type { NoteView } from './note-views.ts';
import { findNoteableOfNote } from './noteable-by-ids.ts';

/** A note with the rights of this moment; undefined when it is gone or not for the reader. */
export async function findNoteNow(ctx: Context, noteId: number): Promise<NoteView | undefined> {
  try {
    return await findNoteView(ctx, await findNoteableOfNote(ctx, noteId), noteId);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

export async function isThreadThere(ctx: Context, noteable: Noteable, discussionId: string): Promise<boolean> {
  return (await findDiscussion(ctx.db, keyOf(noteable), discussionId)) !== undefined;
}
