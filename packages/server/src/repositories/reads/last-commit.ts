import type { CommitSummary, LastCommitsAnswer } from '@tributary/contract/projects/repository-views.ts';
import { type Commit, joinPath, lastCommitForEntries, listCommits, readTree } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { commitSummaries, commitSummary } from '../views/commit-views.ts';
import { MAX_TREE_ENTRIES, sortEntries } from '../views/tree-view.ts';
import { getRefAndPath } from '../visible-objects.ts';

const lastOfPath = new LruCache<Commit | undefined>(5_000);

/** The newest commit of a history that touched the path ('' for the commit itself). */
export function findLastCommit(repo: string, sha: string, path: string): Promise<Commit | undefined> {
  return lastOfPath.get(`${repo}\0${sha}\0${path}`, async () => {
    const [commit] = await listCommits(repo, { rev: sha, limit: 1, ...(path !== '' && { path }) });
    return commit;
  });
}

export async function lastCommitView(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  path: string,
): Promise<CommitSummary | null> {
  const commit = await findLastCommit(repositoryOf(ctx, access), sha, path);
  return commit ? commitSummary(ctx, access, commit) : null;
}

type Found = { names: Map<string, Commit>; complete: boolean };
const lastOfEntries = new LruCache<Found>(500);
const TIME_MS = 4_000;
const BATCH = 200;

/** The last commit of each entry of a directory, for the part of it that starts at `offset`. */
export async function lastCommitsOf(
  ctx: Context,
  access: ProjectAccess,
  refAndPath: string,
  offset: number,
): Promise<LastCommitsAnswer> {
  const repo = repositoryOf(ctx, access);
  const { rev, path } = await getRefAndPath(ctx, access, refAndPath);
  const entries = sortEntries(await readTree(repo, rev.commitSha, path))
    .slice(0, MAX_TREE_ENTRIES)
    .slice(offset, offset + BATCH);
  const key = `${repo}\0${rev.commitSha}\0${path}\0${offset}`;
  const load = async (): Promise<Found> => {
    const names = entries.map((entry) => entry.name);
    const found = await lastCommitForEntries(repo, rev.commitSha, path, names, { timeoutMs: TIME_MS });
    return { names: found.commits, complete: found.complete };
  };
  let found = await lastOfEntries.get(key, load);
  // What ran out of time may have got further by now: the caches of the repository are warm.
  if (!found.complete) found = await load();
  const commits = [...new Map([...found.names.values()].map((commit) => [commit.sha, commit])).values()];
  const summaries = new Map((await commitSummaries(ctx, access, commits)).map((summary) => [summary.sha, summary]));
  const byPath: Record<string, CommitSummary> = Object.create(null) as Record<string, CommitSummary>;
  for (const [name, commit] of found.names) {
    const summary = summaries.get(commit.sha);
    if (summary) byPath[joinPath(path, name)] = summary;
  }
  return { commits: byPath, complete: found.complete };
}
