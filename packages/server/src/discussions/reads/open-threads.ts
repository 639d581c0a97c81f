import type { Context } from '../../platform/context.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { listOpenDiscussions } from '../store/discussions.ts';
import { listNotesOf } from '../store/notes.ts';
import { buildDiscussionViews, type DiscussionView } from './note-views.ts';

/** Threads that wait to be resolved, oldest first; internal ones are left out. */
export async function openThreads(ctx: Context, noteable: Noteable): Promise<DiscussionView[]> {
  const rows = await listOpenDiscussions(ctx.db, keyOf(noteable));
  const notes = await listNotesOf(
    ctx.db,
    rows.map((row) => row.id),
  );
  return buildDiscussionViews(ctx, noteable, rows, notes);
}
