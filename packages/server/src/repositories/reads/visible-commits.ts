import { isGitError, readCommits, resolveRevision } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { mapAtMost } from '../../platform/map-at-most.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { linkedCommits } from '../visible-objects.ts';

/** The process that is asked answers one after the other. */
const AT_ONCE = 16;

type Named = { sha: string; title: string };
/** How many commits may still be looked up, and how often git may be asked which of them its refs lead to. */
type Budget = { left: number; asks: number };

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
  if (access.project.repository_state !== 'ready' || budget.asks <= 0) return new Map();
  const wanted = [...new Set(prefixes)].slice(0, Math.max(0, budget.left));
  budget.left -= wanted.length;
  const repo = repositoryOf(ctx, access);
  try {
    const found = await mapAtMost(AT_ONCE, wanted, async (prefix) => {
      const revision = await resolveRevision(repo, prefix);
      return revision?.kind === 'sha' ? [[prefix, revision.commitSha] as const] : [];
    });
    const stored = new Map(found.flat());
    const linked = await linkedCommits(ctx, access, [...stored.values()], () => budget.asks-- > 0);
    const commits = new Map((await readCommits(repo, [...linked])).map((commit) => [commit.sha, commit]));
    return new Map(
      [...stored].flatMap(([prefix, sha]) => {
        const commit = commits.get(sha);
        return commit ? [[prefix, { sha, title: commit.subject }] as const] : [];
      }),
    );
  } catch (error) {
    if (!isGitError(error)) throw error;
    // Where git is slow once it is for the others too, and nobody waits for each of them.
    if (isGitError(error, 'timeout')) budget.asks = 0;
    return new Map();
  }
}
