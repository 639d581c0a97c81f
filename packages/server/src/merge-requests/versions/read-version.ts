import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  type Commit,
  commitsOnTop,
  countCommits,
  EMPTY_TREE_OID,
  listCommits,
  mergeBase,
  readCommits,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import type { VersionRow } from '../store/versions.ts';
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
 * Reads what the source would bring to the target. The base is the same for diff, owners, reports and approvals. What
 * is made of it keeps the commits from maintenance (`createVersion`). Where the histories have nothing in common the base is the
 * empty tree if the caller takes that, and else this throws `merge_request_unrelated`.
 */
export async function readVersion(
  ctx: Context,
  pair: BranchPair,
  tips: { sourceSha: string; targetSha: string },
  options: { takesUnrelated?: boolean } = {},
): Promise<ReadVersion> {
  const { sourceSha, targetSha } = tips;
  const repo = await bringSource(ctx, pair, sourceSha);
  const common = await mergeBase(repo, targetSha, sourceSha);
  const baseSha = common ?? EMPTY_TREE_OID;
  if (common === null && options.takesUnrelated !== true) {
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
  return { baseSha, startSha: targetSha, headSha: sourceSha, commits, commitsCount };
}

/** A version with more commits is read again rather than continued. */
const MAX_CONTINUED_COMMITS = 50;

/**
 * What an ordinary push makes of the version before it: commits on top of its head, while the target stands where it stood.
 * The base is then the same: a common ancestor among the new commits would have had the old head in its history, which
 * would have been a common ancestor itself. Undefined when it is not so. No process of its own.
 */
export async function continueVersion(
  ctx: Context,
  pair: BranchPair,
  tips: { sourceSha: string; targetSha: string },
  before: { version: VersionRow; shas: readonly string[] },
): Promise<ReadVersion | undefined> {
  const { version, shas } = before;
  const isSameTarget = version.start_sha === tips.targetSha && pair.source.projectId === pair.target.projectId;
  const isShort = shas.length === version.commits_count && shas.length <= MAX_CONTINUED_COMMITS;
  if (!isSameTarget || !isShort || version.base_sha === version.head_sha) return undefined;
  const repo = ctx.repositories.directory(pair.target.projectId);
  const added = await commitsOnTop(repo, version.head_sha, tips.sourceSha);
  if (!added) return undefined;
  return {
    baseSha: version.base_sha,
    startSha: tips.targetSha,
    headSha: tips.sourceSha,
    commits: [...added, ...(await readCommits(repo, shas))],
    commitsCount: added.length + shas.length,
  };
}
