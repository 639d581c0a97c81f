import { isGitError, readCommits, resolveRevision } from '@tributary/git';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { mapAtMost } from '../../../platform/map-at-most.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { repositoryOf } from '../repository-access.ts';
import { assertVisibleCommit } from '../visible-objects.ts';

/** Each asks git which refs hold it, unless that was asked a moment ago. */
const MAX_COMMITS = 20;
const AT_ONCE = 4;

type Named = { sha: string; title: string };

/**
 * Commits in the history that the actor may read, by the beginning of their ids, for links in texts: no more than some of
 * them, and where git cannot answer none. What nothing or several begin with is left out.
 */
export async function findVisibleCommits(
  ctx: Context,
  access: ProjectAccess,
  prefixes: readonly string[],
): Promise<Map<string, Named>> {
  const wanted = [...new Set(prefixes)].slice(0, MAX_COMMITS);
  const found = await mapAtMost(AT_ONCE, wanted, async (prefix) => {
    const commit = await visibleCommit(ctx, access, prefix);
    return commit ? [[prefix, commit] as const] : [];
  });
  return new Map(found.flat());
}

async function visibleCommit(ctx: Context, access: ProjectAccess, prefix: string): Promise<Named | undefined> {
  const repo = repositoryOf(ctx, access);
  try {
    const found = await resolveRevision(repo, prefix);
    if (found?.kind !== 'sha') return undefined;
    await assertVisibleCommit(ctx, access, found.commitSha);
    const [commit] = await readCommits(repo, [found.commitSha]);
    return commit && { sha: commit.sha, title: commit.subject };
  } catch (error) {
    const isMissing = error instanceof AppError && error.kind === 'not_found';
    if (isMissing || isGitError(error)) return undefined;
    throw error;
  }
}
