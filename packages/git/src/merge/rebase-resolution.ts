import { assertObjectId } from '../objects/object-id.ts';
import { findEntry } from '../objects/read-tree.ts';
import type { Identity } from './identity.ts';
import { assertPossible, type MergeResult, mergeTree } from './mergeability.ts';
import { commitsToRebase, replay, treeOf } from './replay-commits.ts';
import { pathsOf, resolveConflicts, type ResolveInput } from './resolve-conflicts.ts';
import { TreeOverlay } from './tree-overlay.ts';
import { type CommitParts, copyCommit, readCommitParts } from './write-commit.ts';

export interface RebasedResolution {
  sha: string;
  treeOid: string;
  /** The copies, oldest first. */
  made: string[];
}

type RebaseTo = { target: string; source: string; committer: Identity };

/**
 * The source's commits on top of the target, with the conflicts of merging the two resolved: the last commit has exactly the
 * tree of `resolveConflicts`. Stores objects, moves no ref; throws as `resolveConflicts` does.
 */
export async function rebaseResolution(
  repo: string,
  { committer, ...input }: ResolveInput & { committer: Identity },
): Promise<RebasedResolution> {
  const { treeOid } = await resolveConflicts(repo, input);
  return rebaseToTree(repo, { ...input, committer }, treeOid);
}

/**
 * The source's commits on top of the target, of which the last has exactly the tree of merging the two: also what merge
 * commits of the source changed is in it. Null where that has conflicts. Stores objects, moves no ref.
 */
export async function rebaseMerged(repo: string, input: RebaseTo): Promise<RebasedResolution | null> {
  const merged = await mergeTree(repo, assertObjectId(input.target), assertObjectId(input.source));
  assertPossible(merged);
  return merged.clean && merged.treeOid !== null ? rebaseToTree(repo, input, merged.treeOid) : null;
}

/**
 * A commit in conflict takes the conflicting files as they are in that tree. Authors and messages stay; merges, and commits
 * that become empty, are left out.
 */
async function rebaseToTree(
  repo: string,
  { target, source, committer }: RebaseTo,
  wanted: string,
): Promise<RebasedResolution> {
  let tip = { sha: target, tree: await treeOf(repo, target) };
  const made: string[] = [];
  let last: { parts: CommitParts; parent: string } | undefined;
  for (const pick of await commitsToRebase(repo, { onto: target, source })) {
    const parts = await readCommitParts(repo, pick);
    const before = parts.parents[0] ?? null;
    const treeOid = await resolvedTree(repo, await replay(repo, tip.tree, pick, parts, before), wanted);
    const wasEmpty = parts.treeOid === (await treeOf(repo, before));
    if (treeOid === tip.tree && !wasEmpty) continue;
    last = { parts, parent: tip.sha };
    tip = { sha: await copyCommit(repo, parts, { treeOid, parents: [tip.sha], committer }), tree: treeOid };
    made.push(tip.sha);
  }
  if (tip.tree === wanted) return { sha: tip.sha, treeOid: wanted, made };
  // What merge commits of the source had decided, and what was resolved in files that were not in conflict on the way.
  const parts = last?.parts ?? (await readCommitParts(repo, source));
  const parent = last?.parent ?? target;
  const sha = await copyCommit(repo, parts, { treeOid: wanted, parents: [parent], committer });
  return { sha, treeOid: wanted, made: [...made.slice(0, -1), sha] };
}

async function resolvedTree(repo: string, merged: MergeResult, wanted: string): Promise<string> {
  if (merged.treeOid === null) return wanted;
  if (merged.clean) return merged.treeOid;
  const overlay = new TreeOverlay(repo, merged.treeOid);
  const paths = [...new Set(merged.conflicts.flatMap((conflict) => [...pathsOf(conflict)]))];
  for (const path of paths) await overlay.remove(path);
  for (const path of paths) {
    const entry = await findEntry(repo, wanted, path);
    if (entry && entry.type !== 'tree') {
      await overlay.put(path, { kind: 'file', mode: entry.mode, oid: entry.oid, content: null });
    }
  }
  return overlay.write();
}
