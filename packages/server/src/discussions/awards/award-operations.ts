import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { emit, publish } from '../../platform/events.ts';
import { findEmoji } from '../../platform/markup/index.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canAward } from '../abilities.ts';
import { visibleEmoji } from '../custom-emoji/reads/visible-emoji.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf, reload } from '../noteable-now.ts';
import { findNote, lockNoteAgainstDeletion, type NoteRow } from '../store/notes.ts';
import { refreshNote } from '../operations/refresh-note.ts';
import { getReadableNote } from '../reads/readable-note.ts';
import { type Awardable, type AwardRow, deleteAward, findAward, insertAward, listAwards } from './store.ts';

export type AwardSubject = { noteable: Noteable; noteId: number | null };
export type AwardInput = AwardSubject & { name: string; act: 'add' | 'remove' | 'toggle' };
export type AwardResult = { award: AwardRow; isOn: boolean };

type Loaded = { noteable: Noteable; note: NoteRow | null };

/** The REST endpoint knows these failures by this status. */
const AS_MISSING = { status: 404 };

type Named = { name: string; customId: number | null };

/** Names by which one emoji is known are one reaction; those that a group made count below it. */
async function emojiNamed(ctx: Context, noteable: Noteable, written: string): Promise<Named | undefined> {
  const name = written.replaceAll(/^:|:$/g, '');
  const emoji = findEmoji(name);
  if (emoji) return { name: emoji.name, customId: null };
  const [custom] = await visibleEmoji(ctx, noteable.place.namespaceId, [name]);
  return custom && { name, customId: custom.id };
}

async function noteOf(
  ctx: Context,
  noteable: Noteable,
  noteId: number | null,
  find = findNote,
): Promise<NoteRow | null> {
  return noteId === null ? null : getReadableNote(ctx, noteable, noteId, find);
}

/** Gives a reaction, takes one's own back, or does the one that is possible. */
export const changeAward = defineOperation<AwardInput, Loaded, AwardResult>({
  name: 'award_emoji.change',
  load: async (ctx, input) => {
    const noteable = await reload(ctx, input.noteable);
    return { noteable, note: await noteOf(ctx, noteable, input.noteId, lockNoteAgainstDeletion) };
  },
  check: (ctx, { noteable, note }) => canAward(ctx.actor, noteable, note),
  run: async (ctx, { noteable, note }, input) => {
    const on: Awardable = { ...keyOf(noteable), noteId: note?.id ?? null };
    const userId = actorId(ctx.actor);
    if (userId === undefined) throw new AppError('unauthenticated');
    const named = await emojiNamed(ctx, noteable, input.name);
    // What cannot be given any more, as after a move, is still taken back.
    if (!named && input.act === 'add') throw new AppError('award_emoji_unknown', {}, AS_MISSING);
    const award = { userId, ...(named ?? { name: input.name, customId: null }) };
    const removed = input.act === 'add' ? undefined : await deleteAward(ctx.db, on, award);
    if (!removed && !named) throw new AppError('award_emoji_unknown', {}, AS_MISSING);
    const added = removed || input.act === 'remove' ? undefined : await insertAward(ctx.db, on, award);
    const row = removed ?? added;
    if (!row) throw new AppError(input.act === 'remove' ? 'award_emoji_absent' : 'award_emoji_taken', {}, AS_MISSING);
    await announce(ctx, noteable, note);
    await emit(ctx, 'award_emoji.changed', {
      awardId: row.id,
      userId,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      isOn: added !== undefined,
      noteableType: noteable.type,
      noteableId: noteable.id,
      noteId: note?.id ?? null,
      projectId: noteable.place.kind === 'project' ? noteable.place.id : null,
    });
    return { award: row, isOn: added !== undefined };
  },
});

/** Open pages look at what changed. */
function announce(ctx: Context, noteable: Noteable, note: NoteRow | null): Promise<void> {
  if (note) return refreshNote(ctx, noteable, note.id);
  return publish(ctx, noteable.topic, 'award_emoji.changed', { id: noteable.id });
}

/** Reactions that the actor may see, oldest first. */
export async function awardsOn(ctx: Context, subject: AwardSubject): Promise<AwardRow[]> {
  const note = await noteOf(ctx, subject.noteable, subject.noteId);
  return listAwards(ctx.db, { ...keyOf(subject.noteable), noteId: note?.id ?? null });
}

export async function awardById(ctx: Context, subject: AwardSubject, id: number): Promise<AwardRow> {
  const note = await noteOf(ctx, subject.noteable, subject.noteId);
  const row = await findAward(ctx.db, { ...keyOf(subject.noteable), noteId: note?.id ?? null }, id);
  if (!row) throw new AppError('not_found', { resource: 'Award Emoji' });
  return row;
}

/** Takes a reaction back by its number; only one's own. */
export async function removeAwardById(ctx: Context, subject: AwardSubject, id: number): Promise<void> {
  const row = await awardById(ctx, subject, id);
  if (row.user_id !== actorId(ctx.actor)) throw new AppError('not_found', { resource: 'Award Emoji' });
  await changeAward(ctx, { ...subject, name: row.name, act: 'remove' });
}
