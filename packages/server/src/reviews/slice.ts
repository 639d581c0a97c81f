import type { Slice } from '../endpoints/slice.ts';
import { reviewEndpoints } from './endpoints/index.ts';
import { reviewsForgetUndo } from './jobs/forget-undo.ts';
import { reviewsLoadReviewing } from './load-reviewing.ts';
import { reviewsDefinePendingComments } from './define-pending-comments.ts';
import { reviewsQuickActions } from './quick-actions.ts';
import { reviewsReviewerQuickActions } from './reviewer-quick-actions.ts';
import { reviewsQuickAction } from './quick-action.ts';
import { suggestionsApplySuggestions } from './suggestions/apply-suggestions.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const reviewSlice: Slice = {
  endpoints: reviewEndpoints,
  extensions: [
    ...reviewsForgetUndo,
    ...reviewsLoadReviewing,
    ...reviewsDefinePendingComments,
    ...reviewsQuickActions,
    ...reviewsReviewerQuickActions,
    ...reviewsQuickAction,
    ...suggestionsApplySuggestions,
  ],
};
