import { defineJob, scheduleJob } from '../../../platform/jobs.ts';
import { deleteExpired } from '../store/artifact-store.ts';

const BATCH = 1_000;

/** Files of jobs whose time is over; their objects go with the next run of `ci-remove-objects`. */
const removeExpired = defineJob<Record<string, never>>({
  name: 'ci-remove-expired-artifacts',
  run: async (ctx) => {
    const count = await deleteExpired(ctx.db, ctx.clock.now(), BATCH);
    if (count > 0) ctx.log.info({ count }, 'expired artifacts are removed');
  },
});

scheduleJob('*/5 * * * *', removeExpired);
