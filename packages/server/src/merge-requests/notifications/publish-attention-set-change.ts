import type { Extensions } from '../../platform/extensions.ts';
import { ATTENTION_SET_CHANGED } from '@tributary/contract/merge-requests/inbox.ts';
import { listThreadSpeakers } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent, publish, publishOn } from '../../platform/events.ts';
import { listMergeRequestUserIds } from '../store/assignees-and-reviewers.ts';

/**
 * It may wait for someone else now: open inboxes of its users, and of those who spoke in its threads, look again. In the
 * transaction of what happened, and before someone is taken off it as well as after.
 */
export async function publishAttentionSetChange(ctx: Context, id: number): Promise<void> {
  const people = await listMergeRequestUserIds(ctx.db, id);
  const speakers = await listThreadSpeakers(ctx.db, 'MergeRequest', id);
  const topics = [...new Set([...people, ...speakers])].map((userId) => `user:${userId}`);
  await publishOn(ctx, topics, ATTENTION_SET_CHANGED, {});
}

export const notificationsPublishAttentionSetChange: Extensions = [
  /** What they may not see any more waits for them no longer. */
  onEvent('member.changed', 'turns', (ctx, { data }) => publish(ctx, `user:${data.userId}`, ATTENTION_SET_CHANGED, {})),
];
