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

/** Only those whom the text did not call before: everybody else has heard of it. */
onEvent('note.updated', 'attention', async (ctx, event) => {
  const { noteId, named, noteableType: type, noteableId: id } = event.data;
  const note = named && (await findNoteForNews(ctx, noteId));
  if (note) await notice(ctx, { type, id, kind: 'edited', eventId: event.id, actorId: event.actorId, note, named });
});
