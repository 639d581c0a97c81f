import { findNoteForNews } from '../../discussions/index.ts';
import { onEvent } from '../../platform/events.ts';
import { notice } from '../operations/notice.ts';

onEvent('note.created', 'attention', async (ctx, event) => {
  const note = await findNoteForNews(ctx, event.data.noteId);
  if (!note) return;
  await notice(ctx, {
    type: event.data.noteableType,
    id: event.data.noteableId,
    kind: 'commented',
    eventId: event.id,
    actorId: event.actorId,
    note,
    ...(event.data.batch && { batch: { id: event.data.batch.id, heldUntil: new Date(event.data.batch.heldUntil) } }),
  });
});
