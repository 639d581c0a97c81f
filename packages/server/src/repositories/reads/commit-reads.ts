import { type Page, pageOf, slicePage } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  aheadBehind,
  BRANCH_PREFIX,
  type Commit,
  countCommits,
  isEmptyRepository,
  listCommits,
  mergeBaseOfMany,
  readCommit,
  refsContaining,
  refsPointingAt,
  resolveRevision,
  runGit,
  TAG_PREFIX,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { isTreePath } from '../rules/tree-path.ts';
import { assertVisibleRevision, getRevision } from '../visible-objects.ts';
import { allowed } from './commits-page.ts';

export type CommitQuery = {
  page: number;
  perPage: number;
  ref?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  path?: string | undefined;
  follow: boolean;
  author?: string | undefined;
  all: boolean;
  firstParent: boolean;
  order: 'date' | 'topo';
};

/** Commits as clients list them; the total is not counted. */
export async function findCommits(ctx: Context, access: ProjectAccess, query: CommitQuery): Promise<Page<Commit>> {
  const repo = repositoryOf(ctx, access);
  const request = { page: query.page, perPage: query.perPage };
  const name = query.ref ?? access.project.default_branch ?? 'HEAD';
  // An empty project has no commits, which is an answer and no failure, unless something was asked for by name.
  if (query.ref === undefined && (await isEmptyRepository(repo))) return pageOf([], request, undefined);
  const range = query.all ? undefined : await rangeOf(ctx, access, name);
  const { path, author, since, until } = query;
  if (path !== undefined && !isTreePath(path)) return pageOf([], request, undefined);
  const commits = await allowed(() =>
    listCommits(repo, {
      rev: range?.rev ?? 'HEAD',
      notRevs: range?.notRevs ?? [],
      all: query.all,
      skip: (query.page - 1) * query.perPage,
      limit: query.perPage + 1,
      firstParent: query.firstParent,
      order: query.order,
      ...(path !== undefined && path !== '' && { path, follow: query.follow }),
      ...(author !== undefined && author !== '' && { author }),
      ...(since && { since }),
      ...(until && { until }),
    }),
  );
  const page = pageOf(commits.slice(0, query.perPage), request, undefined);
  return { ...page, hasNext: commits.length > query.perPage };
}

/** A ref, or `a..b`: what is in b and not in a. No name of a ref holds two dots, so it cannot be one. */
async function rangeOf(ctx: Context, access: ProjectAccess, name: string): Promise<{ rev: string; notRevs: string[] }> {
  const shaOf = async (ref: string) => (await getRevision(ctx, access, ref, 'Repository')).commitSha;
  const [from = '', to, more] = name.split('..');
  if (to === undefined || more !== undefined) return { rev: await shaOf(name), notRevs: [] };
  const [rev, notRev] = await Promise.all([shaOf(to), shaOf(from)]);
  return { rev, notRevs: [notRev] };
}

/** Commits of a ref (the default branch without one) whose message has the text. */
export async function findCommitsByText(
  ctx: Context,
  access: ProjectAccess,
  request: {
    query: string;
    ref?: string | undefined;
    /** Looks no further back than so many commits, for answers that are wanted while someone types. */
    newest?: number;
    page: number;
    perPage: number;
  },
): Promise<Page<Commit>> {
  const { page, perPage, query: search } = request;
  const repo = repositoryOf(ctx, access);
  const name = request.ref ?? access.project.default_branch;
  if (name === null || (request.ref === undefined && (await isEmptyRepository(repo)))) return pageOf([], request, 0);
  const rev = await getRevision(ctx, access, name);
  const tail = await tailBehind(repo, rev.commitSha, request.newest);
  const options = { rev: rev.commitSha, notRevs: tail, search, skip: (page - 1) * perPage, limit: perPage + 1 };
  const commits = await allowed(() => listCommits(repo, options));
  return { ...pageOf(commits.slice(0, perPage), request, undefined), hasNext: commits.length > perPage };
}

/** The first commit behind the newest ones, if there are more than those. */
async function tailBehind(repo: string, sha: string, newest: number | undefined): Promise<string[]> {
  if (newest === undefined) return [];
  return (await listCommits(repo, { rev: sha, skip: newest, limit: 1 })).map((commit) => commit.sha);
}

/** By id, or by the name of a branch or tag. */
export async function getCommit(ctx: Context, access: ProjectAccess, name: string): Promise<Commit> {
  const { commitSha } = await getRevision(ctx, access, name, 'Commit');
  return readCommit(repositoryOf(ctx, access), commitSha);
}

/**
 * The same before it is known whether the actor may see it: `visible` settles when it is, and rejects with not_found
 * when they may not. For what takes time and is thrown away then.
 */
export async function openCommit(
  ctx: Context,
  access: ProjectAccess,
  name: string,
): Promise<{ commit: Commit; visible: Promise<void> }> {
  const repo = repositoryOf(ctx, access);
  const found = await resolveRevision(repo, name);
  if (!found) throw new AppError('not_found', { resource: 'Commit' });
  const visible = assertVisibleRevision(ctx, access, found);
  visible.catch(() => undefined);
  return { commit: await readCommit(repo, found.commitSha), visible };
}

const MAX_REFS = 1_000;

/** Branches and tags whose history holds the commit. */
export async function refsOfCommit(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  wanted: 'branch' | 'tag' | 'all',
): Promise<{ type: 'branch' | 'tag'; name: string }[]> {
  const repo = repositoryOf(ctx, access);
  const branches = wanted === 'tag' ? [] : await refsContaining(repo, sha, BRANCH_PREFIX, MAX_REFS);
  const tags = wanted === 'branch' ? [] : await refsContaining(repo, sha, TAG_PREFIX, MAX_REFS);
  return [
    ...branches.map((name) => ({ type: 'branch' as const, name })),
    ...tags.map((name) => ({ type: 'tag' as const, name })),
  ];
}

/** Branches or tags that stand at the commit. */
export function refsAtCommit(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  wanted: 'branch' | 'tag',
): Promise<string[]> {
  return refsPointingAt(repositoryOf(ctx, access), sha, wanted === 'branch' ? BRANCH_PREFIX : TAG_PREFIX, MAX_REFS);
}

/** How many commits lead up to this one, itself counted. */
export async function sequenceOf(
  ctx: Context,
  access: ProjectAccess,
  name: string,
  firstParent: boolean,
): Promise<number> {
  const { commitSha } = await getRevision(ctx, access, name, 'Commit');
  return countCommits(repositoryOf(ctx, access), { rev: commitSha, firstParent });
}

export async function commonAncestor(ctx: Context, access: ProjectAccess, refs: readonly string[]): Promise<Commit> {
  if (refs.length < 2) throw new AppError('merge_base_refs_too_few');
  const repo = repositoryOf(ctx, access);
  const shas = await Promise.all(refs.map(async (ref) => (await getRevision(ctx, access, ref, 'Commit')).commitSha));
  const base = await mergeBaseOfMany(repo, shas);
  if (base === null) throw new AppError('not_found', { resource: 'Merge Base' });
  return readCommit(repo, base);
}

export async function distanceBetween(
  ctx: Context,
  access: ProjectAccess,
  from: string,
  to: string,
  max: number | undefined,
): Promise<{ ahead: number; behind: number }> {
  const [base, head] = await Promise.all([getRevision(ctx, access, from), getRevision(ctx, access, to)]);
  return aheadBehind(repositoryOf(ctx, access), base.commitSha, head.commitSha, max);
}

export type Contributor = { name: string; email: string; commits: number };

const contributors = new LruCache<Contributor[]>(200);
const CONTRIBUTORS_TIMEOUT_MS = 20_000;

/** Who made how many of a ref's commits; merges are not counted. */
export async function listContributors(
  ctx: Context,
  access: ProjectAccess,
  query: {
    ref?: string | undefined;
    orderBy: 'email' | 'name' | 'commits';
    descending: boolean;
    page: number;
    perPage: number;
  },
): Promise<Page<Contributor>> {
  const repo = repositoryOf(ctx, access);
  if (query.ref === undefined && (await isEmptyRepository(repo))) return pageOf([], query, 0);
  const rev = await getRevision(ctx, access, query.ref ?? access.project.default_branch ?? 'HEAD');
  const all = await contributors.get(`${repo}\0${rev.commitSha}`, () => shortlog(repo, rev.commitSha));
  const compare = (a: Contributor, b: Contributor) =>
    query.orderBy === 'commits' ? a.commits - b.commits : a[query.orderBy].localeCompare(b[query.orderBy]);
  const sorted = all.toSorted(compare);
  return slicePage(query.descending ? sorted.toReversed() : sorted, query);
}

async function shortlog(repo: string, sha: string): Promise<Contributor[]> {
  const args = ['shortlog', '--summary', '--numbered', '--email', '--no-merges'];
  const output = await runGit(repo, args, { revs: [sha], timeoutMs: CONTRIBUTORS_TIMEOUT_MS });
  return output
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^\s*(\d+)\t(.*) <(.*)>$/.exec(line);
      return match ? [{ commits: Number(match[1]), name: match[2] ?? '', email: match[3] ?? '' }] : [];
    });
}
