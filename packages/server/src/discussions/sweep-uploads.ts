import type { Extensions } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../platform/jobs.ts';
import { onStart } from '../platform/start-work.ts';
import { claimStorage, claimStorageOnce } from '../platform/storage/storage-claims.ts';
import { hasUploads, namesWithoutUpload } from './store/uploads.ts';
import { isUploadName, UPLOADS_FOLDER } from './upload-home.ts';

/** The row follows its bytes at once, or within a transaction: never so late. */
const UNNAMED_MS = 86_400_000;
/** So many may be unnamed whatever there is beside them: a project with all its files may just have gone. */
const ALWAYS_PLAUSIBLE = 20;
/** The rest goes the next night. */
const MAX_REMOVED = 10_000;

/**
 * Bytes of files that no row names: their upload or copy ended in the middle, or they could not be removed with their row. They
 * are looked for before the rows, and are older than any upload lasts, so that no file is missed that is just being kept.
 * Nothing goes while the rows cannot be trusted, or while another instance keeps its files at the same place: bytes that are gone
 * are gone, those that stay only take room.
 */
export const sweepUploadsJob = defineJob<Record<string, never>>({
  name: 'sweep-uploads',
  run: async (ctx) => {
    if (!(await isAloneInStorage(ctx))) return;
    const before = new Date(ctx.clock.now().getTime() - UNNAMED_MS);
    const seen = { files: 0, unnamed: 0 };
    const found: string[] = [];
    for await (const listed of ctx.storage.listBefore(UPLOADS_FOLDER, before)) {
      const names = listed.filter(isUploadName);
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

/** Others say so at their start, long before the first of their files is old enough to be looked at. */
async function isAloneInStorage(ctx: Context): Promise<boolean> {
  if (!ctx.storage.mayBeShared) return true;
  const claimed = await claimStorage(ctx);
  if (!claimed || claimed.others.length === 0) return claimed !== undefined;
  ctx.log.warn(
    claimed,
    'other instances, or copies of this one, keep files at the same place of STORAGE_URL, so no stored file was removed: give ' +
      'each a prefix of its own, and delete the claims of those that are gone',
  );
  return false;
}

/** A database that was restored without its files' rows. */
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

export const discussionsSweepUploads: Extensions = [
  registerJob(sweepUploadsJob),
  scheduleJob('53 3 * * *', sweepUploadsJob),
  onStart('claim-storage', claimStorageOnce),
];
