import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ConflictResolutionInput, ConflictsPreview } from '@tributary/contract/merge-requests/conflicts.ts';
import {
  commitResolution,
  type ConflictResolution,
  fetchFrom,
  isGitError,
  readConflicts,
  resolveConflicts,
  streamRawDiff,
} from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { translateGitError } from '../../../platform/git-errors.ts';
import { getProjectAccess, updateBranch } from '../../../projects/index.ts';
import { type MergeRequestAccess, syncHead } from '../../../merge-requests/index.ts';
import { assertSeen, conflictEnds } from '../conflict-ends.ts';

/** The tips that the resolutions were made for; others are refused with `conflicts_changed`. */
export type ResolveInput = { sourceSha: string; targetSha: string; files: readonly ConflictResolutionInput[] };

const MAX_PREVIEW_BYTES = 2 * 1024 * 1024;

/**
 * Commits the merge of the target branch, with every conflict resolved, to the source branch, as the actor. Gives the new
 * head. Fails with `conflicts_not_resolvable`, `conflicts_changed`, `conflicts_gone`, `conflict_resolution_invalid`.
 */
export async function resolveRequestConflicts(
  ctx: Context,
  found: MergeRequestAccess,
  input: ResolveInput & { message: string },
): Promise<string> {
  const { actor } = ctx;
  const ends = await conflictEnds(ctx, found);
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  if (found.row.merging_intent_id !== null) throw new AppError('merge_in_progress');
  assertSeen(ends, input);
  const who = { name: actor.name, email: actor.email };
  const { sha } = await commitResolution(ends.repo, {
    ...mergeOf(input),
    message: input.message,
    author: who,
    committer: who,
  }).catch(explain);
  const source = await getProjectAccess(ctx, ends.sourceProjectId);
  if (source.project.id !== found.row.target_project_id) {
    await fetchFrom(ctx.repositories.directory(source.project.id), ends.repo, [sha]);
  }
  const update = { branch: found.row.source_branch, oldSha: ends.sourceSha, newSha: sha, made: [sha] };
  await updateBranch(ctx, source, { ...update, forMergeRequest: true }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ref_changed') throw new AppError('conflicts_changed');
    throw error;
  });
  await syncHead(ctx, found.row, sha);
  return sha;
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
  const { treeOid } = await resolveConflicts(ends.repo, merge).catch(explain);
  const files = await readConflicts(ends.repo, merge).catch(explain);
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

function mergeOf({ sourceSha, targetSha, files }: ResolveInput) {
  return { target: targetSha, source: sourceSha, resolutions: files.map((file) => toResolution(file)) };
}

function toResolution(file: ConflictResolutionInput): ConflictResolution {
  return 'content' in file ? { ...file, content: Buffer.from(file.content) } : file;
}

const REASONS: Record<string, string> = {
  not_in_conflict: 'is not in conflict.',
  not_resolvable: 'cannot be resolved in the browser. Resolve the conflicts locally.',
  unresolved: 'is not resolved yet.',
  choices_mismatch: 'has another number of conflicts. Reload and choose again.',
};

function explain(error: unknown): never {
  if (isGitError(error, 'conflict')) {
    const { code, path } = error.details;
    if (code === 'no_conflicts') throw new AppError('conflicts_gone', {}, { cause: error });
    const reason = typeof code === 'string' ? REASONS[code] : undefined;
    if (reason !== undefined && typeof path === 'string') {
      throw new AppError('conflict_resolution_invalid', { path, reason }, { cause: error });
    }
  }
  throw translateGitError(error);
}
