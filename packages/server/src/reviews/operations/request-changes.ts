import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import { addSystemNote } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { lockMergeRequest } from '../../merge-requests/index.ts';
import { findReviewerState, putReviewer } from '../store/reviews.ts';
import { canRequestChanges } from '../abilities.ts';
import { loadReviewing, type Reviewing } from '../load-reviewing.ts';
import { submitReviewOutcome, idsOf, publishReviewerChange } from './submit-review-outcome.ts';

type Input = { mergeRequestId: number };
type Loaded = Reviewing & { state: ReviewerState | undefined };

async function load(ctx: Context, { mergeRequestId }: Input): Promise<Loaded> {
  await lockMergeRequest(ctx.db, mergeRequestId);
  const reviewing = await loadReviewing(ctx, mergeRequestId);
  return { ...reviewing, state: await findReviewerState(ctx.db, reviewing.key) };
}

const check = (ctx: Context, { found, state }: Loaded) => canRequestChanges(ctx.actor, found, state);

/** Asks for changes without a word; it stands in the way of the merge. */
export const requestChanges = defineOperation<Input, Loaded, void>({
  name: 'merge_request.request_changes',
  load,
  check,
  run: async (ctx, loaded) => {
    await submitReviewOutcome(ctx, loaded, 'requested_changes');
  },
});

/** Takes that back; having looked stays. Fails with `requested_changes_missing`. */
export const withdrawRequestedChanges = defineOperation<Input, Loaded, void>({
  name: 'merge_request.withdraw_requested_changes',
  load,
  check,
  run: async (ctx, loaded) => {
    if (loaded.state !== 'requested_changes') throw new AppError('requested_changes_missing');
    await putReviewer(ctx.db, loaded.key, 'reviewed');
    const body = 'removed the request for changes';
    await addSystemNote(ctx, loaded.noteable, { action: 'requested_changes', body });
    await emit(ctx, 'merge_request.updated', { ...idsOf(loaded.found), changed: ['reviewers'] });
    await publishReviewerChange(ctx, loaded);
  },
});
