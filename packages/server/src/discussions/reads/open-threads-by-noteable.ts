import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { listLastResolved, listOpenThreads } from '../store/thread-comments.ts';

/** Who spoke, one after the other, each since their first note in a row; users are null once they are gone. */
export type Speaker = { userId: number | null; isBot: boolean; since: Date };

/** Of an open thread, in its order. */
export type OpenThread = readonly Speaker[];

/** Open threads by thing: a constant number of queries for a whole list. */
export async function openThreadsByNoteable(
  ctx: Context,
  type: string,
  ids: readonly number[],
): Promise<Map<number, OpenThread[]>> {
  const said = await listOpenThreads(ctx.db, type, ids);
  const people = await listUsersByIds(ctx, [...new Set(said.flatMap(({ userId }) => userId ?? []))]);
  const bots = new Set(people.flatMap((user) => (user.isBot ? user.id : [])));
  const threads = new Map<number, OpenThread[]>();
  for (const speakers of Map.groupBy(said, (each) => each.discussionId).values()) {
    const noteableId = speakers[0]?.noteableId ?? 0;
    const thread = speakers.map(({ userId, since }) => ({ userId, since, isBot: bots.has(userId ?? 0) }));
    threads.set(noteableId, [...(threads.get(noteableId) ?? []), thread]);
  }
  return threads;
}

/** When the last thread of each was resolved. */
export function lastResolved(ctx: Context, type: string, ids: readonly number[]): Promise<Map<number, Date>> {
  return listLastResolved(ctx.db, type, ids);
}
