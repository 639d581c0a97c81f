import type { ReviewedFiles } from '@tributary/contract/merge-requests/reviewed.ts';
import type { IndexFile } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import type { DiffRange } from '../../diffs/diff-range.ts';
import { keyOfVersion } from '../../diffs/comparison-keys.ts';
import { openDiff } from '../../diffs/ensure-index.ts';
import type { OpenedDiff } from '../../diffs/opened-diff.ts';
import { contentKeys, shownPath } from '../content-key.ts';
import { type Mark, marksOfFiles, possiblyMarked } from '../rules/match-marks.ts';
import { listReviewedFiles } from '../store.ts';

type Own = { mergeRequestId: number; userId: number };

/** All changes of the version, with white space: what a mark is about, however it is shown. */
export function openWhole(ctx: Context, range: Pick<DiffRange, 'key' | 'version'>): Promise<OpenedDiff> {
  return openDiff(ctx, keyOfVersion(range.key.projectId, range.version));
}

/** The mark that holds for each changed file, by shown path. */
export async function marksOf(ctx: Context, own: Own, diff: OpenedDiff): Promise<Map<string, Mark>> {
  const rows = await listReviewedFiles(ctx.db, own);
  const marks = rows.map((row) => ({
    path: row.path,
    content: row.content,
    addedLines: row.added_lines,
    removedLines: row.removed_lines,
  }));
  const files = diff.index.files.map((file) => ({ ...toMarkable(file), file }));
  const possible = possiblyMarked(files, marks);
  const contents = await contentKeys(
    diff,
    possible.map(({ file }) => file),
  );
  return marksOfFiles(files, marks, contents);
}

function toMarkable(file: IndexFile) {
  return { path: shownPath(file), addedLines: file.addedLines, removedLines: file.removedLines };
}

/** What the reader has ticked in the version that `range` is part of. */
export async function reviewedFiles(ctx: Context, own: Own, range: DiffRange): Promise<ReviewedFiles> {
  const whole = await openWhole(ctx, range);
  const marks = await marksOf(ctx, own, whole);
  const { files } = whole.index;
  const reviewed = files.filter((file) => marks.has(shownPath(file))).map((file) => file.fileHash);
  const shown = await openDiff(ctx, range.key);
  const known = new Set(files.map((file) => file.fileHash));
  const uncounted = shown.index.files.map((file) => file.fileHash).filter((hash) => !known.has(hash));
  return { reviewed, total: files.length, uncounted };
}
