import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { Container } from '../../projects/index.ts';
import { findNoteable, type Noteable } from '../noteable.ts';
import { findNoteInProject } from '../store/notes.ts';
import { checkReadable } from './readable-note.ts';

/** What a note of this project is about; not_found for notes of other places and hidden ones. */
export async function noteableOfNote(ctx: Context, project: Container, noteId: number): Promise<Noteable> {
  const note = await findNoteInProject(ctx.db, project.id, noteId);
  if (!note) throw new AppError('not_found', { resource: 'Note' });
  const noteable = await findNoteable(ctx, project, note.noteable_type, { id: note.noteable_id });
  if (!noteable) throw new AppError('not_found', { resource: 'Note' });
  await checkReadable(ctx, noteable, note);
  return noteable;
}
