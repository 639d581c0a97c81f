import { listUsersByIds } from '../accounts/index.ts';
import type { Context } from '../platform/context.ts';
import { projectOf } from '../projects/index.ts';
import { type HookPayload, hookProject, hookRepository, hookUser } from '../webhooks/index.ts';
import type { Noteable } from './noteable.ts';
import { findNoteView } from './reads/discussion-page.ts';

type About = {
  /** Of the merge request or issue the note is on, as clients of webhooks know it: `{ merge_request: {…} }`. */
  thing: () => Promise<Record<string, unknown>> | Record<string, unknown>;
  branch?: string;
  /** Told by the trigger for confidential notes. */
  isConfidential?: boolean;
};

/** What webhooks of a project are told of a new note; null when it is gone again. */
export async function noteHook(
  ctx: Context,
  noteable: Noteable,
  noteId: number,
  about: (note: { isInternal: boolean }) => About | null,
): Promise<HookPayload | null> {
  const note = await findNoteView(ctx, noteable, noteId);
  const told = note && about({ isInternal: note.row.is_internal });
  if (!told) return null;
  const { row, author } = note;
  const { project } = projectOf(noteable.place);
  const [user] = author ? [author] : await listUsersByIds(ctx, row.author_id === null ? [] : [row.author_id]);
  const isConfidential = told.isConfidential ?? false;
  return {
    projectId: project.id,
    trigger: isConfidential ? 'confidential_note_events' : 'note_events',
    eventName: isConfidential ? 'Confidential Note Hook' : 'Note Hook',
    ...(told.branch !== undefined && { branch: told.branch }),
    body: {
      object_kind: 'note',
      event_type: isConfidential ? 'confidential_note' : 'note',
      user: user ? hookUser(ctx, user) : null,
      project_id: project.id,
      project: await hookProject(ctx, project),
      repository: hookRepository(ctx, project),
      object_attributes: { ...noteAttributes(ctx, noteable, note), action: 'create' },
      ...(await told.thing()),
    },
  };
}

/** A note as webhooks know it. */
export function noteAttributes(
  ctx: Context,
  noteable: Noteable,
  { row, discussion }: Pick<NonNullable<Awaited<ReturnType<typeof findNoteView>>>, 'row' | 'discussion'>,
): Record<string, unknown> {
  return {
    id: row.id,
    note: row.body,
    description: row.body,
    noteable_type: row.noteable_type,
    noteable_id: row.noteable_type === 'Commit' ? null : row.noteable_id,
    author_id: row.author_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    project_id: row.project_id,
    discussion_id: discussion.id,
    type: row.type,
    system: false,
    internal: row.is_internal,
    attachment: null,
    commit_id: noteable.commitSha ?? discussion.commit_id,
    line_code: discussion.line_code,
    position: discussion.position,
    original_position: discussion.original_position,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by_id: row.resolved_by_id,
    st_diff: null,
    url: `${ctx.config.url}${noteable.path}#note_${row.id}`,
  };
}
