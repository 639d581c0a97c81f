import type { UndoAnswer } from '@tributary/contract/merge-requests/reviews.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { onMergeRequestPage } from '../../merge-requests/index.ts';
import { undoReview } from '../operations/undo-review.ts';
import { undoOf } from '../reads/review-page.ts';

const tag = 'Draft notes';
const subject = onMergeRequestPage;

const undoable = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/reviews/undoable',
  ability: 'read_drafts',
  summary: 'Get your review that can be undone',
  tag,
  subject,
  handle: async ({ ctx, subject: found }) => ({ undo: await undoOf(ctx, found) }),
});

const undo = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/reviews/:review_id/undo',
  ability: 'change_drafts',
  summary: 'Undo a published review',
  tag,
  subject,
  status: 200,
  params: z.object({ review_id: idInput }),
  handle: ({ ctx, params: { review_id: reviewId }, subject: { row } }): Promise<UndoAnswer> =>
    undoReview(ctx, { mergeRequestId: row.id, reviewId }),
});

export const undoPageRoutes: readonly ScopedRoute[] = [undoable, undo].map((route) =>
  defineScopedRoute('project', route),
);
