import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { listDiscussionsByIds } from '../store/discussions.ts';
import { findNoteById } from '../store/notes.ts';

async function load(ctx: Context, type: string, id: number, resource: string): Promise<Noteable> {
  const found = await noteableDescriptor(type).findById(ctx, id);
  if (!found) throw new AppError('not_found', { resource });
  return found;
}

/** What a note with this id is about, wherever it is; not_found when the actor may not read that. */
export async function findNoteableOfNote(ctx: Context, noteId: number): Promise<Noteable> {
  const note = await findNoteById(ctx.db, noteId);
  if (!note) throw new AppError('not_found', { resource: 'Note' });
  return load(ctx, note.noteable_type, note.noteable_id, 'Note');
}

export async function findNoteableOfDiscussion(ctx: Context, discussionId: string): Promise<Noteable> {
  const [row] = await listDiscussionsByIds(ctx.db, [discussionId]);
  if (!row) throw new AppError('not_found', { resource: 'Discussion' });
  return load(ctx, row.noteable_type, row.noteable_id, 'Discussion');
}
