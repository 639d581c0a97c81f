import { type Commit, listCommits, readCommits } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import {
  type MergeRequestRow,
  branchTip,
  versionCommitColumns,
  type VersionCommitRow,
} from '../../../merge-requests/index.ts';
import { listContextCommits } from '../store.ts';

/** A commit as those of a version are told. */
export type ContextCommit = Omit<VersionCommitRow, 'version_id' | 'position'>;

/** Of one answer. */
export const OFFERED_COMMITS = 40;

function told(commits: readonly Commit[]): ContextCommit[] {
  return versionCommitColumns(commits);
}

/** The commits that give context to a request, newest first. */
export async function contextCommits(ctx: Context, row: MergeRequestRow): Promise<ContextCommit[]> {
  const rows = await listContextCommits(ctx.db, row.id);
  if (rows.length === 0) return [];
  const repo = ctx.repositories.directory(row.target_project_id);
  return told(
    await readCommits(
      repo,
      rows.map(({ sha }) => sha),
    ),
  );
}

export type OfferedQuery = {
  /** Part of the message. */
  search?: string | undefined;
  /** Part of the name or address of the author. */
  author?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  offset: number;
};

/** Commits of the target branch that may be named, newest first, and which of them are. */
export async function offeredCommits(
  ctx: Context,
  row: MergeRequestRow,
  { search, author, since, until, offset }: OfferedQuery,
): Promise<(ContextCommit & { isNamed: boolean })[]> {
  const target = await branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch });
  if (target === undefined) return [];
  const repo = ctx.repositories.directory(row.target_project_id);
  const named = new Set((await listContextCommits(ctx.db, row.id)).map(({ sha }) => sha));
  const [wanted, writer] = [search?.trim(), author?.trim()];
  const commits = await listCommits(repo, {
    rev: target,
    limit: OFFERED_COMMITS,
    skip: offset,
    ...(wanted && { search: wanted }),
    ...(writer && { author: writer }),
    ...(since && { since }),
    ...(until && { until }),
  });
  return told(commits).map((commit) => ({ ...commit, isNamed: named.has(commit.sha) }));
}
