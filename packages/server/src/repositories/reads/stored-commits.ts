import { type Commit, isGitError, readCommits } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { mapAtMost } from '../../platform/map-at-most.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';

const AT_ONCE = 16;

/** Commits by id, for those who may read the pipelines that ran on them; those that are no longer stored are missing. */
export async function storedCommits(
  ctx: Context,
  access: ProjectAccess,
  shas: readonly string[],
): Promise<ReadonlyMap<string, Commit>> {
  if (shas.length === 0 || access.project.repository_state !== 'ready') return new Map();
  const repo = repositoryOf(ctx, access);
  const found = await mapAtMost(AT_ONCE, [...new Set(shas)], async (sha) => {
    try {
      return await readCommits(repo, [sha]);
    } catch (error) {
      if (isGitError(error)) return [];
      throw error;
    }
  });
  return new Map(found.flat().map((commit) => [commit.sha, commit]));
}
