import { isGitError, readCommits, resolveRevision } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { mapAtMost } from '../../../platform/map-at-most.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { repositoryOf } from '../repository-access.ts';
import { isLinkedCommit } from '../visible-objects.ts';

const AT_ONCE = 4;

type Named = { sha: string; title: string };
/** How many commits may still be looked for; each asks git which refs hold it, unless that was asked a moment ago. */
type Budget = { left: number };

/**
 * Commits in the history that the actor may read, by the beginning of their ids, for links in texts: no more than the budget
 * has, and where git cannot answer none. What nothing or several begin with is left out.
 */
export async function findVisibleCommits(
  ctx: Context,
  access: ProjectAccess,
  prefixes: readonly string[],
  budget: Budget,
): Promise<Map<string, Named>> {
  if (access.project.repository_state !== 'ready') return new Map();
  const found = await mapAtMost(AT_ONCE, [...new Set(prefixes)], async (prefix) => {
    if (budget.left <= 0) return [];
    budget.left -= 1;
    const commit = await visibleCommit(ctx, access, prefix, budget);
    return commit ? [[prefix, commit] as const] : [];
  });
  return new Map(found.flat());
}

async function visibleCommit(
  ctx: Context,
  access: ProjectAccess,
  prefix: string,
  budget: Budget,
): Promise<Named | undefined> {
  const repo = repositoryOf(ctx, access);
  try {
    const found = await resolveRevision(repo, prefix);
    if (found?.kind !== 'sha' || !(await isLinkedCommit(ctx, access, found.commitSha))) return undefined;
    const [commit] = await readCommits(repo, [found.commitSha]);
    return commit && { sha: commit.sha, title: commit.subject };
  } catch (error) {
    if (!isGitError(error)) throw error;
    // Where git is slow once it is for the others too, and nobody waits for each of them.
    if (isGitError(error, 'timeout')) budget.left = 0;
    return undefined;
  }
}
