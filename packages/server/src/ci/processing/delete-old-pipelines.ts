import type { Extensions } from '../../platform/extensions.ts';
import { type Context, transact } from '../../platform/context.ts';
import { isConnectionLost } from '../../platform/db/database-errors.ts';
import { addJob, defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { removePipeline } from '../operations/change-pipeline.ts';
import { listOldPipelines, lockPipeline } from '../store/pipeline-store.ts';

const BATCH = 500;

function deleteIfOld(ctx: Context, id: number): Promise<boolean> {
  return transact(ctx, async (inner) => {
    const pipeline = await lockPipeline(inner.db, id);
    // It may run again since it was listed, or its project keeps it longer.
    const [isOld] = await listOldPipelines(inner.db, ctx.clock.now(), { limit: 1, only: id });
    if (!pipeline || isOld === undefined) return false;
    await removePipeline(inner, pipeline);
    return true;
  });
}

/** Deletes pipelines that are older than their project keeps them. Their logs and files go with the next `ci-remove-objects`. */
export const deleteOldPipelines = defineJob<{ after?: number }>({
  name: 'ci-delete-old-pipelines',
  run: async (ctx, { after = 0 }) => {
    const ids = await listOldPipelines(ctx.db, ctx.clock.now(), { limit: BATCH, after });
    let count = 0;
    for (const id of ids) {
      try {
        if (await deleteIfOld(ctx, id)) count += 1;
      } catch (error) {
        if (isConnectionLost(error)) throw error;
        // It is tried again in an hour; the others do not wait for it.
        ctx.log.error({ err: error, pipelineId: id }, 'an old pipeline could not be deleted');
      }
    }
    if (count > 0) ctx.log.info({ count }, 'old pipelines are deleted');
    // More than an hour's worth, as after the setting was changed.
    const last = ids.at(-1);
    if (ids.length === BATCH && last !== undefined) await addJob(ctx, deleteOldPipelines, { after: last });
  },
});

export const processingDeleteOldPipelines: Extensions = [
  registerJob(deleteOldPipelines),
  scheduleJob('25 * * * *', deleteOldPipelines),
];
