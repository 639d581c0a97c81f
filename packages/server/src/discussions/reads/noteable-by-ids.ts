import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { listDiscussionsByIds } from '../store/discussions.ts';
import { findNoteById } from '../store/notes.ts';
import { checkReadable } from './readable-note.ts';

async function load(ctx: Context, type: string, id: number, resource: string): Promise<Noteable> {
  const found = await noteableDescriptor(type).findById(ctx, id);
  if (!found) throw new AppError('not_found', { resource });
  return found;
}

/** What a note with this id is about, wherever it is; not_found when the actor may not read that or it. */
export async function findNoteableOfNote(ctx: Context, noteId: number): Promise<Noteable> {
  const note = await findNoteById(ctx.db, noteId);
  if (!note) throw new AppError('not_found', { resource: 'Note' });
  const noteable = await load(ctx, note.noteable_type, note.noteable_id, 'Note');
  await checkReadable(ctx, noteable, note);
  return noteable;
}

export async function findNoteableOfDiscussion(ctx: Context, discussionId: string): Promise<Noteable> {
  const [row] = await listDiscussionsByIds(ctx.db, [discussionId]);
  if (!row) throw new AppError('not_found', { resource: 'Discussion' });
  return load(ctx, row.noteable_type, row.noteable_id, 'Discussion');
}

/** The thing with this id, or undefined when it is gone or the actor may not read it. */
export async function noteableById(ctx: Context, type: string, id: number): Promise<Noteable | undefined> {
  return noteableDescriptor(type).findById(ctx, id);
}

/** The same for a list that was counted in the database: also what is gone from elsewhere. */
export async function listedNoteable(ctx: Context, type: string, id: number): Promise<Noteable | undefined> {
  const { findListed, findById } = noteableDescriptor(type);
  return (findListed ?? findById)(ctx, id);
}

/** What jobs tell of a new comment; undefined when it is gone again. Asks for no rights: the listener's are asked later. */
export async function findNoteForNotification(
  ctx: Context,
  id: number,
): Promise<{ id: number; body: string; isInternal: boolean } | undefined> {
  const note = await findNoteById(ctx.db, id);
  return note && !note.is_system ? { id: note.id, body: note.body, isInternal: note.is_internal } : undefined;
}
