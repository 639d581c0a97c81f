import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { canReadInternal } from '../abilities.ts';
import { noteableDescriptor } from '../noteable.ts';
import { listDiscussionsByIds } from '../store/discussions.ts';
import { type NoteRow, searchNotes } from '../store/notes.ts';
import { buildNoteViews, type NoteView } from './note-views.ts';

/** Notes of a project that hold the text, newest first; those on things that the reader may not see are left out. */
export async function findNotesByText(
  ctx: Context,
  access: ProjectAccess,
  text: string,
  request: PageRequest,
): Promise<Page<NoteView>> {
  const { page, perPage } = request;
  const rows = await searchNotes(ctx.db, access.project.id, text, { limit: perPage + 1, offset: (page - 1) * perPage });
  const shown = rows.slice(0, perPage);
  const groups = [...Map.groupBy(shown, (row) => `${row.noteable_type}:${row.noteable_id}`).values()];
  const views = (await Promise.all(groups.map((notes) => viewsOf(ctx, access, notes)))).flat();
  const byId = new Map(views.map((view) => [view.row.id, view]));
  const items = shown.flatMap((row) => byId.get(row.id) ?? []);
  return { ...pageOf(items, { page, perPage }, undefined), hasNext: rows.length > perPage };
}

async function viewsOf(ctx: Context, access: ProjectAccess, notes: readonly NoteRow[]): Promise<NoteView[]> {
  const [first] = notes;
  if (!first) return [];
  const noteable = await noteableDescriptor(first.noteable_type).find(ctx, access, { id: first.noteable_id });
  if (!noteable) return [];
  const readable = notes.filter((row) => !row.is_internal || canReadInternal(ctx.actor, noteable));
  const ids = [...new Set(readable.map((row) => row.discussion_id))];
  return buildNoteViews(ctx, noteable, await listDiscussionsByIds(ctx.db, ids), readable);
}
