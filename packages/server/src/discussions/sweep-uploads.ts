import type { Context } from '../platform/context.ts';
import { defineJob, scheduleJob } from '../platform/jobs.ts';
import { hasUploads, namesWithoutUpload } from './store/uploads.ts';
import { UPLOADS_FOLDER } from './upload-home.ts';

/** The row follows its bytes at once, or within a transaction: never so late. */
const UNNAMED_MS = 86_400_000;
/** So many may be unnamed whatever there is beside them: a project with all its files may just have gone. */
const ALWAYS_PLAUSIBLE = 20;
/** The rest goes the next night. */
const MAX_REMOVED = 10_000;

/**
 * Bytes of files that no row names: their upload or copy ended in the middle, or they could not be removed with their row. They
 * are looked for before the rows, and are older than any upload lasts, so that no file is missed that is just being kept.
 * Nothing goes while the rows cannot be trusted: bytes that are gone are gone, those that stay only take room.
 */
export const sweepUploadsJob = defineJob<Record<string, never>>({
  name: 'sweep-uploads',
  run: async (ctx) => {
    const before = new Date(ctx.clock.now().getTime() - UNNAMED_MS);
    const seen = { files: 0, unnamed: 0 };
    const found: string[] = [];
    for await (const names of ctx.storage.listBefore(UPLOADS_FOLDER, before)) {
      const unnamed = await namesWithoutUpload(ctx.db, names);
      seen.files += names.length;
      seen.unnamed += unnamed.length;
      found.push(...unnamed.slice(0, MAX_REMOVED - found.length));
    }
    if (seen.unnamed === 0) return;
    if (isImplausible(seen) || !(await hasUploads(ctx.db))) {
      ctx.log.warn(seen, 'so many stored files are named by nothing that none was removed: is the database complete?');
      return;
    }
    let removed = 0;
    for (const name of found) if (await isRemoved(ctx, name)) removed += 1;
    if (removed > 0) ctx.log.info({ removed }, 'stored files that nothing names were removed');
  },
});

scheduleJob('53 3 * * *', sweepUploadsJob);

/** A database that was restored without its files' rows, or a bucket that another instance shares. */
function isImplausible(seen: { files: number; unnamed: number }): boolean {
  return seen.unnamed > ALWAYS_PLAUSIBLE && seen.unnamed * 2 > seen.files;
}

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
