import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import type { ReviewOutcome } from '@tributary/contract/merge-requests/reviews.ts';
import { canCreateNote } from '../discussions/index.ts';
import { type Actor, actorId } from '../platform/actor.ts';
import { canApprove, canUnapprove } from '../approvals/index.ts';
import type { Context } from '../platform/context.ts';
import { canUpdate, type MergeRequestAccess, noteableOf } from '../merge-requests/index.ts';

/** Those who may approve, of a request that is not their own. */
function canReview(actor: Actor, found: MergeRequestAccess): Refusal | null {
  const refusal = canUnapprove(actor, found);
  if (refusal) return refusal;
  if (found.row.author_id !== null && found.row.author_id === actorId(actor)) {
    return refuse('approve_refused', { reason: 'You cannot request changes on your own merge request.' });
  }
  return null;
}

/** Asking for changes stands in the way of the merge: for those who may approve, and those who were asked to review. */
export function canRequestChanges(
  actor: Actor,
  found: MergeRequestAccess,
  state: ReviewerState | undefined,
): Refusal | null {
  const isAsked = state !== undefined && found.row.author_id !== actorId(actor) && found.row.state === 'opened';
  return isAsked ? canCreateNote(actor, noteableOf(found)) : canReview(actor, found);
}

export async function canSubmitReviewOutcome(
  ctx: Context,
  found: MergeRequestAccess,
  verdict: ReviewOutcome | undefined,
  state: ReviewerState | undefined,
): Promise<Refusal | null> {
  if (verdict === 'approved') return canApprove(ctx, found);
  return verdict === 'requested_changes' ? canRequestChanges(ctx.actor, found, state) : null;
}

/** Asking a reviewer once more, while there is something to decide. */
export function canRerequestReview(actor: Actor, found: MergeRequestAccess): Refusal | null {
  const refusal = canUpdate(actor, found);
  if (refusal) return refusal;
  return found.row.state === 'opened' ? null : refuse('merge_request_not_open', { state: found.row.state });
}
