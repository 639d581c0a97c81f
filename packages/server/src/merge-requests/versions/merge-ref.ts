import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  createMergeCommit,
  isGitError,
  mergeRequestRef,
  readCommit,
  readRef,
  writeMergeRequestRef,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { translateGitError } from '../../platform/git-errors.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { branchTip } from './branch-ends.ts';

const PRODUCT = { name: 'Tributary', email: 'noreply@tributary.invalid' };

/** What merging would make of the target branch as it stands today. */
export type MergeToday = { target: string; source: string; sha: string };

/** Makes the commit that merging would give today and keeps it on an internal ref. Moves no branch. */
export async function mergeToday(ctx: Context, row: MergeRequestRow): Promise<MergeToday> {
  const missing = (reason: string) => new AppError('merge_ref_missing', { reason });
  if (row.state !== 'opened') throw missing(`the merge request is ${row.state}`);
  const target = await branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch });
  const source = row.head_sha;
  if (target === undefined || source === null) throw missing('a branch does not exist');
  const repo = ctx.repositories.directory(row.target_project_id);
  try {
    const kept = await readMergeRefCommit(repo, row.iid);
    if (kept && kept.parents[0] === target && kept.parents[1] === source) return { target, source, sha: kept.sha };
    const outcome = await createMergeCommit(repo, {
      target,
      source,
      message: `Merge ${source} into ${target}`,
      // The same question gives the same commit: nothing in it depends on who asks or when.
      author: { ...PRODUCT, date: row.created_at },
      committer: { ...PRODUCT, date: row.created_at },
    });
    if (!outcome.ok) throw missing('the branches conflict');
    await writeMergeRequestRef(repo, row.iid, outcome.sha, 'merge');
    return { target, source, sha: outcome.sha };
  } catch (error) {
    if (isGitError(error, 'rejected')) throw missing('the branches have no common history');
    throw translateGitError(error);
  }
}

/** The commit that was made last, whatever became of the branches since. */
export async function readMergeRefCommit(
  repo: string,
  iid: number,
): Promise<{ sha: string; parents: readonly string[] } | undefined> {
  const sha = await readRef(repo, mergeRequestRef(iid, 'merge'));
  return sha === undefined ? undefined : readCommit(repo, sha);
}
