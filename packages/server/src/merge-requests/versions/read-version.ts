import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Commit, countCommits, keepAround, listCommits, mergeBase } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type BranchPair, bringSource } from './branch-ends.ts';

/** More commits are counted but not listed. */
export const MAX_VERSION_COMMITS = 1_000;
const MAX_COUNTED_COMMITS = 100_000;

/** One pushed state, as git tells it. */
export type ReadVersion = {
  baseSha: string;
  startSha: string;
  headSha: string;
  /** Newest first. */
  commits: Commit[];
  commitsCount: number;
};

/**
 * Reads what the source would bring to the target. The base is the same for diff, owners, reports and approvals. The
 * commits named are kept from upkeep. Throws `merge_request_unrelated` when the histories have nothing in common.
 */
export async function readVersion(
  ctx: Context,
  pair: BranchPair,
  tips: { sourceSha: string; targetSha: string },
): Promise<ReadVersion> {
  const { sourceSha, targetSha } = tips;
  const repo = await bringSource(ctx, pair, sourceSha);
  const baseSha = await mergeBase(repo, targetSha, sourceSha);
  if (baseSha === null) {
    const names = { source: pair.source.branch, target: pair.target.branch };
    throw new AppError('merge_request_unrelated', names, { status: 422 });
  }
  const range = { rev: sourceSha, notRevs: [targetSha] };
  const commits =
    baseSha === sourceSha ? [] : await listCommits(repo, { ...range, limit: MAX_VERSION_COMMITS, order: 'topo' });
  const commitsCount =
    commits.length < MAX_VERSION_COMMITS
      ? commits.length
      : await countCommits(repo, { ...range, max: MAX_COUNTED_COMMITS });
  await keepAround(repo, [baseSha, targetSha, sourceSha]);
  return { baseSha, startSha: targetSha, headSha: sourceSha, commits, commitsCount };
}
