import type { ReviewPart } from '@tributary/contract/merge-requests/viewed-files.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { RequestPaths, MergeRequestRow } from '../../../merge-requests/index.ts';
import { getLastVisit } from './last-visit.ts';

export async function reviewPart(ctx: Context, row: MergeRequestRow, paths: RequestPaths): Promise<ReviewPart> {
  const userId = actorId(ctx.actor);
  return {
    reviewedPath: userId === undefined ? null : paths.reviewedFiles,
    lookPath: userId === undefined ? null : paths.lastLook,
    rebasePath: paths.rebaseChanges,
    findPath: paths.find,
    lastLook: await getLastVisit(ctx, row),
    ownTopic: userId === undefined ? null : `user:${userId}`,
  };
}
