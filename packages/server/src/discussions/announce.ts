import { type Context } from '../platform/context.ts';
import { emit, publish } from '../platform/events.ts';
import type { EventBatch, NoteEvent } from './events.ts';
import { type Noteable, type NoteChange, noteableDescriptor } from './noteable.ts';
import type { NoteRow } from './store/notes.ts';

type ChangedNote = Pick<NoteRow, 'id' | 'discussion_id' | 'is_system' | 'is_internal' | 'body'>;

const EVENTS = {
  created: 'note.created',
  updated: 'note.updated',
  deleted: 'note.deleted',
} as const;

/** Tells jobs, other slices and open pages about a changed note, in its transaction. */
export async function announceNote(
  ctx: Context,
  noteable: Noteable,
  note: ChangedNote,
  kind: 'created' | 'updated' | 'deleted',
  batch?: EventBatch,
): Promise<void> {
  const data: NoteEvent = {
    noteId: note.id,
    discussionId: note.discussion_id,
    noteableType: noteable.type,
    noteableId: noteable.id,
    projectId: noteable.access.project.id,
    ...(batch && { batch }),
  };
  // What the product itself notes down is news for open pages, not for hooks and mail.
  if (!note.is_system) await emit(ctx, EVENTS[kind], data);
  if (!note.is_internal)
    await publish(ctx, noteable.topic, EVENTS[kind], { noteId: note.id, discussionId: note.discussion_id });
  const { id, body, is_internal: isInternal } = note;
  await tell(ctx, noteable, {
    kind,
    isSystem: note.is_system,
    note: { id, discussionId: note.discussion_id, body, isInternal },
  });
}

export async function announceResolution(
  ctx: Context,
  noteable: Noteable,
  discussionId: string,
  isResolved: boolean,
): Promise<void> {
  await emit(ctx, 'discussion.resolved', {
    discussionId,
    noteableType: noteable.type,
    noteableId: noteable.id,
    projectId: noteable.access.project.id,
    isResolved,
  });
  await publish(ctx, noteable.topic, 'discussion.resolved', { discussionId, isResolved });
  await tell(ctx, noteable, { kind: isResolved ? 'resolved' : 'unresolved', isSystem: false });
}

async function tell(ctx: Context, noteable: Noteable, change: NoteChange): Promise<void> {
  await noteableDescriptor(noteable.type).onNoteChanged?.(ctx, noteable, change);
}
