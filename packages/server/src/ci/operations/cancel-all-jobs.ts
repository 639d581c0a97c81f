import { FINISHED_STATUSES } from '@tributary/contract/ci/status.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can, INSTANCE } from '../../platform/policy/policy.ts';
import { listActivePipelines } from '../store/list-jobs-store.ts';
import { lockPipeline } from '../store/pipeline-store.ts';
import { cancelActiveJobs } from './change-pipeline.ts';

/** Jobs in these statuses stay as they are: they are over, wait for a user, or end soon. */
const SETTLED = [...FINISHED_STATUSES, 'manual', 'canceling'] as const;
const BATCH = 50;

export const hasJobsToCancel = async (ctx: Context): Promise<boolean> =>
  (await listActivePipelines(ctx.db, { after: 0, limit: 1, settled: SETTLED })).length > 0;

/** Cancels the jobs of all pipelines of the instance, one pipeline at a time. Answers how many pipelines there were. */
export const cancelAllJobs = defineOperation<Record<string, never>, null, number>({
  name: 'job.cancel_all',
  transaction: false,
  load: async () => null,
  check: (ctx) => can(ctx.actor, 'administer', INSTANCE),
  run: async (ctx) => {
    let [after, count] = [0, 0];
    for (;;) {
      const pipelines = await listActivePipelines(ctx.db, { after, limit: BATCH, settled: SETTLED });
      for (const { id } of pipelines) {
        after = id;
        await transact(ctx, async (inner) => {
          const pipeline = await lockPipeline(inner.db, id);
          if (pipeline) await cancelActiveJobs(inner, pipeline);
        });
        count += 1;
      }
      if (pipelines.length < BATCH) break;
    }
    await transact(ctx, (inner) => audit(inner, 'jobs.canceled', { type: 'instance', id: 1 }, { pipelines: count }));
    return count;
  },
});
