import type { Extensions } from '../../../platform/extensions.ts';
import { defineJob, registerJob, scheduleJob } from '../../../platform/jobs.ts';
import { onStart } from '../../../platform/start-work.ts';
import { listOverdueReadiness, postponeOverdueReadiness } from '../../store/readiness.ts';
import {
  computeReadinessJob,
  READINESS_DEADLINE_MS,
  refreshOutdatedReadiness,
} from '../operations/readiness-changed.ts';
import { addJob } from '../../../platform/jobs.ts';

/** Nothing stays in "checking" for ever: what is not answered by its deadline is evaluated again. */
export const watchReadiness = defineJob<Record<string, never>>({
  name: 'watch-readiness',
  run: async (ctx) => {
    const now = ctx.clock.now();
    for (const { projectId, count } of await listOverdueReadiness(ctx.db, now)) {
      ctx.log.warn({ projectId, count }, 'merge checks that were overdue are evaluated again');
      await addJob(ctx, computeReadinessJob, { projectId }, { key: `watch-readiness:${projectId}` });
    }
    await postponeOverdueReadiness(ctx.db, now, new Date(now.getTime() + READINESS_DEADLINE_MS));
  },
});

export const readinessWatchReadiness: Extensions = [
  registerJob(watchReadiness),
  scheduleJob('* * * * *', watchReadiness),
  onStart('refresh-readiness', refreshOutdatedReadiness),
];
