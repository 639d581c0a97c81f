import type { PathCrumb, RefView, RepositoryLocation } from '@tributary/contract/projects/repository-views.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { displayPath, joinPath, pathFromBytes, pathToBytes, type ResolvedRevision } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { type BranchRights, loadBranchRights } from '../protection/branch-rights.ts';

export function refView(access: ProjectAccess, rev: ResolvedRevision, rights: BranchRights): RefView {
  return {
    kind: rev.kind === 'sha' ? 'commit' : rev.kind,
    name: rev.name,
    sha: rev.commitSha,
    isDefault: rev.kind === 'branch' && rev.name === access.project.default_branch,
    isProtected: rev.kind === 'branch' && rights.isProtected(rev.name),
  };
}

/** Each part of a path key, with the key up to it. */
export function pathParts(path: string): { name: string; path: string }[] {
  if (path === '') return [];
  const parts: { name: string; path: string }[] = [];
  let directory = '';
  for (const bytes of splitBytes(pathToBytes(path))) {
    const key = pathFromBytes(bytes);
    directory = joinPath(directory, key);
    parts.push({ name: displayPath(key), path: directory });
  }
  return parts;
}

function splitBytes(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0x2f); end !== -1; end = bytes.indexOf(0x2f, start)) {
    parts.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...parts, bytes.subarray(start)].filter((part) => part.length > 0);
}

function crumbsOf(access: ProjectAccess, refName: string, path: string): PathCrumb[] {
  const project = access.project.full_path;
  const root = { text: access.project.path, path: '', href: repositoryPaths.tree(project, refName) };
  const rest = pathParts(path).map((part) => ({
    text: part.name,
    path: part.path,
    href: repositoryPaths.tree(project, refName, part.path),
  }));
  return [root, ...rest];
}

/** What every page that shows something at a ref says about where it is. */
export async function repositoryLocation(
  ctx: Context,
  access: ProjectAccess,
  rev: ResolvedRevision,
  path: string,
): Promise<RepositoryLocation> {
  const rights = await loadBranchRights(ctx, access);
  const ref = refView(access, rev, rights);
  const project = access.project.full_path;
  const policy = featureOf(access, 'repository');
  const mayPush = isAllowed(ctx.actor, 'push_code', policy);
  return {
    projectId: access.project.id,
    projectPath: project,
    defaultBranch: access.project.default_branch,
    ref,
    path,
    crumbs: crumbsOf(access, rev.name, path),
    refsPath: repositoryPaths.refs(project),
    findFileHref: repositoryPaths.findFile(project, rev.name),
    can: {
      pushToRef: rev.kind === 'branch' && rights.refusal(rev.name, 'push') === null,
      createBranch: mayPush,
      fork: !mayPush && isAllowed(ctx.actor, 'fork_project', featureOf(access, 'forking')),
    },
  };
}
