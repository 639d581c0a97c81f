import { onProjectRemoval } from '../projects/index.ts';
import { listUploadNames } from './store/uploads.ts';

/** Uploaded files go before the rows that name them; may run again after a crash. */
onProjectRemoval(async (ctx, projectId) => {
  for (const name of await listUploadNames(ctx.db, projectId)) await ctx.storage.delete(name);
});
