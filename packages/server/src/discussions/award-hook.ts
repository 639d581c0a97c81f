import { listUsersByIds } from '../accounts/index.ts';
import type { Context } from '../platform/context.ts';
import type { EventOf } from '../platform/events.ts';
import { projectOf } from '../projects/index.ts';
import { type HookPayload, hookProject, hookUser } from '../webhooks/index.ts';
import type { Noteable } from './noteable.ts';
import { noteAttributes } from './note-hook.ts';
import { findNoteView } from './reads/discussion-page.ts';

/**
 * What webhooks of a project are told of a reaction that was given or taken back. Those on what only the team may read,
 * such as internal notes and confidential issues, are not told outside.
 */
export async function awardHook(
  ctx: Context,
  noteable: Noteable,
  { data }: Pick<EventOf<'award_emoji.changed'>, 'data'>,
  thing: () => Promise<Record<string, unknown>> | Record<string, unknown>,
): Promise<HookPayload | null> {
  const note = data.noteId === null ? null : await findNoteView(ctx, noteable, data.noteId);
  if (note === undefined || note?.row.is_internal) return null;
  const { project } = projectOf(noteable.place);
  const [user] = await listUsersByIds(ctx, [data.userId]);
  const action = data.isOn ? 'award' : 'revoke';
  return {
    projectId: project.id,
    trigger: 'emoji_events',
    eventName: 'Emoji Hook',
    body: {
      object_kind: 'emoji',
      event_type: action,
      user: user ? hookUser(ctx, user) : null,
      project_id: project.id,
      project: await hookProject(ctx, project),
      object_attributes: {
        id: data.awardId,
        user_id: data.userId,
        name: data.name,
        awardable_type: note ? 'Note' : noteable.type,
        awardable_id: data.noteId ?? noteable.id,
        created_at: data.createdAt,
        updated_at: data.createdAt,
        action,
        awarded_on_url: `${ctx.config.url}${noteable.path}${note ? `#note_${note.row.id}` : ''}`,
      },
      ...(note && { note: noteAttributes(ctx, noteable, note) }),
      ...(await thing()),
    },
  };
}
