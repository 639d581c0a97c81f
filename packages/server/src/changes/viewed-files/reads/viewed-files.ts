import type { ViewedFiles } from '@tributary/contract/merge-requests/viewed-files.ts';
import type { IndexFile } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import type { DiffRange } from '../../diffs/diff-range.ts';
import { keyOfCommit, keyOfVersion } from '../../diffs/comparison-keys.ts';
import { openDiff } from '../../diffs/ensure-index.ts';
import type { OpenedDiff } from '../../diffs/opened-diff.ts';
import { contentKeys, filePathOf } from '../content-key.ts';
import { matchViewedFiles, type Movable, possiblyViewed } from '../rules/match-viewed-files.ts';
import { listViewedFiles } from '../store.ts';

type Own = { mergeRequestId: number; userId: number };

/**
 * What a mark is about, however it is shown: all changes of the version, with white space. Who looks at one commit ticks
 * what that one changes, and not lines of other commits that were never seen.
 */
export function openMarked(ctx: Context, range: Pick<DiffRange, 'key' | 'version' | 'commit'>): Promise<OpenedDiff> {
  const { projectId } = range.key;
  return openDiff(
    ctx,
    range.commit ? keyOfCommit(projectId, range.commit.row) : keyOfVersion(projectId, range.version),
  );
}

/** The reader's marks, and what has to be known of the changed files to say for which of them they hold. */
export async function readViewedFiles(ctx: Context, own: Own, diff: OpenedDiff) {
  const rows = await listViewedFiles(ctx.db, own);
  const marks = rows.map((row) => ({
    path: row.path,
    content: row.content,
    addedLines: row.added_lines,
    removedLines: row.removed_lines,
  }));
  const files = diff.index.files.map((file) => ({ ...toMovable(file), file }));
  const possible = possiblyViewed(files, marks);
  const contents = await contentKeys(
    diff,
    possible.map(({ file }) => file),
  );
  return { files, marks, contents };
}

function toMovable(file: IndexFile): Movable {
  const { oldPath, addedLines, removedLines } = file;
  return { path: filePathOf(file), oldPath, addedLines, removedLines };
}

/** What the reader has ticked in the version that `range` is part of, or in the one commit that it is. */
export async function reviewedFiles(ctx: Context, own: Own, range: DiffRange): Promise<ViewedFiles> {
  const whole = await openMarked(ctx, range);
  const known = await readViewedFiles(ctx, own, whole);
  const marks = matchViewedFiles(known.files, known.marks, known.contents);
  const { files } = whole.index;
  const reviewed = files.filter((file) => marks.has(filePathOf(file))).map((file) => file.fileHash);
  const shown = await openDiff(ctx, range.key);
  // What context commits changed is not what the request changes, also in the same file.
  const counted = new Set(range.isContext ? [] : files.map((file) => file.fileHash));
  const uncounted = shown.index.files.map((file) => file.fileHash).filter((hash) => !counted.has(hash));
  return { reviewed, total: files.length, uncounted };
}
