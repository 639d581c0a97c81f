import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ConflictResolutionInput } from '@tributary/contract/merge-requests/conflicts.ts';
import { type ConflictResolution, fetchFrom, isGitError } from '@tributary/git';
import { type MergeRequestAccess, syncHead } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { translateGitError } from '../../../platform/git-errors.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import { updateBranch } from '../../../repositories/index.ts';
import type { ConflictEnds } from '../conflict-ends.ts';

/** The tips that the resolutions were made for; others are refused with `conflicts_changed`. */
export type ResolveInput = { sourceSha: string; targetSha: string; files: readonly ConflictResolutionInput[] };

/** Moves the source branch from where it was seen to the resolved commits. Gives the new head. */
export async function moveSource(
  ctx: Context,
  { row }: MergeRequestAccess,
  ends: ConflictEnds,
  { sha, made }: { sha: string; made: string[] },
): Promise<string> {
  const source = await getProjectAccess(ctx, ends.sourceProjectId);
  if (source.project.id !== row.target_project_id) {
    await fetchFrom(ctx.repositories.directory(source.project.id), ends.repo, [sha]);
  }
  const update = { branch: row.source_branch, oldSha: ends.sourceSha, newSha: sha, made };
  await updateBranch(ctx, source, { ...update, forMergeRequest: true }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ref_changed') throw new AppError('conflicts_changed');
    throw error;
  });
  await syncHead(ctx, row, sha);
  return sha;
}

export function mergeOf({ sourceSha, targetSha, files }: ResolveInput) {
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

export function explainConflict(error: unknown): never {
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
