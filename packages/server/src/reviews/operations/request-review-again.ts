import { fail } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import { addSystemNote } from '../../discussions/index.ts';
import { emit, publish } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { reviewersText } from '../../planning/index.ts';
import {
  loadForChange,
  type MergeRequestAccess,
  topicOf,
  noteableOf,
  publishMergeRequestChange,
} from '../../merge-requests/index.ts';
import { endApprovalOf } from '../../approvals/index.ts';
import { canRerequestReview } from '../abilities.ts';
import { rerequestReview } from '../store/reviews.ts';

/**
 * Asks a reviewer to look once more: their outcome and approval were of what they saw, so both are open again, and it
 * waits for them again. Fails with not_found for someone who is no reviewer.
 */
export const requestReviewAgain = defineOperation<{ mergeRequestId: number; userId: number }, MergeRequestAccess, void>(
  {
    name: 'merge_request.request_review_again',
    load: (ctx, input) => loadForChange(ctx, input.mergeRequestId),
    check: (ctx, found) => canRerequestReview(ctx.actor, found),
    run: async (ctx, found, { userId }) => {
      const { id: mergeRequestId, target_project_id: projectId } = found.row;
      const [user] = await listUsersByIds(ctx, [userId]);
      if (!user || !(await rerequestReview(ctx.db, mergeRequestId, userId)))
        fail('not_found', { resource: 'Reviewer' });
      const body = reviewersText({ added: [user], removed: [] }) ?? '';
      await addSystemNote(ctx, noteableOf(found), { action: 'reviewer', body });
      if (await endApprovalOf(ctx.db, { mergeRequestId, userId }, 'reset')) {
        await emit(ctx, 'merge_request.unapproved', { mergeRequestId, projectId, userId });
      }
      await emit(ctx, 'merge_request.updated', { mergeRequestId, projectId, changed: ['reviewers'] });
      await publishMergeRequestChange(ctx, mergeRequestId);
      await publish(ctx, topicOf(mergeRequestId), 'merge_status.changed', { id: mergeRequestId });
    },
  },
);
