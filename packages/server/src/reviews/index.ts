/**
 * Owns reviews: pending comments, review outcomes and their undo, suggestions.
 * Start with `operations/publish-review.ts`.
 */
export { canRequestChanges, canRerequestReview } from './abilities.ts';
export { requestChanges, withdrawRequestedChanges } from './operations/request-changes.ts';
export { requestReviewAgain } from './operations/request-review-again.ts';
export { approversOf, evaluateAsUser, type Interaction, reviewStateOf } from './reads/interaction.ts';
export { approvalData, reviewData } from './reads/review-page.ts';
export { hasReviewed } from './rules/has-reviewed.ts';
export { previewSuggestions, suggestionsOf } from './suggestions/suggestion-views.ts';
export { syncSuggestions } from './suggestions/sync-suggestions.ts';
