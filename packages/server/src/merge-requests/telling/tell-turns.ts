import { TURNS_CHANGED } from '@tributary/contract/merge-requests/inbox.ts';
import { listThreadSpeakers } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent, publish, publishOn } from '../../platform/events.ts';
import { listPeopleOf } from '../store/people.ts';

/**
 * It may wait for somebody else now: open inboxes of its people, and of those who spoke in its threads, look again. In the
 * transaction of what happened, and before somebody is taken off it as well as after.
 */
export async function tellTurns(ctx: Context, id: number): Promise<void> {
  const people = await listPeopleOf(ctx.db, id);
  const speakers = await listThreadSpeakers(ctx.db, 'MergeRequest', id);
  const topics = [...new Set([...people, ...speakers])].map((userId) => `user:${userId}`);
  await publishOn(ctx, topics, TURNS_CHANGED, {});
}

/** What they may not see any more waits for them no longer. */
onEvent('member.changed', 'turns', (ctx, { data }) => publish(ctx, `user:${data.userId}`, TURNS_CHANGED, {}));
