import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { canReadInternal } from '../abilities.ts';
import type { Noteable } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { countsByNoteable, type NoteCounts } from '../store/discussions.ts';
import { listNoteAuthorIds, listCommentedNoteableIds } from '../store/notes.ts';
import { cachedForNoteable } from './cached-for-noteable.ts';

/** Comments and threads by noteable id; every id has an entry. */
export async function noteCounts(ctx: Context, type: string, ids: readonly number[]): Promise<Map<number, NoteCounts>> {
  const [id] = ids;
  if (ids.length !== 1 || id === undefined) return countsByNoteable(ctx.db, type, ids);
  return cachedForNoteable(ctx, { type, id }, 'note_counts', () => countsByNoteable(ctx.db, type, ids));
}

/**
 * Ids of everyone who commented, first speaker first. Those who only wrote internal notes take part for whom may read
 * these: by default that is asked of the actor.
 */
export async function noteAuthorIds(
  ctx: Context,
  noteable: Noteable,
  showsInternal = canReadInternal(ctx.actor, noteable),
): Promise<number[]> {
  const load = () => listNoteAuthorIds(ctx.db, keyOf(noteable), showsInternal);
  const what = showsInternal ? 'note_authors' : 'open_note_authors';
  return cachedForNoteable(ctx, noteable, what, load, ({ length }) => 8 * length);
}

/** Those of these things of one type that the actor said something about, by the same rule: one question for all. */
export async function commentedNoteableIds(
  ctx: Context,
  type: string,
  noteables: readonly Noteable[],
): Promise<Set<number>> {
  const userId = actorId(ctx.actor);
  if (userId === undefined) return new Set();
  const internalIds = noteables.filter((each) => canReadInternal(ctx.actor, each)).map(({ id }) => id);
  return listCommentedNoteableIds(ctx.db, type, { ids: noteables.map(({ id }) => id), internalIds, userId });
}
