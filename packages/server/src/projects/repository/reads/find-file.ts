import type { FindFilePageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { readTreeRecursive } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { loadBranchRights } from '../../protection/branch-rights.ts';
import { repositoryOf } from '../repository-access.ts';
import { refView } from '../views/place-view.ts';
import { getRevision } from '../visible-objects.ts';

const MAX_FILES = 100_000;

export async function loadFindFilePage(ctx: Context, access: ProjectAccess, ref: string): Promise<FindFilePageData> {
  const rev = await getRevision(ctx, access, ref);
  const project = access.project.full_path;
  return {
    projectId: access.project.id,
    projectPath: project,
    ref: refView(access, rev, await loadBranchRights(ctx, access)),
    refsPath: repositoryPaths.refs(project),
    filesPath: repositoryPaths.files(project, rev.name),
  };
}

/** Keys of all files at a ref, up to a hundred thousand. */
export async function listFilePaths(ctx: Context, access: ProjectAccess, ref: string): Promise<string[]> {
  const rev = await getRevision(ctx, access, ref);
  const { entries } = await readTreeRecursive(repositoryOf(ctx, access), rev.commitSha, { limit: MAX_FILES });
  return entries.map((entry) => entry.path);
}
