import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { topicOfNote } from '../internal-topic.ts';
import type { Noteable } from '../noteable.ts';
import { touchNote } from '../store/notes.ts';

/** Something shown with a note changed, not its text: open pages read it again. In the transaction of that change. */
export async function refreshNote(ctx: Context, noteable: Noteable, noteId: number): Promise<void> {
  const note = await touchNote(ctx.db, noteId);
  const topic = note ? topicOfNote(noteable, note) : null;
  if (note && topic !== null) await publish(ctx, topic, 'note.updated', { noteId, discussionId: note.discussion_id });
}
