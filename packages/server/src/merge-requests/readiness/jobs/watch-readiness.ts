import { defineJob, scheduleJob } from '../../../platform/jobs.ts';
import { listStuckChecks } from '../../store/merge-requests.ts';
import { addMergeCheck } from './check-mergeability.ts';

const STUCK_AFTER_SECONDS = 60;
const BATCH = 200;

/** Nothing stays in "checking" for ever: what has no answer after a minute is asked for again. */
export const watchChecks = defineJob<Record<string, never>>({
  name: 'watch-merge-checks',
  run: async (ctx) => {
    for (const row of await listStuckChecks(ctx.db, STUCK_AFTER_SECONDS, BATCH)) {
      await addMergeCheck(ctx, row.id, 'watchdog');
    }
  },
});

scheduleJob('* * * * *', watchChecks);
