import { addJob, defineJob, scheduleJob } from '../../platform/jobs.ts';
import { listStuckChecks } from '../store/merge-requests.ts';
import { listBuildingVersions } from '../store/versions.ts';
import { buildDiffIndexJob } from '../versions/build-index-job.ts';
import { addMergeCheck } from './check-mergeability.ts';

const STUCK_AFTER_SECONDS = 60;
const BATCH = 200;

/** Nothing stays in "checking" or "building" for ever: what has no answer after a minute is asked for again. */
export const watchChecks = defineJob<Record<string, never>>({
  name: 'watch-merge-checks',
  run: async (ctx) => {
    for (const row of await listStuckChecks(ctx.db, STUCK_AFTER_SECONDS, BATCH)) {
      await addMergeCheck(ctx, row.id, 'watchdog');
    }
    for (const version of await listBuildingVersions(ctx.db, STUCK_AFTER_SECONDS, BATCH)) {
      await addJob(ctx, buildDiffIndexJob, { versionId: version.id }, { key: `diff-index:${version.id}` });
    }
  },
});

scheduleJob('* * * * *', watchChecks);
