import type { Context } from '../../platform/context.ts';
import { canReadInternal } from '../abilities.ts';
import { renderText } from '../markdown/render-text.ts';
import type { Noteable } from '../noteable.ts';
import { insertDiscussion, listDiscussions, NEW_ON_THE_WHOLE } from '../store/discussions.ts';
import { insertNote, listNotesOf } from '../store/notes.ts';
import { newDiscussionId } from './create-notes.ts';
import { keyOf } from '../noteable-now.ts';

const MAX_THREADS = 2_000;

/**
 * What people said about one thing, said of another as well: same authors and times, new texts rendered in the other
 * place. Internal notes go along only for those who may read them. No events: nobody said anything new.
 */
export async function copyNotes(ctx: Context, from: Noteable, to: Noteable): Promise<void> {
  const filter = {
    activity: 1 as const,
    limit: MAX_THREADS,
    showsInternal: canReadInternal(ctx.actor, from),
    hidden: [],
  };
  const discussions = await listDiscussions(ctx.db, keyOf(from), filter);
  const { project } = to.access;
  const place = { projectId: project.id, projectPath: project.full_path };
  const about = { noteable_type: to.type, noteable_id: to.id, project_id: project.id };
  for (const discussion of discussions) {
    const copy = await insertDiscussion(ctx.db, {
      ...about,
      id: newDiscussionId(),
      is_individual: discussion.is_individual,
      is_internal: discussion.is_internal,
      ...NEW_ON_THE_WHOLE,
    });
    for (const note of await listNotesOf(ctx.db, [discussion.id])) {
      const rendered = await renderText(ctx, place, note.body);
      await insertNote(ctx.db, {
        ...about,
        discussion_id: copy.id,
        author_id: note.author_id,
        type: note.type === null ? null : 'DiscussionNote',
        is_internal: note.is_internal,
        body: note.body,
        body_html: rendered.html,
        html_version: rendered.version,
        system_action: null,
        idempotency_key: null,
        resolved_at: null,
        resolved_by_id: null,
        edited_at: note.edited_at,
        edited_by_id: note.edited_by_id,
        created_at: note.created_at,
      });
    }
  }
}
