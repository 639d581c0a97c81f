import { transact } from '../../platform/context.ts';
import { addJob, defineJob, scheduleJob } from '../../platform/jobs.ts';
import { removePipeline } from '../operations/change-pipeline.ts';
import { listOldPipelines, lockPipeline } from '../store/pipeline-store.ts';

const BATCH = 500;

/** Deletes pipelines that are older than their project keeps them. Their logs and files go with the next `ci-remove-objects`. */
export const deleteOldPipelines = defineJob<Record<string, never>>({
  name: 'ci-delete-old-pipelines',
  run: async (ctx) => {
    const ids = await listOldPipelines(ctx.db, ctx.clock.now(), { limit: BATCH });
    let count = 0;
    for (const id of ids) {
      await transact(ctx, async (inner) => {
        const pipeline = await lockPipeline(inner.db, id);
        // It may run again since it was listed, or its project keeps it longer.
        const [isOld] = await listOldPipelines(inner.db, ctx.clock.now(), { limit: 1, only: id });
        if (!pipeline || isOld === undefined) return;
        await removePipeline(inner, pipeline);
        count += 1;
      });
    }
    if (count > 0) ctx.log.info({ count }, 'old pipelines are deleted');
    // More than an hour's worth, as after the setting was changed.
    if (ids.length === BATCH && count > 0) await addJob(ctx, deleteOldPipelines, {});
  },
});

scheduleJob('25 * * * *', deleteOldPipelines);
