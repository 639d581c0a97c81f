import type { Extensions } from '../../platform/extensions.ts';
import { transact } from '../../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { nextStatus } from '../rules/status-machine.ts';
import { listDueJobs, listOverdueJobs } from '../store/dag-store.ts';
import { finishJob } from './finish-job.ts';
import { jobHolds } from './job-gates.ts';
import { changeJob } from './process-pipeline.ts';

/** A running job is lost when no runner has spoken of it, and a waiting one given up when none took it, for so long. */
const LIMITS = { silenceMinutes: 30, stuckHours: 24, timeoutSeconds: 3_600 };
const BATCH = 200;

/** Starts delayed jobs whose time has come. */
export const startDelayedJob = defineJob<Record<string, never>>({
  name: 'ci-start-delayed-jobs',
  run: async (ctx) => {
    const due = await listDueJobs(ctx.db, ctx.clock.now(), BATCH);
    for (const job of due) {
      const hold = (await jobHolds(ctx, [job])).get(job.id);
      if (hold?.kind === 'fail') {
        await finishJob(ctx, job.id, { status: 'failed', failureReason: hold.reason });
        continue;
      }
      const step = hold ? 'block' : job.resource_group === null ? 'enqueue' : 'wait_for_resource';
      const status = nextStatus(job.status, step);
      if (status === null) continue;
      await transact(ctx, (inner) =>
        changeJob(inner, job, { status, ...(status === 'pending' && { queued_at: inner.clock.now() }) }),
      );
    }
  },
});

/** Ends jobs that ran longer than they may, whose runner is silent, or that nobody took. */
export const endOverdueJobs = defineJob<Record<string, never>>({
  name: 'ci-end-overdue-jobs',
  run: async (ctx) => {
    const limits = { now: ctx.clock.now(), ...LIMITS };
    for (const { id, reason } of await listOverdueJobs(ctx.db, limits, BATCH)) {
      await finishJob(ctx, id, { status: 'failed', failureReason: reason });
      ctx.log.info({ jobId: id, reason }, 'a job is ended that was overdue');
    }
  },
});

export const processingDueJobs: Extensions = [
  registerJob(startDelayedJob),
  registerJob(endOverdueJobs),
  scheduleJob('* * * * *', startDelayedJob),
  scheduleJob('* * * * *', endOverdueJobs),
];
