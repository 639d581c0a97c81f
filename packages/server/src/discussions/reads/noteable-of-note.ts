import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { getNoteable, type Noteable } from '../noteable.ts';
import { findNoteInProject } from '../store/notes.ts';

/** What a note of this project is about; not_found for notes of other projects and hidden things. */
export async function noteableOfNote(ctx: Context, access: ProjectAccess, noteId: number): Promise<Noteable> {
  const note = await findNoteInProject(ctx.db, access.project.id, noteId);
  if (!note) throw new AppError('not_found', { resource: 'Note' });
  return getNoteable(ctx, access, note.noteable_type, { id: note.noteable_id });
}
