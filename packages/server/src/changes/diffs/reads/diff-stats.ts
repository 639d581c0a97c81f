import type { Context } from '../../../platform/context.ts';
import { openDiff } from '../ensure-index.ts';
import { findRange } from '../diff-range.ts';
import type { MergeRequestRow } from '../../../merge-requests/index.ts';

export type FileStat = { path: string; additions: number; deletions: number };

/** Counted lines of every file of the newest version; undefined while there is none. */
export async function diffStats(ctx: Context, row: MergeRequestRow): Promise<FileStat[] | undefined> {
  const range = await findRange(ctx, row, {});
  if (!range) return undefined;
  const { index } = await openDiff(ctx, range.key);
  return index.files.map((file) => ({
    path: file.status === 'deleted' ? file.oldPath : file.newPath,
    additions: file.addedLines,
    deletions: file.removedLines,
  }));
}
