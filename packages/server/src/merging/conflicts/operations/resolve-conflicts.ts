import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ConflictsPreview } from '@tributary/contract/merge-requests/conflicts.ts';
import { commitResolution, readConflicts, resolveConflicts, streamRawDiff } from '@tributary/git';
import type { MergeRequestAccess } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { checkRebase } from '../../rebase.ts';
import { queueRebase } from '../../start-rebase.ts';
import { assertSeen, conflictEnds } from '../conflict-ends.ts';
import { explainConflict, mergeOf, moveSource, type ResolveInput } from './move-source.ts';

const MAX_PREVIEW_BYTES = 2 * 1024 * 1024;

/**
 * Commits the merge of the target branch, with every conflict resolved, to the source branch, as the actor. Gives the new
 * head. Fails with `conflicts_not_resolvable`, `conflicts_changed`, `conflicts_gone`, `conflict_resolution_invalid`,
 * `merge_message_blank`.
 */
export async function resolveByMerge(
  ctx: Context,
  found: MergeRequestAccess,
  { message, ...input }: ResolveInput & { message: string | undefined },
): Promise<string> {
  const { actor } = ctx;
  const ends = await conflictEnds(ctx, found);
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  if (found.row.merging_intent_id !== null) throw new AppError('merge_in_progress');
  assertSeen(ends, input);
  if (message === undefined) throw new AppError('merge_message_blank', {}, { status: 422 });
  const who = { name: actor.name, email: actor.email };
  const resolution = { ...mergeOf(input), message, author: who, committer: who };
  const { sha } = await commitResolution(ends.repo, resolution).catch(explainConflict);
  return moveSource(ctx, found, ends, { sha, made: [sha] });
}

/**
 * Rebases the source's commits onto the target with every conflict resolved, in a job: how it ends is in the row of the
 * rebase and, where it fails, in `merge_error`. What is wrong with the resolutions is said at once.
 */
export async function startResolvedRebase(
  ctx: Context,
  found: MergeRequestAccess,
  { sourceSha, targetSha, files }: ResolveInput,
): Promise<void> {
  const ends = await conflictEnds(ctx, found);
  if (found.row.merging_intent_id !== null) throw new AppError('merge_in_progress');
  assertSeen(ends, { sourceSha, targetSha });
  await checkRebase(ctx, found);
  await resolveConflicts(ends.repo, mergeOf({ sourceSha, targetSha, files })).catch(explainConflict);
  const rebase = { mergeRequestId: found.row.id, sourceSha, skipCi: false, resolution: { targetSha, files } };
  if (await queueRebase(ctx, rebase)) return;
  throw new AppError(
    'rebase_not_possible',
    { reason: 'A rebase is in progress. Wait until it has ended.' },
    { status: 409 },
  );
}

/** What the resolution would change in the files with conflicts. Moves no branch. */
export async function previewResolution(
  ctx: Context,
  found: MergeRequestAccess,
  input: ResolveInput,
): Promise<ConflictsPreview> {
  const ends = await conflictEnds(ctx, found);
  assertSeen(ends, input);
  const merge = mergeOf(input);
  const { treeOid } = await resolveConflicts(ends.repo, merge).catch(explainConflict);
  const files = await readConflicts(ends.repo, merge).catch(explainConflict);
  const paths = files.flatMap(({ conflict }) => [
    ...conflict.paths,
    ...[conflict.base, conflict.source, conflict.target].flatMap((side) => side?.path ?? []),
  ]);
  const diff = streamRawDiff(ends.repo, { from: input.sourceSha, to: treeOid, paths: [...new Set(paths)] });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of diff.stdout) {
    if (!Buffer.isBuffer(chunk) || size > MAX_PREVIEW_BYTES) continue;
    chunks.push(chunk);
    size += chunk.length;
  }
  await diff.finished;
  return { patch: Buffer.concat(chunks).toString() };
}
