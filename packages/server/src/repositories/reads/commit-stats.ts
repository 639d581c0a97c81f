import type { Page } from '@tributary/contract/core/paging.ts';
import type { RestCommitStats, RestDiff } from '@tributary/contract/projects/repository-rest.ts';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import type { CommitFacts } from './commit-facts.ts';
import { getCommit } from './commit-reads.ts';
import { restDiffPage, statsBetween } from './diff-list.ts';

/** Lines a commit added and removed; of a merge, against its first parent. */
export function statsOfCommit(ctx: Context, access: ProjectAccess, commit: CommitFacts): Promise<RestCommitStats> {
  return statsBetween(repositoryOf(ctx, access), commit.parents[0] ?? null, commit.sha);
}

export async function commitDiffPage(
  ctx: Context,
  access: ProjectAccess,
  name: string,
  request: { page: number; perPage: number; unidiff: boolean },
): Promise<Page<RestDiff>> {
  const commit = await getCommit(ctx, access, name);
  const range = { from: commit.parents[0] ?? null, to: commit.sha, unidiff: request.unidiff };
  return restDiffPage(repositoryOf(ctx, access), range, request);
}
