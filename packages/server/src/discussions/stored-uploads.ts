import type { Extensions } from '../platform/extensions.ts';
import { onGroupRemoval, onProjectRemoval, type ContainerColumns } from '../projects/index.ts';
import type { Context } from '../platform/context.ts';
import { listUploadNames } from './store/uploads.ts';

/** Uploaded files go before the rows that name them; may run again after a crash. */
async function removeFiles(ctx: Context, home: ContainerColumns): Promise<void> {
  for (const name of await listUploadNames(ctx.db, home)) await ctx.storage.delete(name);
}

export const discussionsStoredUploads: Extensions = [
  onProjectRemoval((ctx, id) => removeFiles(ctx, { project_id: id, namespace_id: null })),
  onGroupRemoval((ctx, id) => removeFiles(ctx, { project_id: null, namespace_id: id })),
];
