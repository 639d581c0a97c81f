import type { CommitsPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Commit, type CommitListOptions, findEntry, isGitError, listCommits } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { isTreePath } from '../rules/tree-path.ts';
import { commitSummaries } from '../views/commit-views.ts';
import { repositoryLocation } from '../views/location-view.ts';
import { getRefAndPath } from '../visible-objects.ts';

const PER_PAGE = 40;
const MAX_PAGE = 2_500;

/** A history never changes below its commit, so the pages of one are walked once. */
const lists = new LruCache<Commit[]>(100);

export type CommitsQuery = { search: string; author: string; since: string; until: string; page: number };

export function readCommitsQuery(query: URLSearchParams): CommitsQuery {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, 500);
  const page = Number(query.get('page') ?? 1);
  return {
    search: text('search'),
    author: text('author'),
    since: text('since'),
    until: text('until'),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}

/** A bare day means all of it: its first moment as a beginning, its last as an end. */
function dateOf(text: string, side: 'since' | 'until'): Date | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const date = new Date(isDay && side === 'until' ? `${text}T23:59:59Z` : text);
  return text === '' || Number.isNaN(date.getTime()) ? undefined : date;
}

/** History of a ref, or of a file (across renames) or directory. */
export async function loadCommitsPage(
  ctx: Context,
  access: ProjectAccess,
  refAndPath: string,
  query: CommitsQuery,
): Promise<CommitsPageData> {
  const repo = repositoryOf(ctx, access);
  const { rev, path } = await getRefAndPath(ctx, access, refAndPath);
  if (!isTreePath(path)) throw new AppError('not_found', { resource: 'File' });
  const project = access.project.full_path;
  const since = dateOf(query.since, 'since');
  const until = dateOf(query.until, 'until');
  const isFile = path !== '' && (await findEntry(repo, rev.commitSha, path))?.type === 'blob';
  const options: CommitListOptions = {
    rev: rev.commitSha,
    limit: PER_PAGE + 1,
    skip: (query.page - 1) * PER_PAGE,
    ...(path !== '' && { path, follow: isFile }),
    ...(query.search !== '' && { search: query.search }),
    ...(query.author !== '' && { author: query.author }),
    ...(since && { since }),
    ...(until && { until }),
  };
  const commits = await allowed(() =>
    lists.get(`${repo}\0${JSON.stringify(options)}`, () => listCommits(repo, options)),
  );
  const hasNext = commits.length > PER_PAGE;
  const [summaries, place] = await Promise.all([
    commitSummaries(ctx, access, commits.slice(0, PER_PAGE)),
    repositoryLocation(ctx, access, rev, path),
  ]);
  const { page, ...filters } = query;
  const hrefOf = (number: number) => {
    const parameters = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
    if (number > 1) parameters.set('page', String(number));
    const text = parameters.toString();
    return `${repositoryPaths.commits(project, rev.name, path)}${text === '' ? '' : `?${text}`}`;
  };
  return {
    place,
    commits: summaries.map((summary) => ({
      ...summary,
      browseHref: repositoryPaths.tree(project, summary.sha),
      isMerge: summary.parentShas.length > 1,
    })),
    filters,
    pager: { page, perPage: PER_PAGE, total: null, hasNext },
    prevHref: page > 1 ? hrefOf(page - 1) : null,
    nextHref: hasNext ? hrefOf(page + 1) : null,
  };
}

/** Search texts that git cannot take are the user's to change, not a failure. */
export async function allowed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isGitError(error, 'rejected')) throw new AppError('search_not_allowed', {}, { cause: error });
    throw error;
  }
}
