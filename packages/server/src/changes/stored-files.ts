import type { Extensions } from '../platform/extensions.ts';
import { onProjectRemoval } from '../projects/index.ts';
import { textNames } from './diffs/reads/diff-text.ts';
import { listDiffObjects } from './store/diff-indexes.ts';

export const changesStoredFiles: Extensions = [
  /** Stored diffs go before the rows that name them; may run again after a crash. */
  onProjectRemoval(async (ctx, projectId) => {
    for (const { header_name: header, pack_name: pack } of await listDiffObjects(ctx.db, projectId)) {
      for (const text of textNames(header)) await ctx.storage.delete(text);
      await ctx.storage.delete(pack);
      await ctx.storage.delete(header);
    }
  }),
];
