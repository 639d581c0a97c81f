import { fail } from '@tributary/contract/errors/app-error.ts';
import { plainText } from '../../platform/markup/index.ts';
import type { Context } from '../../platform/context.ts';
import { publishNoteChange, publishResolutions } from '../publish-note-changes.ts';
import { listAwardsOfNotes } from '../awards/store.ts';
import type { Noteable } from '../noteable.ts';
import {
  type DiscussionRow,
  listDiscussionsByIds,
  lockDiscussion,
  makeIndividual,
  refreshDiscussion,
} from '../store/discussions.ts';
import { deleteNoteRow, listNotesByIds, listNotesOf, lockNotes, type NoteRow, putNoteState } from '../store/notes.ts';
import { keyOf } from '../noteable-now.ts';

/** A thread as it was before notes were added to it. */
export type ThreadState = {
  id: string;
  isIndividual: boolean;
  notes: {
    id: number;
    type: NoteRow['type'];
    resolvable: boolean;
    resolvedAt: string | null;
    resolvedById: number | null;
    resolvedByPush: boolean;
  }[];
  /** Whether it was settled once they were there. */
  isResolvedAfter: boolean;
};

/** Remembers threads, for `withdrawNotes`. */
export async function threadStates(ctx: Context, ids: readonly string[]): Promise<ThreadState[]> {
  const [threads, notes] = await Promise.all([listDiscussionsByIds(ctx.db, ids), listNotesOf(ctx.db, ids)]);
  return threads.map((thread) => ({
    id: thread.id,
    isIndividual: thread.is_individual,
    isResolvedAfter: thread.resolved_at !== null,
    notes: notes
      .filter((note) => note.discussion_id === thread.id)
      .map((note) => ({
        id: note.id,
        type: note.type,
        resolvable: note.resolvable,
        resolvedAt: note.resolved_at?.toISOString() ?? null,
        resolvedById: note.resolved_by_id,
        resolvedByPush: note.resolved_by_push,
      })),
  }));
}

/**
 * Takes notes back as if they had not been said, and puts the threads they answered back. Gives them as they stood; those
 * that were deleted meanwhile are missing. Fails with `note_acted_on` when anyone has gone on from one of them. The right
 * is the caller's to check, in the transaction it is called in.
 */
export async function withdrawNotes(
  ctx: Context,
  noteable: Noteable,
  { noteIds, threads }: { noteIds: readonly number[]; threads: readonly ThreadState[] },
): Promise<Map<number, NoteRow>> {
  const known = await listNotesByIds(ctx.db, keyOf(noteable), noteIds);
  const held = new Map<string, DiscussionRow>();
  for (const id of [...new Set(known.map((note) => note.discussion_id))].toSorted()) {
    const row = await lockDiscussion(ctx.db, keyOf(noteable), id);
    if (row) held.set(id, row);
  }
  // Whoever reacts to one of them now waits, or was faster.
  const own = await lockNotes(ctx.db, keyOf(noteable), noteIds);
  const around = await listNotesOf(ctx.db, [...held.keys()]);
  await refuseActed(ctx, { own, around, held, threads });
  for (const note of own) {
    await deleteNoteRow(ctx.db, note.id);
    await refreshDiscussion(ctx.db, note.discussion_id);
    await publishNoteChange(ctx, noteable, note, 'deleted');
  }
  for (const state of threads) {
    const row = held.get(state.id);
    if (row) await putThreadBack(ctx, noteable, row, state);
  }
  return new Map(own.map((note) => [note.id, note]));
}

type Surroundings = {
  own: readonly NoteRow[];
  around: readonly NoteRow[];
  held: ReadonlyMap<string, DiscussionRow>;
  threads: readonly ThreadState[];
};

async function refuseActed(ctx: Context, { own, around, held, threads }: Surroundings): Promise<void> {
  const ids = new Set(own.map((note) => note.id));
  const reactions = await listAwardsOfNotes(ctx.db, [...ids]);
  for (const note of own) {
    const said = `“${excerpt(note.body)}”`;
    const thread = held.get(note.discussion_id);
    const later = around.some(
      (other) =>
        !other.is_system && other.discussion_id === note.discussion_id && other.id > note.id && !ids.has(other.id),
    );
    if (later) fail('note_acted_on', { what: `there is a reply to ${said}` });
    if (reactions.some((award) => award.note_id === note.id)) {
      fail('note_acted_on', { what: `there is a reaction to ${said}` });
    }
    if (note.edited_by_id !== null && note.edited_by_id !== note.author_id) {
      fail('note_acted_on', { what: `someone else changed ${said}` });
    }
    const wasResolved = threads.find((state) => state.id === note.discussion_id)?.isResolvedAfter ?? false;
    const isResolved = thread?.resolved_at !== null;
    if (isResolved !== wasResolved) {
      fail('note_acted_on', { what: `the thread with ${said} was ${isResolved ? 'resolved' : 'reopened'}` });
    }
  }
}

async function putThreadBack(ctx: Context, noteable: Noteable, row: DiscussionRow, state: ThreadState): Promise<void> {
  for (const { id, ...note } of state.notes) {
    await putNoteState(ctx.db, id, {
      type: note.type,
      resolvable: note.resolvable,
      resolved_at: note.resolvedAt === null ? null : new Date(note.resolvedAt),
      resolved_by_id: note.resolvedById,
      resolved_by_push: note.resolvedByPush,
    });
  }
  if (state.isIndividual) await makeIndividual(ctx.db, state.id);
  const refreshed = await refreshDiscussion(ctx.db, state.id);
  const isResolved = (refreshed?.resolved_at ?? null) !== null;
  if (refreshed && isResolved !== (row.resolved_at !== null)) {
    await publishResolutions(ctx, noteable, [state.id], isResolved);
  }
}

const EXCERPT_CHARS = 60;

function excerpt(body: string): string {
  const text = plainText(body).replaceAll(/\s+/g, ' ').trim();
  return text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text;
}
