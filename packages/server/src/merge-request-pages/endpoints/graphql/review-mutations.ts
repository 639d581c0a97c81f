import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { labelNamesOf, operationMode, usersMutation } from '../../../planning/index.ts';
import { updateMergeRequest } from '../../../merge-requests/index.ts';
import { requestChanges, withdrawRequestedChanges, requestReviewAgain } from '../../../reviews/index.ts';
import type { MergeRequestMutations } from './found.ts';

/** Reviewers, labels, the milestone, and what reviewers say of the whole. */
export function addReviewMutations(builder: GraphqlBuilder, add: MergeRequestMutations): void {
  const mode = operationMode(builder);
  add(
    'mergeRequestSetReviewers',
    usersMutation(builder, 'reviewerUsernames', (ctx, { row }, reviewerIds) =>
      updateMergeRequest(ctx, { mergeRequestId: row.id, reviewerIds }),
    ),
  );
  add('mergeRequestSetLabels', {
    fields: (t) => ({
      labelIds: t.field({ type: ['LabelID'], required: true }),
      operationMode: t.field({ type: mode }),
    }),
    change: async (ctx, { row, access }, given) => {
      const names = await labelNamesOf(ctx, access, given.labelIds);
      const inputs = { REPLACE: { set: names }, APPEND: { add: names }, REMOVE: { remove: names } };
      await updateMergeRequest(ctx, { mergeRequestId: row.id, labels: inputs[given.operationMode ?? 'REPLACE'] });
    },
  });
  add('mergeRequestSetMilestone', {
    fields: (t) => ({
      milestoneId: t.field({ type: 'MilestoneID', description: 'If omitted, the milestone is removed.' }),
    }),
    change: (ctx, { row }, { milestoneId: id }) =>
      updateMergeRequest(ctx, { mergeRequestId: row.id, milestoneId: id ? parseNumericId(id, 'Milestone') : null }),
  });
  add('mergeRequestReviewerRereview', {
    description: 'Requests another review from a reviewer.',
    fields: (t) => ({ userId: t.field({ type: 'UserID', required: true }) }),
    change: (ctx, { row }, { userId }) =>
      requestReviewAgain(ctx, { mergeRequestId: row.id, userId: parseNumericId(userId, 'User') }),
  });
  add('mergeRequestRequestChanges', { change: (ctx, { row }) => requestChanges(ctx, { mergeRequestId: row.id }) });
  add('mergeRequestDestroyRequestedChanges', {
    change: (ctx, { row }) => withdrawRequestedChanges(ctx, { mergeRequestId: row.id }),
  });
}
