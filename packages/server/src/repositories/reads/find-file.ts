import type { FindFilePageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { branchRef, displayPath, readRef, readTreeRecursive } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { loadBranchRights } from '../protection/branch-rights.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { refView } from '../views/location-view.ts';
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

const lists = new LruCache<string[]>(20);
const MAX_PALETTE_FILES = 50_000;

/**
 * Files of the default branch whose path has all the words, best first: those whose name has them before those whose
 * directories do, short paths before long ones.
 */
export async function findFilesByTerms(
  ctx: Context,
  access: ProjectAccess,
  query: string,
  limit: number,
): Promise<{ path: string; name: string; refName: string }[]> {
  const refName = access.project.default_branch;
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (refName === null || words.length === 0 || access.project.repository_state !== 'ready') return [];
  const repo = repositoryOf(ctx, access);
  const sha = await readRef(repo, branchRef(refName));
  if (sha === undefined) return [];
  const paths = await lists.get(`${repo}\0${sha}`, async () => {
    const { entries } = await readTreeRecursive(repo, sha, { limit: MAX_PALETTE_FILES });
    return entries.map((entry) => entry.path);
  });
  const rank = (path: string): number => {
    const lower = path.toLowerCase();
    if (!words.every((word) => lower.includes(word))) return 0;
    const name = lower.slice(lower.lastIndexOf('/') + 1);
    const inName = words.filter((word) => name.includes(word)).length;
    return 1 + inName * 10_000 + (name.startsWith(words[0] ?? '') ? 5_000 : 0) + Math.max(0, 4_000 - path.length);
  };
  return paths
    .map((path) => ({ path, score: rank(path) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.path.localeCompare(b.path))
    .slice(0, limit)
    .map(({ path }) => ({ path, name: displayPath(path), refName }));
}
