import type { Context } from '../../platform/context.ts';
import { mapAtMost } from '../../platform/map-at-most.ts';
import { can } from '../../platform/policy/policy.ts';
import { canReadInternal } from '../abilities.ts';
import { listDiscussionsByIds } from '../store/discussions.ts';
import { listNotesAnywhere, type NoteRow } from '../store/notes.ts';
import { buildNoteViews, type NoteView } from './note-views.ts';
import { noteableById } from './noteable-by-ids.ts';

/** Each asks the database several questions at once, and shares its connections with everyone else. */
const THINGS_AT_ONCE = 3;

/** Of notes with these ids, on whatever things, those that the actor may read now. */
export async function readableNotes(ctx: Context, ids: readonly number[]): Promise<NoteView[]> {
  const rows = await listNotesAnywhere(ctx.db, ids);
  const groups = [...Map.groupBy(rows, (row) => `${row.noteable_type}:${row.noteable_id}`).values()];
  return (await mapAtMost(THINGS_AT_ONCE, groups, (notes) => viewsOf(ctx, notes))).flat();
}

/** All on one thing. */
async function viewsOf(ctx: Context, notes: readonly NoteRow[]): Promise<NoteView[]> {
  const [first] = notes;
  const noteable = first && (await noteableById(ctx, first.noteable_type, first.noteable_id));
  if (!noteable || can(ctx.actor, 'read_notes', noteable.policy)) return [];
  const seen = canReadInternal(ctx.actor, noteable) ? notes : notes.filter((note) => !note.is_internal);
  const ids = [...new Set(seen.map((row) => row.discussion_id))];
  return buildNoteViews(ctx, noteable, await listDiscussionsByIds(ctx.db, ids), seen);
}
