import { EMPTY_TREE_OID, assertObjectId } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import type { Identity } from './identity.ts';
import type { MergeOutcome } from './merge-commits.ts';
import type { MergeConflict } from './merge-tree-output.ts';
import { assertPossible, mergeTree } from './mergeability.ts';
import type { MergeResult } from './mergeability.ts';
import { commitTree, copyCommit, placeholderCommit, readCommitParts } from './write-commit.ts';
import type { CommitParts } from './write-commit.ts';

const MAX_REBASED_COMMITS = 2000;

export type RebaseOutcome =
  | { ok: true; sha: string; treeOid: string; commits: { from: string; to: string }[] }
  | { ok: false; reason: 'conflict'; conflicts: MergeConflict[]; at: string };

export interface RebaseInput {
  /** The commit everything is put on. */
  onto: string;
  source: string;
  /** Commits up to here stay behind. Default: what `onto` has already, by id or by content. */
  base?: string;
  committer: Identity;
}

/**
 * Copies the commits of the source on top of `onto`, oldest first. Like `git rebase`: merges are left out, authors stay,
 * commits that become empty are dropped, and nothing is copied while it already sits in the right place.
 */
export async function rebaseCommits(repo: string, input: RebaseInput): Promise<RebaseOutcome> {
  const onto = assertObjectId(input.onto);
  const picks = await commitsToRebase(repo, input);
  let tip = onto;
  let tipTree = await treeOf(repo, onto);
  const commits: { from: string; to: string }[] = [];
  for (const pick of picks) {
    const parts = await readCommitParts(repo, pick);
    if (parts.parents.length === 1 && parts.parents[0] === tip) {
      tip = pick;
      tipTree = parts.treeOid;
      commits.push({ from: pick, to: pick });
      continue;
    }
    const merged = await replay(repo, tipTree, pick, parts, parts.parents[0] ?? null);
    if (!merged.clean || merged.treeOid === null)
      return { ok: false, reason: 'conflict', conflicts: merged.conflicts, at: pick };
    const wasEmpty = parts.treeOid === (await treeOf(repo, parts.parents[0] ?? null));
    if (merged.treeOid === tipTree && !wasEmpty) continue;
    tip = await copyCommit(repo, parts, { treeOid: merged.treeOid, parents: [tip], committer: input.committer });
    tipTree = merged.treeOid;
    commits.push({ from: pick, to: tip });
  }
  return { ok: true, sha: tip, treeOid: tipTree, commits };
}

export interface CherryPickInput {
  onto: string;
  commit: string;
  /** Default: the commit's own, with the line that names it. */
  message?: string;
  committer: Identity;
  /** Which parent of a merge commit to compare with, from 1. Default 1. */
  mainline?: number;
}

export async function cherryPick(repo: string, input: CherryPickInput): Promise<MergeOutcome> {
  const parts = await readCommitParts(repo, assertObjectId(input.commit));
  const ontoTree = await treeOf(repo, assertObjectId(input.onto));
  const merged = await replay(repo, ontoTree, input.commit, parts, mainlineParent(parts, input.mainline));
  const outcome = refusal(merged, ontoTree);
  if (outcome !== null) return outcome;
  const treeOid = merged.treeOid ?? '';
  const text = parts.message.toString('utf8').trimEnd();
  const message = input.message ?? `${text}\n\n(cherry picked from commit ${input.commit})`;
  const sha = await copyCommit(repo, parts, { treeOid, parents: [input.onto], committer: input.committer, message });
  return { ok: true, sha, treeOid };
}

export interface RevertInput {
  onto: string;
  commit: string;
  /** Default: `Revert "…"` and the line that names the commit. */
  message?: string;
  author: Identity;
  committer: Identity;
  mainline?: number;
}

export async function revertCommit(repo: string, input: RevertInput): Promise<MergeOutcome> {
  const parts = await readCommitParts(repo, assertObjectId(input.commit));
  const ontoTree = await treeOf(repo, assertObjectId(input.onto));
  // The way back: the commit is the ancestor, the state before it is what we merge in.
  const beforeTree = await treeOf(repo, mainlineParent(parts, input.mainline));
  const [target, source] = await Promise.all([
    placeholderCommit(repo, ontoTree, [input.commit]),
    placeholderCommit(repo, beforeTree, [input.commit]),
  ]);
  const merged = ontoTree === beforeTree ? null : await mergeTree(repo, target, source);
  if (merged === null) return { ok: false, reason: 'empty', conflicts: [] };
  const outcome = refusal(merged, ontoTree);
  if (outcome !== null) return outcome;
  const treeOid = merged.treeOid ?? '';
  const subject = parts.message.toString('utf8').split('\n', 1)[0] ?? '';
  const message = input.message ?? `Revert "${subject}"\n\nThis reverts commit ${input.commit}`;
  const { author, committer } = input;
  const sha = await commitTree(repo, { treeOid, parents: [input.onto], message, author, committer });
  return { ok: true, sha, treeOid };
}

/**
 * The three-way merge of a tree with a commit, seen from one of its parents. git before 2.40 cannot be told the ancestor,
 * so a throw-away commit of our tree is given that parent: then it is the ancestor.
 */
export async function replay(
  repo: string,
  ontoTree: string,
  pick: string,
  parts: CommitParts,
  parent: string | null,
): Promise<MergeResult> {
  const parents = parent === null ? [] : [parent];
  const target = await placeholderCommit(repo, ontoTree, parents);
  // A merge commit has other parents, which could be better ancestors; it is replaced too.
  const source = parts.parents.length <= 1 ? pick : await placeholderCommit(repo, parts.treeOid, parents);
  const merged = await mergeTree(repo, target, source, { allowUnrelated: parent === null });
  assertPossible(merged);
  return merged;
}

function refusal(merged: MergeResult, ontoTree: string): MergeOutcome | null {
  assertPossible(merged);
  if (!merged.clean) return { ok: false, reason: 'conflict', conflicts: merged.conflicts };
  return merged.treeOid === ontoTree ? { ok: false, reason: 'empty', conflicts: [] } : null;
}

function mainlineParent(parts: CommitParts, mainline: number | undefined): string | null {
  const index = (mainline ?? 1) - 1;
  if (parts.parents.length === 0 && index === 0) return null;
  const parent = parts.parents[index];
  if (parent === undefined)
    throw new GitError('rejected', 'The commit has no such parent.', { details: { code: 'no_such_parent' } });
  return parent;
}

/** Oldest first. */
export async function commitsToRebase(
  repo: string,
  input: Pick<RebaseInput, 'onto' | 'source' | 'base'>,
): Promise<string[]> {
  const range =
    input.base === undefined
      ? [`${input.onto}...${assertObjectId(input.source)}`]
      : [assertObjectId(input.source), `^${assertObjectId(input.base)}`];
  const args = ['rev-list', '--reverse', '--topo-order', '--no-merges', `--max-count=${MAX_REBASED_COMMITS + 1}`];
  if (input.base === undefined) args.push('--right-only', '--cherry-pick');
  const output = await runGit(repo, args, { revs: range, timeoutMs: 60_000 });
  const shas = output
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '');
  if (shas.length > MAX_REBASED_COMMITS)
    throw new GitError('too_large', `More than ${MAX_REBASED_COMMITS} commits to rebase.`);
  return shas;
}

export async function treeOf(repo: string, commit: string | null): Promise<string> {
  if (commit === null) return EMPTY_TREE_OID;
  const info = await sharedCatFiles().info(repo, `${commit}^{tree}`);
  if (info === null) throw new GitError('not_found', 'No such commit.', { details: { rev: commit } });
  return info.oid;
}
