import type { Extensions } from '../platform/extensions.ts';
import { actorId } from '../platform/actor.ts';
import { defineRequestAction, type RequestActionCheck } from '../merge-requests/index.ts';
import { canApprove, canUnapprove, findValidApproval } from '../approvals/index.ts';
import { findReviewerState } from './store/reviews.ts';
import { canRequestChanges } from './abilities.ts';
import { approveMergeRequest, unapproveMergeRequest } from './operations/approve.ts';
import { requestChanges } from './operations/request-changes.ts';

/** With one's own approval, or without. */
const mayApprove = (isApproved: boolean): RequestActionCheck => {
  return async (ctx, found) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined) return false;
    const refusal = isApproved ? canUnapprove(ctx.actor, found) : await canApprove(ctx, found);
    if (refusal !== null) return false;
    return ((await findValidApproval(ctx.db, found.row.id, userId)) !== undefined) === isApproved;
  };
};

const mayRequestChanges: RequestActionCheck = async (ctx, found) => {
  const authorId = actorId(ctx.actor);
  if (authorId === undefined) return false;
  const state = await findReviewerState(ctx.db, { mergeRequestId: found.row.id, authorId });
  return state !== 'requested_changes' && canRequestChanges(ctx.actor, found, state) === null;
};

export const reviewsQuickActions: Extensions = [
  defineRequestAction('approve', mayApprove(false), {
    description: 'Approve the current merge request.',
    explain: () => 'Approves the current merge request.',
    run: async (ctx, { id, headSha }) => {
      await approveMergeRequest(ctx, { mergeRequestId: id, sha: headSha ?? undefined });
      return 'Approved the current merge request.';
    },
  }),
  defineRequestAction('unapprove', mayApprove(true), {
    description: 'Unapprove the current merge request.',
    explain: () => 'Unapproves the current merge request.',
    run: async (ctx, { id }) => {
      await unapproveMergeRequest(ctx, { mergeRequestId: id });
      return 'Unapproved the current merge request.';
    },
  }),
  defineRequestAction('request_changes', mayRequestChanges, {
    description: 'Request changes to the current merge request.',
    explain: () => 'Requests changes to the current merge request.',
    run: async (ctx, { id }) => {
      await requestChanges(ctx, { mergeRequestId: id });
      return 'Changes requested to the current merge request.';
    },
  }),
];
