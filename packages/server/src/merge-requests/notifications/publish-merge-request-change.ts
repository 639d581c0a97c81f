import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { topicOf } from '../merge-request-access.ts';
import { readinessChanged } from '../readiness/operations/readiness-changed.ts';
import { listAssignees, listReviewers } from '../store/assignees-and-reviewers.ts';
import { publishAttentionSetChange } from './publish-attention-set-change.ts';

/** Heard by the users it waits for, beside what their other news come by. */
export const PERSONAL_CHANGE = 'merge_request.changed';

/**
 * Open pages of the request look at it again, its assignees and reviewers are notified wherever they are, and its merge
 * checks are evaluated again. In the transaction of the change; without `changed` it is about the review.
 */
export async function publishMergeRequestChange(ctx: Context, id: number, changed?: readonly string[]): Promise<void> {
  await readinessChanged(ctx, [id], changed ? 'updated' : 'reviewed');
  await publish(ctx, topicOf(id), 'changed', { id, ...(changed && { changed: [...changed] }) });
  const people = [...(await listAssignees(ctx.db, [id])), ...(await listReviewers(ctx.db, [id]))];
  for (const userId of new Set(people.map((each) => each.userId))) {
    await publish(ctx, `user:${userId}`, PERSONAL_CHANGE, { id });
  }
  await publishAttentionSetChange(ctx, id);
}
