import { type Commit, listCommits } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { getRefAndPath } from '../visible-objects.ts';

/** The newest commits of a ref, or of what is at a path there, as an address names the two. */
export async function listNewestCommits(
  ctx: Context,
  access: ProjectAccess,
  refAndPath: string,
  limit: number,
): Promise<Commit[]> {
  const { rev, path } = await getRefAndPath(ctx, access, refAndPath);
  return listCommits(repositoryOf(ctx, access), { rev: rev.commitSha, limit, ...(path !== '' && { path }) });
}
