import type { Context } from '../../platform/context.ts';
import type { Noteable } from '../noteable.ts';
import { commitNoteable, findProjectAccess } from './commit-noteable.ts';
import { listDiscussedCommits } from './store/discussed-commits.ts';

type SeenCommit = { projectId: number; sha: string; subject: string };

/**
 * Commits that the actor was found to see, as things to talk about: undefined for those that nobody has talked about, and
 * where the code may not be read any more. One question for all of them, and git is not asked again.
 */
export async function commentedCommits(
  ctx: Context,
  commits: readonly SeenCommit[],
): Promise<(Noteable | undefined)[]> {
  const ids = [...new Set(commits.map(({ projectId }) => projectId))];
  const places = new Map(await Promise.all(ids.map(async (id) => [id, await findProjectAccess(ctx, id)] as const)));
  const noteables = commits.map((commit) => {
    const access = places.get(commit.projectId);
    return access && commitNoteable(ctx, access, commit);
  });
  const rows = await listDiscussedCommits(ctx.db, [...new Set(noteables.flatMap((noteable) => noteable?.id ?? []))]);
  const known = new Set(rows.map(({ id }) => id));
  return noteables.map((noteable) => (noteable && known.has(noteable.id) ? noteable : undefined));
}
