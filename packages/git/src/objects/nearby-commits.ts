import { isAncestor } from './ancestry.ts';
import { assertObjectId } from './object-id.ts';
import type { Commit } from './parse-commit.ts';
import { listCommits } from './list-commits.ts';
import { findCommit } from './read-commit.ts';

const OF_HEAD = 1;
const OF_BASE = 2;
const OF_BOTH = OF_HEAD | OF_BASE;
/** Further apart, one process is cheaper than so many questions. */
const MAX_READ = 48;

export interface NearbyCommits {
  /** Commits of the head that the base does not have, newest first. */
  ahead: Commit[];
  /** How many the base has beside. */
  behind: number;
}

/**
 * What is between two commits that are near each other, as after nearly every push and merge. Reads commits through the
 * kept-open reader, no process of its own. Undefined when they are too far apart, or when clocks went backwards between
 * commits; then git has to be asked.
 */
export async function nearbyCommits(repo: string, base: string, head: string): Promise<NearbyCommits | undefined> {
  const sides = new Map<string, number>();
  const commits = new Map<string, Commit>();
  const queue: string[] = [];
  const add = async (sha: string, side: number, childSeconds: number): Promise<boolean> => {
    if (!commits.has(sha)) {
      const commit = commits.size < MAX_READ ? await findCommit(repo, sha) : undefined;
      if (!commit) return false;
      commits.set(sha, commit);
    }
    if (secondsOf(commits, sha) > childSeconds) return false;
    const known = sides.get(sha) ?? 0;
    if ((known | side) === known) return true;
    sides.set(sha, known | side);
    if (!queue.includes(sha)) queue.push(sha);
    return true;
  };
  if (!(await add(assertObjectId(head), OF_HEAD, Infinity))) return undefined;
  if (!(await add(assertObjectId(base), OF_BASE, Infinity))) return undefined;
  while (isOpen(queue, sides, commits)) {
    const sha = takeNewest(queue, commits);
    for (const parent of commits.get(sha)?.parents ?? []) {
      if (!(await add(parent, sides.get(sha) ?? 0, secondsOf(commits, sha)))) return undefined;
    }
  }
  const of = (side: number) => [...commits.values()].filter((commit) => sides.get(commit.sha) === side);
  const ahead = of(OF_HEAD).toSorted((a, b) => b.committer.epochSeconds - a.committer.epochSeconds);
  return { ahead, behind: of(OF_BASE).length };
}

const secondsOf = (commits: ReadonlyMap<string, Commit>, sha: string) =>
  commits.get(sha)?.committer.epochSeconds ?? -Infinity;

/** Something may still turn out to be of one side, or of both: also a commit of the same second as one that was looked at. */
function isOpen(queue: readonly string[], sides: ReadonlyMap<string, number>, commits: ReadonlyMap<string, Commit>) {
  if (queue.some((sha) => sides.get(sha) !== OF_BOTH)) return true;
  const newest = Math.max(...queue.map((sha) => secondsOf(commits, sha)));
  return [...sides].some(([sha, side]) => side !== OF_BOTH && secondsOf(commits, sha) <= newest);
}

function takeNewest(queue: string[], commits: ReadonlyMap<string, Commit>): string {
  const newest = queue.reduce((best, sha) => (secondsOf(commits, sha) > secondsOf(commits, best) ? sha : best));
  queue.splice(queue.indexOf(newest), 1);
  return newest;
}

/** True when `from` is `to` or comes before it. A process only where they are far apart. */
export async function isFastForward(repo: string, from: string, to: string): Promise<boolean> {
  const nearby = await nearbyCommits(repo, from, to);
  return nearby ? nearby.behind === 0 : isAncestor(repo, from, to);
}

/** The newest commits that a branch got when it moved from one commit to the other, oldest first. */
export async function listArrivedCommits(
  repo: string,
  { base, head, limit }: { base: string | undefined; head: string; limit: number },
): Promise<Commit[]> {
  const nearby = base === undefined ? undefined : await nearbyCommits(repo, base, head);
  const commits = nearby
    ? nearby.ahead.slice(0, limit)
    : await listCommits(repo, { rev: head, notRevs: base === undefined ? [] : [base], limit });
  return commits.toReversed();
}
