import type { DiffPosition, PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import {
  findMergeRequestById,
  type MergeRequestRow,
  listVersions,
  findCommitOfVersion,
} from '../../merge-requests/index.ts';
import { findRangeByRefs } from './diff-range.ts';
import { coloursWithin } from './file-colours.ts';
import { FileLines } from './file-lines.ts';
import { readHunksAround } from './read-hunks.ts';
import { COLOUR_PATIENCE_MS } from './reads/diff-files.ts';
import { openIfReady } from './reads/names-and-counts.ts';
import { changeAround } from './rules/change-around.ts';

/**
 * What became of the line that a thread was begun on, since then: the change of it between that commit and the newest one.
 * Empty when the line itself is as it was.
 */
export async function outdatedLines(ctx: Context, noteable: Noteable, from: DiffPosition): Promise<PageDiffLine[]> {
  const row = await findMergeRequestById(ctx.db, noteable.id);
  const [newest] = row ? await listVersions(ctx.db, row.id) : [];
  const line = from.new_line ?? from.old_line;
  if (!row || !newest || !line) return [];
  const isNew = from.new_line != null;
  const before = isNew ? from.head_sha : from.base_sha;
  const after = isNew || (await beginsOnBranch(ctx, row, from)) ? newest.head_sha : newest.base_sha;
  if (before === after) return [];
  const key = { projectId: row.target_project_id, base: before, head: after, ignoresWhitespace: false };
  const refs = { base_sha: before, start_sha: before, head_sha: after };
  const diff = await openIfReady(ctx, { key, refs });
  if (!diff) throw new AppError('version_not_ready');
  const path = isNew ? from.new_path : from.old_path;
  const file = diff.index.files.find((each) => each.oldPath === path && each.status !== 'copied');
  if (!file) return [];
  const { patch, part } = await readHunksAround(diff, file, { side: 'old', line });
  const shown = file.status === 'deleted' ? file.oldPath : file.newPath;
  const index = diff.index.files.indexOf(file);
  const coloured = await coloursWithin(ctx, diff.projectId, [{ file, index }], COLOUR_PATIENCE_MS);
  const lines = new FileLines(shown, patch, { colours: coloured.get(index)?.colours, part });
  return changeAround(lines.slice(0, lines.count), line);
}

/** Whether what a place was compared with is a state of the branch, as since an older one and in a commit that follows another. */
async function beginsOnBranch(ctx: Context, row: MergeRequestRow, from: DiffPosition): Promise<boolean> {
  const range = await findRangeByRefs(ctx, row, from);
  if (range?.start) return true;
  if (!range?.commit) return false;
  return (await findCommitOfVersion(ctx, row.target_project_id, range.version, from.base_sha)) !== undefined;
}
