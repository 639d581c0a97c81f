import { readRouteMap, type RouteMap } from '@tributary/ci-config';
import { isGitError, readBlobAt } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';

const ROUTE_MAP = '.gitlab/route-map.yml';
const MAX_BYTES = 100_000;
const MAX_PAGES = 200;

export type ChangedPage = { path: string; external_url: string };

/** Says which page of a site a file became; undefined where the commit has no map, or none that can be read. */
export async function routeMapAt(ctx: Context, access: ProjectAccess, sha: string): Promise<RouteMap | undefined> {
  try {
    const { content } = await readBlobAt(repositoryOf(ctx, access), sha, ROUTE_MAP, { maxBytes: MAX_BYTES });
    return readRouteMap(content.toString('utf8'));
  } catch (error) {
    if (isGitError(error, 'not_found') || isGitError(error, 'too_large')) return undefined;
    throw error;
  }
}

/** The pages of a deployed site that these changed files became, by the route map of the commit that was deployed. */
export async function changedPages(
  ctx: Context,
  access: ProjectAccess,
  { sha, url, paths }: { sha: string; url: string; paths: readonly string[] },
): Promise<ChangedPage[]> {
  const map = paths.length > 0 ? await routeMapAt(ctx, access, sha) : undefined;
  if (!map) return [];
  const base = url.replace(/\/+$/, '');
  const pages = paths.flatMap((file) => map.pageOf(file)?.replace(/^\/+/, '') ?? []);
  return [...new Set(pages)].slice(0, MAX_PAGES).map((path) => ({ path, external_url: `${base}/${path}` }));
}
