import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canReviewChanges } from '../../abilities.ts';
import type { DiffRange } from '../../diffs/diff-range.ts';
import type { MergeRequestAccess } from '../../merge-request-access.ts';
import { contentKeys, shownPath } from '../content-key.ts';
import { marksOf, openWhole } from '../reads/reviewed-files.ts';
import { deleteReviewedFile, insertReviewedFiles } from '../store.ts';

type Input = { found: MergeRequestAccess; range: DiffRange; files: { file_hash: string; reviewed: boolean }[] };

/** Ticks or unticks files for the person alone; their other windows are told. */
export const markReviewed = defineOperation<Input, MergeRequestAccess, void>({
  name: 'merge_request.mark_reviewed',
  load: async (_ctx, { found }) => found,
  check: (ctx, found) => canReviewChanges(ctx.actor, found),
  run: async (ctx, { row }, { range, files: wanted }) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined) throw new AppError('unauthenticated');
    const own = { mergeRequestId: row.id, userId };
    const diff = await openWhole(ctx, range);
    const byHash = new Map(diff.index.files.map((file) => [file.fileHash, file]));
    const chosen = wanted.map(({ file_hash: hash, reviewed }) => {
      const file = byHash.get(hash);
      if (!file) throw new AppError('not_found', { resource: 'File' });
      return { file, reviewed };
    });
    const ticked = chosen.filter(({ reviewed }) => reviewed).map(({ file }) => file);
    const contents = await contentKeys(diff, ticked);
    await insertReviewedFiles(
      ctx.db,
      ticked.map((file) => ({
        merge_request_id: row.id,
        user_id: userId,
        path: shownPath(file),
        content: contents.get(shownPath(file))?.content ?? '',
        added_lines: file.addedLines,
        removed_lines: file.removedLines,
      })),
    );
    await untick(
      ctx,
      own,
      diff,
      chosen.filter(({ reviewed }) => !reviewed).map(({ file }) => shownPath(file)),
    );
    await publish(ctx, `user:${userId}`, 'merge_request.files_reviewed', { id: row.id });
  },
});

async function untick(
  ctx: Context,
  own: { mergeRequestId: number; userId: number },
  diff: Awaited<ReturnType<typeof openWhole>>,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  const marks = await marksOf(ctx, own, diff);
  for (const path of paths) {
    const mark = marks.get(path);
    if (mark) await deleteReviewedFile(ctx.db, own, mark);
  }
}
