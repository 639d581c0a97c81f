import { AppError } from '@tributary/contract/errors/app-error.ts';
import type {
  ConflictResolutionInput,
  ConflictsPreview,
  ConflictStrategy,
} from '@tributary/contract/merge-requests/conflicts.ts';
import {
  commitResolution,
  type ConflictResolution,
  fetchFrom,
  isGitError,
  readConflicts,
  rebaseResolution,
  resolveConflicts,
  streamRawDiff,
} from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { translateGitError } from '../../../platform/git-errors.ts';
import { guard } from '../../../platform/operation.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import { type MergeRequestAccess, rebaseRefusal, syncHead } from '../../../merge-requests/index.ts';
import { updateBranch } from '../../../repositories/index.ts';
import { assertSeen, conflictEnds } from '../conflict-ends.ts';

/** The tips that the resolutions were made for; others are refused with `conflicts_changed`. */
export type ResolveInput = { sourceSha: string; targetSha: string; files: readonly ConflictResolutionInput[] };

const MAX_PREVIEW_BYTES = 2 * 1024 * 1024;

/**
 * Commits the merge of the target branch, with every conflict resolved, to the source branch, as the actor; or rebases the
 * source's commits with that result. Gives the new head. Fails with `conflicts_not_resolvable`, `conflicts_changed`,
 * `conflicts_gone`, `conflict_resolution_invalid`, `merge_message_blank`.
 */
export async function resolveRequestConflicts(
  ctx: Context,
  found: MergeRequestAccess,
  input: ResolveInput & { strategy: ConflictStrategy; message?: string | undefined },
): Promise<string> {
  const { actor } = ctx;
  const ends = await conflictEnds(ctx, found);
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  if (found.row.merging_intent_id !== null) throw new AppError('merge_in_progress');
  assertSeen(ends, input);
  const who = { name: actor.name, email: actor.email };
  if (input.strategy === 'rebase') guard(await rebaseRefusal(ctx, found));
  const { sha, made } = await committed(ends.repo, input, who).catch(explain);
  const source = await getProjectAccess(ctx, ends.sourceProjectId);
  if (source.project.id !== found.row.target_project_id) {
    await fetchFrom(ctx.repositories.directory(source.project.id), ends.repo, [sha]);
  }
  const update = { branch: found.row.source_branch, oldSha: ends.sourceSha, newSha: sha, made };
  await updateBranch(ctx, source, { ...update, forMergeRequest: true }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ref_changed') throw new AppError('conflicts_changed');
    throw error;
  });
  await syncHead(ctx, found.row, sha);
  return sha;
}

async function committed(
  repo: string,
  { strategy, message, ...input }: ResolveInput & { strategy: ConflictStrategy; message?: string | undefined },
  who: { name: string; email: string },
): Promise<{ sha: string; made: string[] }> {
  const merge = mergeOf(input);
  if (strategy === 'rebase') return rebaseResolution(repo, { ...merge, committer: who });
  if (message === undefined) throw new AppError('merge_message_blank', {}, { status: 422 });
  const { sha } = await commitResolution(repo, { ...merge, message, author: who, committer: who });
  return { sha, made: [sha] };
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
