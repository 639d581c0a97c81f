import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../platform/context.ts';
import { type Container, containerOfProject, type ProjectAccess } from '../../projects/index.ts';
import { readsInternalOf } from '../abilities.ts';
import { findNoteable } from '../noteable.ts';
import { listDiscussionsByIds } from '../store/discussions.ts';
import type { NoteRow } from '../store/notes.ts';
import { countFoundNotes, listThingsOfMatches, searchNotes } from '../store/search-notes.ts';
import { hiddenOf } from './hidden-abouts.ts';
import { buildNoteViews, type NoteView } from './note-views.ts';

/** Notes of a project that hold the text, newest first; those on things that the reader may not see are not counted either. */
export async function findNotesByText(
  ctx: Context,
  access: ProjectAccess,
  text: string,
  request: PageRequest,
): Promise<Page<NoteView>> {
  const { page, perPage } = request;
  const place = containerOfProject(access);
  const search = { projectId: place.id, text, showsInternal: readsInternalOf(ctx.actor, place) };
  const hidden = await hiddenOf(ctx, await listThingsOfMatches(ctx.db, search));
  const [rows, total] = await Promise.all([
    searchNotes(ctx.db, search, hidden, { limit: perPage, offset: (page - 1) * perPage }),
    countFoundNotes(ctx.db, search, hidden),
  ]);
  const groups = [...Map.groupBy(rows, (row) => `${row.noteable_type}:${row.noteable_id}`).values()];
  const views = (await Promise.all(groups.map((notes) => viewsOf(ctx, place, notes)))).flat();
  const byId = new Map(views.map((view) => [view.row.id, view]));
  return pageOf(
    rows.flatMap((row) => byId.get(row.id) ?? []),
    { page, perPage },
    total,
  );
}

async function viewsOf(ctx: Context, place: Container, notes: readonly NoteRow[]): Promise<NoteView[]> {
  const [first] = notes;
  if (!first) return [];
  const noteable = await findNoteable(ctx, place, first.noteable_type, { id: first.noteable_id });
  if (!noteable) return [];
  const ids = [...new Set(notes.map((row) => row.discussion_id))];
  return buildNoteViews(ctx, noteable, await listDiscussionsByIds(ctx.db, ids), notes);
}
