import type { Context } from '../../platform/context.ts';
import { canReadInternal } from '../abilities.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { POLL_OVERLAP_MICROS } from '../rules/cursor.ts';
import { listDiscussionsByIds } from '../store/discussions.ts';
import { lastChangeMicros, listChangedNotes, nowMicros } from '../store/notes.ts';
import { hiddenAbouts } from './hidden-abouts.ts';
import { buildNoteViews, type NoteView } from './note-views.ts';
import { cachedForNoteable } from './cached-for-noteable.ts';

const MAX_NOTES = 100;

export type NotesSince = { views: NoteView[]; lastFetchedAt: string; hasMore: boolean };

/** The cursor a page starts with: everything committed before it is in what the page shows. */
export async function pollCursor(ctx: Context): Promise<string> {
  return String((await nowMicros(ctx.db)) - POLL_OVERLAP_MICROS);
}

/**
 * Notes that changed after the cursor. The new cursor lies a little in the past, so that what was still being written
 * comes with the next answer; clients merge by id.
 */
export async function notesSince(ctx: Context, noteable: Noteable, sinceMicros: number): Promise<NotesSince> {
  // The same question has the same answer while nothing happens, so that there is nothing to send.
  if ((await lastChange(ctx, noteable)) <= sinceMicros)
    return { views: [], lastFetchedAt: String(sinceMicros), hasMore: false };
  const cursor = await pollCursor(ctx);
  const changed = await listChangedNotes(ctx.db, keyOf(noteable), sinceMicros, {
    limit: MAX_NOTES,
    showsInternal: canReadInternal(ctx.actor, noteable),
    hidden: await hiddenAbouts(ctx, noteable),
  });
  const ids = [...new Set(changed.rows.map((row) => row.discussion_id))];
  const discussions = await listDiscussionsByIds(ctx.db, ids);
  const views = await buildNoteViews(ctx, noteable, discussions, changed.rows);
  const lastFetchedAt = changed.hasMore ? String(changed.lastMicros) : maxOf(cursor, sinceMicros);
  return { views, lastFetchedAt, hasMore: changed.hasMore };
}

/** When a note of it was last written or changed; 0 while there is none. Known without reading while nothing happens. */
async function lastChange(ctx: Context, noteable: Noteable): Promise<number> {
  return cachedForNoteable(ctx, noteable, 'last_change', () => lastChangeMicros(ctx.db, keyOf(noteable)));
}

/** Never goes back behind what the client had already. */
function maxOf(cursor: string, since: number): string {
  return String(Math.max(Number(cursor), since));
}
