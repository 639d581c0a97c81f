import type { Extensions } from '../../../platform/extensions.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { randomBytes } from 'node:crypto';
import { transact } from '../../../platform/context.ts';
import { onEvent } from '../../../platform/events.ts';
import { isConnectionLost } from '../../../platform/db/database-errors.ts';
import { addJob, defineJob, registerJob, scheduleJob } from '../../../platform/jobs.ts';
import { currentIndex } from '../log-index/current-index.ts';
import { openTrace } from '../reads/read-trace.ts';
import { deleteOrphanedIndexes } from '../store/log-index-store.ts';
import {
  announceObject,
  findTrace,
  forgetRemovedObject,
  listRemovedObjects,
  lockTrace,
  postponeRemoval,
  sealTrace,
} from '../store/trace-store.ts';

const BATCH = 500;

/** Deletes the objects of logs and artifacts whose rows are gone, or never came because a process died. */
export const removeObjects = defineJob<Record<string, never>>({
  name: 'ci-remove-objects',
  run: async (ctx) => {
    const names = await listRemovedObjects(ctx.db, BATCH);
    for (const name of names) {
      try {
        await ctx.storage.delete(name);
        await forgetRemovedObject(ctx.db, name);
      } catch (error) {
        if (isConnectionLost(error)) throw error;
        // The others do not wait for it, nor does it take a place of theirs in the next batches.
        ctx.log.error({ err: error, object: name }, 'a removed object could not be deleted');
        await postponeRemoval(ctx.db, name);
      }
    }
    await deleteOrphanedIndexes(ctx.db, BATCH);
    // The rest soon: thousands of pipelines may have been deleted at once.
    if (names.length === BATCH) await addJob(ctx, removeObjects, {});
  },
});

export const tracesSealTraces: Extensions = [
  /** When a job has ended its log moves into the object storage as one file. */
  onEvent('job.changed', 'ci-seal-trace', async (ctx, { data }) => {
    if (!isFinished(data.status)) return;
    const row = await findTrace(ctx.db, data.jobId);
    if (!row || row.object_name !== null) return;
    const log = await openTrace(ctx, data.jobId);
    if (!log) return;
    // The event may be delivered twice at a time: each writes an object of its own.
    const name = `ci/logs/${data.projectId}/${data.jobId}-${randomBytes(12).toString('hex')}.log`;
    await announceObject(ctx.db, name);
    try {
      await ctx.storage.put(name, log.stream);
      await transact(ctx, async (inner) => {
        const now = await lockTrace(inner.db, data.jobId);
        // It was erased meanwhile, or another delivery was faster.
        if (!now || now.object_name !== null) return;
        if (now.stored_bytes !== row.stored_bytes) throw new Error('the log of an ended job has grown');
        await forgetRemovedObject(inner.db, name);
        await sealTrace(inner.db, data.jobId, name);
      });
    } finally {
      const now = await findTrace(ctx.db, data.jobId);
      if (now?.object_name !== name) {
        await ctx.storage.delete(name);
        await forgetRemovedObject(ctx.db, name);
      }
    }
    // The first reader of a long log does not wait for it.
    await currentIndex(ctx, data.jobId, { isEnded: true, maxBytes: Infinity });
  }),
  registerJob(removeObjects),
  scheduleJob('*/10 * * * *', removeObjects),
];
