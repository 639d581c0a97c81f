import { isAncestor, mergeBase } from '../objects/ancestry.ts';
import { findCommit } from '../objects/read-commit.ts';
import { runGit } from '../process/run-git.ts';
import { batchMergeability } from './mergeability.ts';
import { assertObjectId } from '../objects/object-id.ts';

/** How a branch came into another one. */
export interface Arrival {
  /** The commit that the target branch got by it: the merge commit where there is one. */
  sha: string;
  /** Where the target branch was before, if the commits tell. */
  from: string | null;
  /** The commit that brought all of it in one. */
  squashSha: string | null;
}

/** Commits of the target that are looked at. */
const MAX_COMMITS = 10_000;

/**
 * Did the commits of `head` come into `tip`: as they are, or as one squash commit, which has the merge base as its parent
 * and the tree of `head`? Undefined when neither can be proven.
 */
export async function findArrival(repo: string, head: string, tip: string): Promise<Arrival | undefined> {
  assertObjectId(head);
  assertObjectId(tip);
  if (await isAncestor(repo, head, tip)) {
    const merge = (await commitsBeyond(repo, head, tip)).find(({ parents }) => parents[1] === head);
    return { sha: merge?.sha ?? head, from: merge?.parents[0] ?? null, squashSha: null };
  }
  const base = await mergeBase(repo, head, tip);
  if (base === null || base === tip) return undefined;
  const [ours, before] = await Promise.all([findCommit(repo, head), findCommit(repo, base)]);
  if (!ours || ours.treeOid === before?.treeOid) return undefined;
  const commits = await commitsBeyond(repo, head, tip);
  const squash = commits.find(
    ({ tree, parents }) => tree === ours.treeOid && parents.length === 1 && parents[0] === base,
  );
  if (!squash) return undefined;
  const merge = commits.find(({ parents }) => parents[1] === squash.sha);
  return { sha: merge?.sha ?? squash.sha, from: merge?.parents[0] ?? base, squashSha: squash.sha };
}

/** Commits of the target branch that are compared with a head. */
const MAX_COMPARED = 100;

export interface Squashed {
  sha: string;
  /** The commit before it. */
  from: string;
  /** What the branch got after it, newest first. */
  above: string[];
}

/**
 * The commit that the target branch got since then which is exactly what squashing `head` onto the commit before it gives,
 * wherever the branch was by then. Undefined when there is none.
 */
export async function findSquashed(
  repo: string,
  { head, since, tip }: { head: string; since: string; tip: string },
): Promise<Squashed | undefined> {
  const commits = await commitsBeyond(repo, since, tip, ['--first-parent', `--max-count=${MAX_COMPARED}`]);
  const single = commits.flatMap(({ sha, tree, parents: [from, ...more] }) =>
    from === undefined || more.length > 0 ? [] : [{ sha, tree, from }],
  );
  const results = await batchMergeability(repo, single.map(({ from }) => ({ target: from, source: head }))); // prettier-ignore
  for (const [at, { sha, tree, from }] of single.entries()) {
    const result = results[at];
    if (result?.clean !== true || result.treeOid !== tree) continue;
    if ((await findCommit(repo, from))?.treeOid === tree) continue;
    const shas = commits.map((commit) => commit.sha);
    return { sha, from, above: shas.slice(0, shas.indexOf(sha)) };
  }
  return undefined;
}

async function commitsBeyond(
  repo: string,
  head: string,
  tip: string,
  range: readonly string[] = [`--max-count=${MAX_COMMITS}`],
): Promise<{ sha: string; tree: string; parents: string[] }[]> {
  const output = await runGit(repo, ['log', '--no-show-signature', '--format=%H %T %P', ...range], {
    revs: [tip, `^${head}`],
  });
  return output
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [sha = '', tree = '', ...parents] = line.split(' ').filter((word) => word !== '');
      return { sha, tree, parents };
    });
}
