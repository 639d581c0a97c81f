import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { Place } from '../../projects/index.ts';
import { getNoteable, type Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { findNote, findNoteInProject } from '../store/notes.ts';

/** What a note of this project is about; not_found for notes of other places and hidden things. */
export async function noteableOfNote(ctx: Context, project: Place, noteId: number): Promise<Noteable> {
  const note = await findNoteInProject(ctx.db, project.id, noteId);
  if (!note) throw new AppError('not_found', { resource: 'Note' });
  return getNoteable(ctx, project, note.noteable_type, { id: note.noteable_id });
}

/** Throws not_found for notes of other things. */
export async function checkNoteOf(ctx: Context, noteable: Noteable, noteId: number): Promise<void> {
  if (!(await findNote(ctx.db, keyOf(noteable), noteId))) throw new AppError('not_found', { resource: 'Note' });
}
