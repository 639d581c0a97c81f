import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { type Noteable, noteableDescriptor, type ResolvedPosition } from '../noteable.ts';
import { commitLookedAt } from './commit-looked-at.ts';
import type { NoteToWrite } from './create-notes.ts';

export type NotePosition = ResolvedPosition;

/** Where each of these stands in the diff, looked for with what the others needed; none for those without a place, or without one left. */
export async function locationsOf(
  ctx: Context,
  noteable: Noteable,
  notes: readonly NoteToWrite[],
): Promise<Map<NoteToWrite, NotePosition>> {
  const places = new Map<NoteToWrite, NotePosition>();
  const placed = notes.filter((note) => note.position !== undefined && note.replyTo === undefined);
  if (placed.length === 0) return places;
  const { openPositions } = noteableDescriptor(noteable.type);
  if (!openPositions) fail('position_invalid', { reason: 'there is no diff' });
  const resolve = openPositions(ctx, noteable);
  for (const note of placed) {
    if (!note.position) continue;
    try {
      places.set(note, await resolve(note.position));
    } catch (error) {
      rethrowUnlessGone(note, error);
    }
  }
  return places;
}

/** The commit that each of these was written about, where it was one alone. */
export async function commitsOf(
  ctx: Context,
  noteable: Noteable,
  notes: readonly NoteToWrite[],
): Promise<Map<NoteToWrite, string | null>> {
  const commits = new Map<NoteToWrite, string | null>();
  for (const note of notes) {
    try {
      commits.set(note, await commitLookedAt(ctx, noteable, note));
    } catch (error) {
      rethrowUnlessGone(note, error);
    }
  }
  return commits;
}

function rethrowUnlessGone(note: NoteToWrite, error: unknown): void {
  const isGone = error instanceof AppError && error.code === 'position_invalid';
  if (!note.outlivesPlace || !isGone) throw error;
}
