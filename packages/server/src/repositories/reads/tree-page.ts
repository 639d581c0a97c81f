import type { TreePageData } from '@tributary/contract/projects/repository-page.ts';
import type { CloneBox } from '@tributary/contract/projects/repository-views.ts';
import { ARCHIVE_FORMATS, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findEntry, readTree } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { repositoryLocation } from '../views/location-view.ts';
import { readmeView, treeView } from '../views/tree-view.ts';
import { getRefAndPath } from '../visible-objects.ts';
import { lastCommitView } from './last-commit.ts';

export function cloneBox(ctx: Context, access: ProjectAccess, refName?: string): CloneBox {
  const project = access.project.full_path;
  return {
    httpUrl: `${ctx.config.url}/${project}.git`,
    ssh: ctx.ssh ? { url: ctx.ssh.cloneUrl(project), fingerprint: ctx.ssh.hostKey.fingerprint } : null,
    archives:
      refName === undefined
        ? []
        : ARCHIVE_FORMATS.map((format) => ({ format, href: repositoryPaths.archive(project, refName, format) })),
  };
}

/** Data of the tree page, or where to go when the path is a file. */
export async function loadTreePage(
  ctx: Context,
  access: ProjectAccess,
  refAndPath: string,
): Promise<{ data: TreePageData } | { redirect: string }> {
  const repo = repositoryOf(ctx, access);
  const { rev, path } = await getRefAndPath(ctx, access, refAndPath);
  const project = access.project.full_path;
  const entry = await findEntry(repo, rev.commitSha, path);
  if (!entry) throw new AppError('not_found', { resource: 'Tree' });
  if (entry.type !== 'tree') return { redirect: repositoryPaths.blob(project, rev.name, path) };
  const place = { sha: rev.commitSha, refName: rev.name, path };
  const entries = await readTree(repo, rev.commitSha, path);
  const [tree, readme, lastCommit, where] = await Promise.all([
    treeView(ctx, access, place, entries),
    readmeView(ctx, access, place, entries),
    lastCommitView(ctx, access, rev.commitSha, path),
    repositoryLocation(ctx, access, rev, path),
  ]);
  const isOtherBranch = rev.kind === 'branch' && !where.ref.isDefault;
  return {
    data: {
      place: where,
      tree,
      readme,
      lastCommit,
      clone: cloneBox(ctx, access, rev.name),
      historyHref: repositoryPaths.commits(project, rev.name, path),
      newFileHref: repositoryPaths.newFile(project, rev.name, path),
      newMergeRequestHref:
        isOtherBranch && where.can.createBranch
          ? repositoryPaths.newMergeRequest(project, rev.name, access.project.default_branch ?? undefined)
          : null,
    },
  };
}
