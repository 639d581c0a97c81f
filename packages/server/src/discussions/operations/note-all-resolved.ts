import type { Context } from '../../platform/context.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { hasOpenThread } from '../store/discussions.ts';
import { addSystemNote } from './add-system-note.ts';

/** With the last open thread there is nothing left to settle, which is told. Gives the id of the note, if there is one. */
export async function noteAllResolved(
  ctx: Context,
  noteable: Noteable,
  more: { authorId?: null } = {},
): Promise<number | null> {
  if (await hasOpenThread(ctx.db, keyOf(noteable))) return null;
  return addSystemNote(ctx, noteable, { action: 'threads_resolved', body: 'resolved all threads', ...more });
}
