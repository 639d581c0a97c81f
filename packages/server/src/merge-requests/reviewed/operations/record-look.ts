import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canReviewChanges } from '../../abilities.ts';
import type { MergeRequestAccess } from '../../merge-request-access.ts';
import { findVersion } from '../../store/versions.ts';
import { upsertLook } from '../store.ts';

/** Remembers that the person has seen a version, so that next time only what came after has to be shown. */
export const recordLook = defineOperation<{ found: MergeRequestAccess; versionId: number }, MergeRequestAccess, void>({
  name: 'merge_request.record_look',
  load: async (_ctx, { found }) => found,
  check: (ctx, found) => canReviewChanges(ctx.actor, found),
  run: async (ctx, { row }, { versionId }) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined) throw new AppError('unauthenticated');
    if (!(await findVersion(ctx.db, row.id, versionId))) throw new AppError('not_found', { resource: 'Version' });
    await upsertLook(ctx.db, { mergeRequestId: row.id, userId, versionId });
  },
});
