import type { Extensions } from '../../platform/extensions.ts';
import { transact } from '../../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { statusChecksChanged } from '../changed.ts';
import { PENDING_MS, TIMED_OUT } from '../rules/timeouts.ts';
import { failPendingBefore } from '../store/responses.ts';

/** Nothing waits for a service that says nothing: the check can then be retried. A late answer counts all the same. */
export const failSilentJob = defineJob<Record<string, never>>({
  name: 'fail-silent-status-checks',
  run: async (ctx) => {
    const now = ctx.clock.now();
    await transact(ctx, async (inner) => {
      const before = new Date(now.getTime() - PENDING_MS);
      for (const id of await failPendingBefore(inner.db, before, now, TIMED_OUT)) await statusChecksChanged(inner, id);
    });
  },
});

export const statusChecksFailSilent: Extensions = [registerJob(failSilentJob), scheduleJob('* * * * *', failSilentJob)];
