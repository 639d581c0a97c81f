import { AppError } from '@tributary/contract/errors/app-error.ts';
import { isAncestor, rebaseResolution } from '@tributary/git';
import { findMergeRequestAccess, RESOURCE } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { checkRebase } from '../../rebase.ts';
import { assertSeen, conflictEnds } from '../conflict-ends.ts';
import { explainConflict, mergeOf, moveSource, type ResolveInput } from './move-source.ts';

/**
 * Puts the source's commits on top of the target, with the conflicts resolved, as the actor. Gives the new tip of the
 * branch. Fails as `startResolvedRebase` does, for what changed since. Safe to repeat with the same input.
 */
export async function rebaseResolved(ctx: Context, mergeRequestId: number, input: ResolveInput): Promise<string> {
  const found = await findMergeRequestAccess(ctx, mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  const ends = await conflictEnds(ctx, found);
  await checkRebase(ctx, found);
  if (found.row.merging_intent_id !== null) throw new AppError('merge_in_progress');
  // An earlier attempt may have moved it before it was interrupted.
  const hasMoved = ends.sourceSha !== input.sourceSha;
  if (hasMoved && (await isAncestor(ends.repo, input.targetSha, ends.sourceSha))) return ends.sourceSha;
  assertSeen(ends, input);
  const committer = { name: actor.name, email: actor.email };
  const rebased = await rebaseResolution(ends.repo, { ...mergeOf(input), committer }).catch(explainConflict);
  return moveSource(ctx, found, ends, rebased);
}
