import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { isGitError, objectIdsAt } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { projectOf, repositoryOf } from '../../projects/index.ts';
import type { Noteable } from '../noteable.ts';
import type { DiscussionRow } from '../store/discussions.ts';

async function pictureAt(repo: string, at: DiffPosition): Promise<string | undefined> {
  // One that is gone is shown as it was before.
  for (const [sha, path] of [[at.head_sha, at.new_path] as const, [at.base_sha, at.old_path] as const]) {
    if (path === null) continue;
    const id = (await objectIdsAt(repo, sha, [path])).get(path);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Which image each thread on a point was begun on, as git names its content: the same in every version that has it. */
export async function imageOids(
  ctx: Context,
  noteable: Noteable,
  threads: readonly DiscussionRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { id, original_position: at } of threads) {
    if (at?.position_type !== 'image') continue;
    // What has positions lives in a project.
    const access = projectOf(noteable.place);
    if (access.project.repository_state !== 'ready') return ids;
    try {
      const picture = await pictureAt(repositoryOf(ctx, access), at);
      if (picture !== undefined) ids.set(id, picture);
    } catch (error) {
      // What is said is shown, whether or not its image can be read.
      if (!isGitError(error)) throw error;
    }
  }
  return ids;
}
