import type { Extensions } from '../../platform/extensions.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { forgetUndo } from '../store/reviews.ts';

const EVERY_TEN_MINUTES = '*/10 * * * *';

/** What was kept of published reviews for the way back goes once there is none. */
export const forgetReviewUndo = defineJob<Record<string, never>>({
  name: 'forget-review-undo',
  run: async (ctx) => {
    const count = await forgetUndo(ctx.db, ctx.clock.now());
    if (count > 0) ctx.log.debug({ count }, 'drafts of published reviews are gone');
  },
});

export const reviewsForgetUndo: Extensions = [
  registerJob(forgetReviewUndo),
  scheduleJob(EVERY_TEN_MINUTES, forgetReviewUndo),
];
