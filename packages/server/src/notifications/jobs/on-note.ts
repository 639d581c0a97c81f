import type { Extensions } from '../../platform/extensions.ts';
import { findNoteForNotification } from '../../discussions/index.ts';
import { onEvent } from '../../platform/events.ts';
import { notify } from '../operations/notify.ts';

export const notificationsOnNote: Extensions = [
  onEvent('note.created', 'attention', async (ctx, event) => {
    const note = await findNoteForNotification(ctx, event.data.noteId);
    if (!note) return;
    await notify(ctx, {
      type: event.data.noteableType,
      id: event.data.noteableId,
      kind: 'commented',
      eventId: event.id,
      actorId: event.actorId,
      note,
      ...(event.data.batch && { batch: { id: event.data.batch.id, heldUntil: new Date(event.data.batch.heldUntil) } }),
    });
  }),
  /** Only those whom the text did not call before: everyone else has heard of it. */
  onEvent('note.updated', 'attention', async (ctx, event) => {
    const { noteId, named, noteableType: type, noteableId: id } = event.data;
    const note = named && (await findNoteForNotification(ctx, noteId));
    if (note) await notify(ctx, { type, id, kind: 'edited', eventId: event.id, actorId: event.actorId, note, named });
  }),
];
