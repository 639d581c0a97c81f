import type { Extensions } from '../platform/extensions.ts';
import { REVIEW_OUTCOMES, type ReviewOutcome } from '@tributary/contract/merge-requests/reviews.ts';
import { canCreateNote, defineQuickAction } from '../discussions/index.ts';
import { actorId } from '../platform/actor.ts';
import { refuseCommand } from '../planning/index.ts';
import { findMergeRequestAccess, NOTEABLE_TYPE, noteableOf } from '../merge-requests/index.ts';
import { listDrafts } from './store/drafts.ts';
import { findReviewerState } from './store/reviews.ts';
import { canSubmitReviewOutcome } from './abilities.ts';
import { publishReview } from './operations/publish-review.ts';

const WORDS: Readonly<Record<string, ReviewOutcome>> = {
  ...Object.fromEntries(REVIEW_OUTCOMES.map((verdict) => [verdict, verdict])),
  approve: 'approved',
  request_changes: 'requested_changes',
};
const WITH: Record<ReviewOutcome, string> = {
  reviewed: ' as a comment',
  approved: ' and approves the merge request',
  requested_changes: ' and requests changes',
};
const UNKNOWN = 'the decision must be approve, requested_changes or reviewed';

/** Undefined where none is written; null for a word that is none. */
function verdictIn(args: string): ReviewOutcome | null | undefined {
  const word = args.trim().toLowerCase();
  return word === '' ? undefined : Object.hasOwn(WORDS, word) ? WORDS[word] : null;
}

export const reviewsQuickAction: Extensions = [
  defineQuickAction({
    name: 'submit_review',
    types: [NOTEABLE_TYPE],
    description: 'Submit your pending comments, with an optional decision',
    params: 'approve|requested_changes|reviewed',
    isAvailable: async (ctx, { id }, args = '') => {
      const found = await findMergeRequestAccess(ctx, id);
      const authorId = actorId(ctx.actor);
      if (!found || authorId === undefined || canCreateNote(ctx.actor, noteableOf(found)) !== null) return false;
      const key = { mergeRequestId: id, authorId };
      if ((await listDrafts(ctx.db, key)).length === 0) return false;
      const state = await findReviewerState(ctx.db, key);
      return (await canSubmitReviewOutcome(ctx, found, verdictIn(args) ?? undefined, state)) === null;
    },
    explain: (args) => {
      const verdict = verdictIn(args);
      if (verdict === null) return `Submits no review: ${UNKNOWN}.`;
      return `Submits your pending comments${verdict === undefined ? '' : WITH[verdict]}.`;
    },
    // The commands in the comments are done too, and those may move branches.
    hasOwnTransactions: true,
    run: async (ctx, { id, headSha }, args, _isAgain, idempotencyKey) => {
      const verdict = verdictIn(args);
      if (verdict === null) return refuseCommand(UNKNOWN);
      const review = await publishReview(ctx, {
        mergeRequestId: id,
        verdict,
        sha: headSha ?? undefined,
        actsAsWritten: true,
        idempotencyKey,
      });
      if (!review.row) return refuseCommand('you have no pending comments');
      const { messages = [], errors = [] } = review.outcome ?? {};
      return {
        message: ['Submitted the review.', ...messages].join(' '),
        missed: errors.length === 0 ? undefined : errors.join(' '),
      };
    },
  }),
];
