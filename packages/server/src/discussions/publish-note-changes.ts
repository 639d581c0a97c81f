import { type Context } from '../platform/context.ts';
import { emitAll, publishAll } from '../platform/events.ts';
import { plainText } from '../platform/markup/index.ts';
import { columnsOf, retellNote } from '../projects/index.ts';
import type { EventBatch, NoteEvent } from './events.ts';
import { topicOfNote } from './internal-topic.ts';
import { type Noteable, type NoteChange, noteableDescriptor } from './noteable.ts';
import type { NoteRow } from './store/notes.ts';

type ChangedNote = Pick<NoteRow, 'id' | 'discussion_id' | 'is_system' | 'is_internal' | 'body'> & {
  /** Names that only the new text calls. */
  named?: string[];
};

const EVENTS = {
  created: 'note.created',
  updated: 'note.updated',
  deleted: 'note.deleted',
} as const;

/** Publishes a change of a note to jobs, other slices and open pages, in its transaction. */
export function publishNoteChange(
  ctx: Context,
  noteable: Noteable,
  note: ChangedNote,
  kind: 'created' | 'updated' | 'deleted',
): Promise<void> {
  return publishNoteChanges(ctx, noteable, [note], kind);
}

/** The same for several at once; `batch` when they were published together. */
export async function publishNoteChanges(
  ctx: Context,
  noteable: Noteable,
  notes: readonly ChangedNote[],
  kind: 'created' | 'updated' | 'deleted',
  batch?: EventBatch,
): Promise<void> {
  if (notes.length === 0) return;
  const dataOf = (note: ChangedNote): NoteEvent => ({
    noteId: note.id,
    discussionId: note.discussion_id,
    noteableType: noteable.type,
    noteableId: noteable.id,
    projectId: columnsOf(noteable.place).project_id,
    ...(note.named && note.named.length > 0 && { named: note.named }),
    ...(batch && { batch }),
  });
  // System notes are for open pages, not for webhooks and mail.
  const written = notes.filter((note) => !note.is_system);
  await emitAll(ctx, EVENTS[kind], written.map(dataOf));
  if (kind !== 'created') {
    for (const note of written) await retellNote(ctx, note.id, kind === 'deleted' ? null : plainText(note.body));
  }
  for (const [topic, changed] of Map.groupBy(notes, (note) => topicOfNote(noteable, note))) {
    const data = changed.map((note) => ({ noteId: note.id, discussionId: note.discussion_id }));
    if (topic !== null) await publishAll(ctx, topic, EVENTS[kind], data);
  }
  for (const isSystem of [false, true]) {
    const changed = notes.filter((note) => note.is_system === isSystem);
    if (changed.length > 0) await notifyNoteable(ctx, noteable, { kind, isSystem, notes: changed.map(changedNote) });
  }
}

function changedNote({ id, discussion_id: discussionId, body, is_internal: isInternal }: ChangedNote) {
  return { id, discussionId, body, isInternal };
}

/** Publishes that threads were all resolved, or all reopened, by one action. */
export async function publishResolutions(
  ctx: Context,
  noteable: Noteable,
  discussionIds: readonly string[],
  isResolved: boolean,
): Promise<void> {
  if (discussionIds.length === 0) return;
  const about = {
    noteableType: noteable.type,
    noteableId: noteable.id,
    projectId: columnsOf(noteable.place).project_id,
  };
  const ids = discussionIds.map((discussionId) => ({ discussionId, isResolved }));
  await emitAll(
    ctx,
    'discussion.resolved',
    ids.map((each) => ({ ...about, ...each })),
  );
  await publishAll(ctx, noteable.topic, 'discussion.resolved', ids);
  await notifyNoteable(ctx, noteable, { kind: isResolved ? 'resolved' : 'unresolved', isSystem: false, notes: [] });
}

async function notifyNoteable(ctx: Context, noteable: Noteable, change: NoteChange): Promise<void> {
  await noteableDescriptor(noteable.type).onNotesChanged?.(ctx, noteable, change);
}
