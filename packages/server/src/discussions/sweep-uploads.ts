import type { Context } from '../platform/context.ts';
import { defineJob, scheduleJob } from '../platform/jobs.ts';
import { namesWithoutUpload } from './store/uploads.ts';
import { UPLOADS_FOLDER } from './upload-home.ts';

/** The row follows its bytes at once, or within a transaction: never so late. */
const UNNAMED_MS = 86_400_000;

/**
 * Bytes of files that no row names: their upload or copy ended in the middle, or they could not be removed with their row. They
 * are looked for before the rows, and are older than any upload lasts, so that no file is missed that is just being kept.
 */
export const sweepUploadsJob = defineJob<Record<string, never>>({
  name: 'sweep-uploads',
  run: async (ctx) => {
    let removed = 0;
    const before = new Date(ctx.clock.now().getTime() - UNNAMED_MS);
    for await (const names of ctx.storage.listBefore(UPLOADS_FOLDER, before)) {
      for (const name of await namesWithoutUpload(ctx.db, names)) if (await isRemoved(ctx, name)) removed += 1;
    }
    if (removed > 0) ctx.log.info({ removed }, 'stored files that nothing names were removed');
  },
});

scheduleJob('53 3 * * *', sweepUploadsJob);

/** One that the storage does not let go is tried again the next night. */
async function isRemoved(ctx: Context, name: string): Promise<boolean> {
  try {
    await ctx.storage.delete(name);
    return true;
  } catch (error) {
    ctx.log.warn({ err: error, name }, 'a stored file that nothing names could not be removed');
    return false;
  }
}
