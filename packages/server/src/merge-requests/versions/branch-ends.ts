import { AppError } from '@tributary/contract/errors/app-error.ts';
import { branchRef, fetchFrom, isGitError, readRef } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { translateGitError } from '../../platform/git-errors.ts';

export type BranchEnd = { projectId: number; branch: string };
export type BranchPair = { source: BranchEnd; target: BranchEnd };

/** Tip of a branch, or undefined when branch or repository is gone. No process of its own. */
export async function branchTip(ctx: Context, end: BranchEnd): Promise<string | undefined> {
  try {
    return await readRef(ctx.repositories.directory(end.projectId), branchRef(end.branch));
  } catch (error) {
    if (isGitError(error, 'not_found') || isGitError(error, 'invalid_ref')) return undefined;
    throw translateGitError(error);
  }
}

/** Tip of a branch that has to be there. */
export async function requireTip(ctx: Context, end: BranchEnd, side: 'Source' | 'Target'): Promise<string> {
  const sha = await branchTip(ctx, end);
  if (sha === undefined)
    throw new AppError('merge_request_branch_missing', { side, name: end.branch }, { status: 422 });
  return sha;
}

/** Makes sure the target's repository has the source's commits; a fork's are copied and kept. */
export async function bringSource(ctx: Context, pair: BranchPair, sourceSha: string): Promise<string> {
  const repo = ctx.repositories.directory(pair.target.projectId);
  if (pair.source.projectId !== pair.target.projectId) {
    await fetchFrom(repo, ctx.repositories.directory(pair.source.projectId), [sourceSha]);
  }
  return repo;
}
