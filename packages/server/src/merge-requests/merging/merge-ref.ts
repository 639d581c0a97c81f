import { AppError } from '@tributary/contract/errors/app-error.ts';
import { createMergeCommit, isGitError, writeMergeRequestRef } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { translateGitError } from '../../platform/git-errors.ts';
import type { MergeRequestAccess } from '../merge-request-access.ts';
import { branchTip } from '../versions/branch-ends.ts';

const PRODUCT = { name: 'Tributary', email: 'noreply@tributary.invalid' };

/** Makes the commit that merging would give today and keeps it on an internal ref. Moves no branch. */
export async function mergeRefSha(ctx: Context, { row }: MergeRequestAccess): Promise<string> {
  const missing = (reason: string) => new AppError('merge_ref_missing', { reason });
  if (row.state !== 'opened') throw missing(`the merge request is ${row.state}`);
  const target = await branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch });
  if (target === undefined || row.head_sha === null) throw missing('a branch does not exist');
  const repo = ctx.repositories.directory(row.target_project_id);
  try {
    const outcome = await createMergeCommit(repo, {
      target,
      source: row.head_sha,
      message: `Merge ${row.head_sha} into ${target}`,
      // The same question gives the same commit: nothing in it depends on who asks or when.
      author: { ...PRODUCT, date: row.created_at },
      committer: { ...PRODUCT, date: row.created_at },
    });
    if (!outcome.ok) throw missing('the branches conflict');
    await writeMergeRequestRef(repo, row.iid, outcome.sha, 'merge');
    return outcome.sha;
  } catch (error) {
    if (isGitError(error, 'rejected')) throw missing('the branches have no common history');
    throw translateGitError(error);
  }
}
