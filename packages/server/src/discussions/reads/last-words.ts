import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { listLastWordsOf, listOpenThreads, type OpenThread } from '../store/last-words.ts';

export type { OpenThread };

/** Open threads by thing, and when the actor last spoke there: two queries for a whole list. */
export async function lastWords(
  ctx: Context,
  type: string,
  ids: readonly number[],
): Promise<{ threads: Map<number, OpenThread[]>; ownLastAt: Map<number, Date> }> {
  const id = actorId(ctx.actor);
  const [threads, ownLastAt] = await Promise.all([
    listOpenThreads(ctx.db, type, ids),
    id === undefined ? new Map<number, Date>() : listLastWordsOf(ctx.db, id, type, ids),
  ]);
  return { threads: Map.groupBy(threads, (thread) => thread.noteableId), ownLastAt };
}
