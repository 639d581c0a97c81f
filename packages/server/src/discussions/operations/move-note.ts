import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type { ImagePin } from '@tributary/contract/discussions/image-pin.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { canEditNote } from '../abilities.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { positionInvalid } from '../rules/check-position.ts';
import type { DiscussionRow } from '../store/discussions.ts';
import type { NoteRow } from '../store/notes.ts';
import { listStarters } from '../store/starters.ts';
import { moveImagePin } from './move-image-pin.ts';
import { loadNoteInThread, noteChanged } from './update-note.ts';

type Move = {
  noteable: Noteable;
  noteId: number;
  position: DiffPosition;
  /** The text is changed with it: pages send the place of every note that they save, also of replies. */
  hasText: boolean;
  /** `updated_at` of what the sender was shown. */
  lastKnownUpdatedAt?: Date | undefined;
};

/**
 * Puts a note where an editor says that it stands: the point of an image moves, with the rules of `moveImagePin`. Lines and
 * files stay: a place that is the one it has, or was shown at in an earlier version, changes nothing, any other is refused with
 * `position_invalid`. A point moves nothing when it comes with the text of a reply, or of someone who was shown the thread
 * before it was moved: the text is kept and the thread stays. Alone it is refused then, as a text would be.
 */
export async function moveNote(ctx: Context, move: Move): Promise<void> {
  const { noteable, noteId, position } = move;
  const { noteable: fresh, note, discussion: thread } = await loadNoteInThread(ctx, noteable, noteId);
  if (!thread) fail('not_found', { resource: 'Note' });
  const places = [thread.position, thread.original_position].filter((place) => place !== null);
  const isImage = position.position_type === 'image';
  const isItsOwn = places.some((place) => (isImage ? isSameFile(place, position) : isSamePlace(place, position)));
  if (!isItsOwn && !(await isOfAnotherVersion(ctx, fresh, places, position))) {
    throw positionInvalid('the comment is on another position and cannot be moved');
  }
  const pin = pinOf(position);
  const isMeant =
    isImage && !places.some((place) => isSamePin(pinOf(place), pin)) && (await mayBeMeant(ctx, move, { note, thread }));
  if (isMeant) await moveImagePin(ctx, { noteable, noteId, pin });
  else guard(canEditNote(ctx.actor, fresh, note));
}

/** Whether another point than the thread has now is a wish to move it. */
async function mayBeMeant(
  ctx: Context,
  { hasText, lastKnownUpdatedAt: seenAt }: Move,
  { note, thread }: { note: NoteRow; thread: DiscussionRow },
): Promise<boolean> {
  const { pin_moved_at: movedAt } = thread;
  const starter = (await listStarters(ctx.db, [note.discussion_id])).get(note.discussion_id);
  const isStarter = starter?.id === note.id;
  // A move touches the note that began the thread: when a reply was changed says nothing of what was seen of the point.
  const wasMoved = isStarter && seenAt !== undefined && movedAt !== null && movedAt > seenAt;
  if (hasText) return isStarter && !wasMoved;
  if (wasMoved) throw noteChanged(note);
  return true;
}

/** The thread was traced on since: where a version shows it that is neither the first nor the newest is not kept. */
async function isOfAnotherVersion(
  ctx: Context,
  noteable: Noteable,
  places: readonly DiffPosition[],
  position: DiffPosition,
): Promise<boolean> {
  if (places.length === 0) return false;
  const isOther = places.every(
    (place) => place.position_type === position.position_type && place.head_sha !== position.head_sha,
  );
  const { holdsCommit } = noteableDescriptor(noteable.type);
  return isOther && holdsCommit !== undefined && holdsCommit(ctx, noteable, position.head_sha);
}

function pinOf({ x, y, width, height }: DiffPosition): ImagePin {
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}

function isSamePin(one: ImagePin, other: ImagePin): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

function isSameFile(one: DiffPosition, other: DiffPosition): boolean {
  return (
    one.position_type === other.position_type && one.new_path === other.new_path && one.old_path === other.old_path
  );
}

function isSamePlace(one: DiffPosition, other: DiffPosition): boolean {
  const isSameLine =
    (one.old_line ?? null) === (other.old_line ?? null) && (one.new_line ?? null) === (other.new_line ?? null);
  return isSameFile(one, other) && isSameLine && one.base_sha === other.base_sha && one.head_sha === other.head_sha;
}
