import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import {
  canReviewChanges,
  type MergeRequestAccess,
  type MergeRequestRow,
  findVersion,
  findCommitOfVersion,
} from '../../../merge-requests/index.ts';
import { findRange } from '../../diffs/diff-range.ts';
import { findVisit, upsertVisit } from '../store.ts';

type Input = { found: MergeRequestAccess; versionId: number; startSha?: string | undefined };

/** Remembers that the user has seen a version, so that next time only what came after has to be shown. */
export const recordVisit = defineOperation<Input, MergeRequestAccess, void>({
  name: 'merge_request.record_look',
  load: async (_ctx, { found }) => found,
  check: (ctx, found) => canReviewChanges(ctx.actor, found),
  run: async (ctx, { row }, { versionId, startSha }) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined) throw new AppError('unauthenticated');
    if (!(await findVersion(ctx.db, row.id, versionId))) throw new AppError('not_found', { resource: 'Version' });
    if (startSha !== undefined && !(await isWithoutGap(ctx, row, userId, { versionId, startSha }))) return;
    await upsertVisit(ctx.db, { mergeRequestId: row.id, userId, versionId });
  },
});

/** What has come since a commit is all that is new only to those who saw a version with that commit, or a later one. */
async function isWithoutGap(
  ctx: Context,
  row: MergeRequestRow,
  userId: number,
  { versionId, startSha }: { versionId: number; startSha: string },
): Promise<boolean> {
  const start = (await findRange(ctx, row, { diffId: versionId, startSha }))?.start;
  const look = await findVisit(ctx.db, { mergeRequestId: row.id, userId });
  const seen = look && (await findVersion(ctx.db, row.id, look.version_id));
  if (!start || !seen) return false;
  if (start.version.number <= seen.number) return true;
  return (await findCommitOfVersion(ctx, row.target_project_id, seen, start.sha)) !== undefined;
}
