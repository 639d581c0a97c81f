import { isFastForward } from '../objects/nearby-commits.ts';
import { assertObjectId } from '../objects/object-id.ts';
import type { Identity } from './identity.ts';
import type { MergeConflict } from './merge-tree-output.ts';
import { assertPossible, mergeTree } from './mergeability.ts';
import { commitTree } from './write-commit.ts';

/** Either a new commit, stored and on no ref, or the reason why there is none. */
export type MergeOutcome =
  | { ok: true; sha: string; treeOid: string }
  /** `empty`: everything is in the target already. */
  | { ok: false; reason: 'conflict' | 'empty'; conflicts: MergeConflict[] };

export interface MergeRequestInput {
  target: string;
  source: string;
  message: string;
  author: Identity;
  committer: Identity;
}

/** A commit with both as parents, the target first. */
export async function createMergeCommit(repo: string, input: MergeRequestInput): Promise<MergeOutcome> {
  return mergeInto(repo, input, [assertObjectId(input.target), assertObjectId(input.source)]);
}

/**
 * All of the source as one commit on top of `target`. With the merge base as target it is the source's tree; with the
 * target branch's tip it is what a merge would give.
 */
export async function squashCommit(repo: string, input: MergeRequestInput): Promise<MergeOutcome> {
  return mergeInto(repo, input, [assertObjectId(input.target)]);
}

/** Can the target branch just be moved to the source? */
export async function canFastForward(repo: string, target: string, source: string): Promise<boolean> {
  return isFastForward(repo, assertObjectId(target), assertObjectId(source));
}

async function mergeInto(repo: string, input: MergeRequestInput, parents: readonly string[]): Promise<MergeOutcome> {
  const merged = await mergeTree(repo, input.target, input.source);
  assertPossible(merged);
  if (!merged.clean || merged.treeOid === null) return { ok: false, reason: 'conflict', conflicts: merged.conflicts };
  const { message, author, committer } = input;
  const sha = await commitTree(repo, { treeOid: merged.treeOid, parents, message, author, committer });
  return { ok: true, sha, treeOid: merged.treeOid };
}
