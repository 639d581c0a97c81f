import type { Context } from '../../platform/context.ts';
import { moveReviewer } from '../store/reviews.ts';
import type { Reviewing } from '../load-reviewing.ts';
import { publishReviewerChange } from './submit-review-outcome.ts';

/** A reviewer who was asked and writes the first pending comment has begun, which everyone may see. */
export async function beginReview(ctx: Context, reviewing: Reviewing): Promise<void> {
  if (await moveReviewer(ctx.db, reviewing.key, 'unreviewed', 'review_started'))
    await publishReviewerChange(ctx, reviewing);
}

/** Who threw the last one away has not. */
export async function giveUpReview(ctx: Context, reviewing: Reviewing): Promise<void> {
  if (await moveReviewer(ctx.db, reviewing.key, 'review_started', 'unreviewed'))
    await publishReviewerChange(ctx, reviewing);
}
