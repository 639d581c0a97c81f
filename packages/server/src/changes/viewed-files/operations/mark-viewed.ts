import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canReviewChanges, type MergeRequestAccess } from '../../../merge-requests/index.ts';
import type { DiffRange } from '../../diffs/diff-range.ts';
import { contentKeys, filePathOf } from '../content-key.ts';
import { openMarked, readViewedFiles } from '../reads/viewed-files.ts';
import { type Mark, untick } from '../rules/match-viewed-files.ts';
import { deleteViewedFile, insertViewedFiles } from '../store.ts';

type Input = { found: MergeRequestAccess; range: DiffRange; files: { file_hash: string; reviewed: boolean }[] };

/** Ticks or unticks files for the user alone; their other windows are told. */
export const markViewed = defineOperation<Input, MergeRequestAccess, void>({
  name: 'merge_request.mark_reviewed',
  load: async (_ctx, { found }) => found,
  check: (ctx, found) => canReviewChanges(ctx.actor, found),
  run: async (ctx, { row }, { range, files: wanted }) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined) throw new AppError('unauthenticated');
    const own = { mergeRequestId: row.id, userId };
    const diff = await openMarked(ctx, range);
    const byHash = new Map(diff.index.files.map((file) => [file.fileHash, file]));
    const chosen = wanted.map(({ file_hash: hash, reviewed }) => {
      const file = byHash.get(hash);
      if (!file) throw new AppError('not_found', { resource: 'File' });
      return { file, reviewed };
    });
    const ticked = chosen.filter(({ reviewed }) => reviewed).map(({ file }) => file);
    const contents = await contentKeys(diff, ticked);
    await insertMarks(
      ctx,
      own,
      ticked.map((file) => {
        const { addedLines, removedLines } = file;
        const path = filePathOf(file);
        return { path, content: contents.get(path)?.content ?? '', addedLines, removedLines };
      }),
    );
    await takeAway(
      ctx,
      own,
      diff,
      chosen.filter(({ reviewed }) => !reviewed).map(({ file }) => filePathOf(file)),
    );
    await publish(ctx, `user:${userId}`, 'merge_request.files_reviewed', { id: row.id });
  },
});

type Own = { mergeRequestId: number; userId: number };

function insertMarks(ctx: Context, { mergeRequestId, userId }: Own, marks: readonly Mark[]): Promise<void> {
  const rows = marks.map(({ path, content, addedLines, removedLines }) => ({
    merge_request_id: mergeRequestId,
    user_id: userId,
    path,
    content,
    added_lines: addedLines,
    removed_lines: removedLines,
  }));
  return insertViewedFiles(ctx.db, rows);
}

async function takeAway(
  ctx: Context,
  own: Own,
  diff: Awaited<ReturnType<typeof openMarked>>,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  const { files, marks, contents } = await readViewedFiles(ctx, own, diff);
  const { gone, settled } = untick(files, marks, contents, paths);
  await insertMarks(ctx, own, settled);
  for (const mark of gone) await deleteViewedFile(ctx.db, own, mark);
}
