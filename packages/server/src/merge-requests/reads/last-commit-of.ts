import { readCommits } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { branchTip } from '../versions/branch-ends.ts';
import { versionCommitColumns } from '../versions/version-columns.ts';

/** The commit that a branch ends with; null where there is no such branch. */
export async function lastCommitOf(ctx: Context, { project }: ProjectAccess, branch: string) {
  const tip = await branchTip(ctx, { projectId: project.id, branch });
  if (tip === undefined) return null;
  const [commit] = versionCommitColumns(await readCommits(ctx.repositories.directory(project.id), [tip]));
  return commit ?? null;
}
