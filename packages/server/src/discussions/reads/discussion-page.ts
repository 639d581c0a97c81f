import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { canReadInternal } from '../abilities.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { encodeCursor } from '../rules/cursor.ts';
import {
  countDiscussions,
  type DiscussionRow,
  findDiscussion,
  listDiscussions,
  listDiscussionsByIds,
  startAround,
} from '../store/discussions.ts';
import { countNotes, listNotes, listNotesOf, type NoteOrder } from '../store/notes.ts';
import { hiddenAbouts } from './hidden-abouts.ts';
import { buildDiscussionViews, buildNoteViews, type DiscussionView, type NoteView } from './note-views.ts';
import { getReadableNote } from './readable-note.ts';

export type Activity = 0 | 1 | 2;

/**
 * The next threads after a cursor, or those around a note, oldest first. `nextCursor` is null at the end. A note that is not
 * among what is shown stands for the beginning.
 */
export async function discussionBatch(
  ctx: Context,
  noteable: Noteable,
  request: { after?: number; aroundNote?: number; limit: number; activity: Activity },
): Promise<{ views: DiscussionView[]; nextCursor: string | null }> {
  const filter = { activity: request.activity, ...(await shownTo(ctx, noteable)) };
  const key = keyOf(noteable);
  const after =
    request.aroundNote === undefined
      ? request.after
      : await startAround(ctx.db, key, {
          ...filter,
          noteId: request.aroundNote,
          before: Math.floor(request.limit / 2),
        });
  const rows = await listDiscussions(ctx.db, key, {
    ...filter,
    limit: request.limit + 1,
    ...(after !== undefined && { after }),
  });
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  const notes = await listNotesOf(
    ctx.db,
    shown.map((row) => row.id),
  );
  const views = await buildDiscussionViews(ctx, noteable, shown, notes);
  return { views, nextCursor: rows.length > shown.length && last ? encodeCursor(last.position_number) : null };
}

/** The same by page number, for the REST endpoint. */
export async function discussionPage(
  ctx: Context,
  noteable: Noteable,
  request: PageRequest,
): Promise<Page<DiscussionView>> {
  const filter = { activity: 0 as const, ...(await shownTo(ctx, noteable)) };
  const total = await countDiscussions(ctx.db, keyOf(noteable), filter);
  const rows = await listDiscussions(ctx.db, keyOf(noteable), {
    ...filter,
    limit: request.perPage,
    offset: (request.page - 1) * request.perPage,
  });
  const notes = await listNotesOf(
    ctx.db,
    rows.map((row) => row.id),
  );
  return pageOf(await buildDiscussionViews(ctx, noteable, rows, notes), request, total);
}

/** One thread, or not_found when it is not this thing's or not for this reader. */
export async function discussionById(ctx: Context, noteable: Noteable, id: string): Promise<DiscussionView> {
  const row = await findDiscussion(ctx.db, keyOf(noteable), id);
  if (!row || (row.is_internal && !canReadInternal(ctx.actor, noteable)))
    throw new AppError('not_found', { resource: 'Discussion' });
  const [view] = await buildDiscussionViews(ctx, noteable, [row], await listNotesOf(ctx.db, [row.id]));
  return view ?? missing();
}

/** The same for many at once, by their ids; without those that are not this thing's or not for this reader. */
export async function discussionsByIds(
  ctx: Context,
  noteable: Noteable,
  ids: readonly string[],
): Promise<Map<string, DiscussionView>> {
  const rows = await threadsAmong(ctx, noteable, ids);
  const notes = await listNotesOf(
    ctx.db,
    rows.map((row) => row.id),
  );
  return new Map((await buildDiscussionViews(ctx, noteable, rows, notes)).map((view) => [view.row.id, view]));
}

/** Threads without their notes: those of these ids that are this thing's and for this reader. */
export async function threadsAmong(ctx: Context, noteable: Noteable, ids: readonly string[]): Promise<DiscussionRow[]> {
  const { noteableType, noteableId } = keyOf(noteable);
  const mayReadInternal = canReadInternal(ctx.actor, noteable);
  return (await listDiscussionsByIds(ctx.db, ids)).filter(
    (row) =>
      row.noteable_type === noteableType && row.noteable_id === noteableId && (!row.is_internal || mayReadInternal),
  );
}

export async function noteById(ctx: Context, noteable: Noteable, id: number): Promise<NoteView> {
  const row = await getReadableNote(ctx, noteable, id);
  const view = await discussionById(ctx, noteable, row.discussion_id);
  return view.notes.find((note) => note.row.id === id) ?? missing('Note');
}

/** The same for those who come late: undefined when it is gone or not for the reader. */
export async function findNoteView(ctx: Context, noteable: Noteable, id: number): Promise<NoteView | undefined> {
  try {
    return await noteById(ctx, noteable, id);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

export async function notePage(
  ctx: Context,
  noteable: Noteable,
  request: PageRequest & { activity: Activity; order: NoteOrder },
): Promise<Page<NoteView>> {
  const filter = { activity: request.activity, ...(await shownTo(ctx, noteable)) };
  const total = await countNotes(ctx.db, keyOf(noteable), filter);
  const rows = await listNotes(ctx.db, keyOf(noteable), {
    ...filter,
    order: request.order,
    limit: request.perPage,
    offset: (request.page - 1) * request.perPage,
  });
  const discussions = await listDiscussionsByIds(ctx.db, [...new Set(rows.map((row) => row.discussion_id))]);
  return pageOf(await buildNoteViews(ctx, noteable, discussions, rows), request, total);
}

/** What of a thing's talk is for this reader, as a condition of every list and count. */
async function shownTo(ctx: Context, noteable: Noteable) {
  return { showsInternal: canReadInternal(ctx.actor, noteable), hidden: await hiddenAbouts(ctx, noteable) };
}

function missing(resource = 'Discussion'): never {
  throw new AppError('not_found', { resource });
}
