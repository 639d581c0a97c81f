import { listChangedFiles } from '../diff/stream-diff.ts';
import { assertObjectId, EMPTY_TREE_OID } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import { mergeTree } from './mergeability.ts';
import { placeholderCommit } from './write-commit.ts';

/** A change of files: what leads from the base to the head. */
export interface FileChange {
  base: string;
  head: string;
}

export interface ChangesSince {
  /** Paths of files that are not what git would have made from the earlier change, sorted. */
  changedPaths: string[];
  /** Files of the later change. */
  comparedFiles: number;
}

/**
 * Which files of `later` say something else than `earlier`? The earlier change is put on the later base as a rebase or merge
 * without conflicts would do; files that come out the same are unchanged, wherever their lines moved. A file whose conflict
 * was resolved by hand is changed. Fails with `not_found` when a commit is gone.
 */
export async function changesSince(repo: string, earlier: FileChange, later: FileChange): Promise<ChangesSince> {
  for (const { base, head } of [earlier, later]) [base, head].forEach(assertObjectId);
  const listed = await listChangedFiles(repo, { from: later.base, to: later.head });
  const comparedFiles = listed.length;
  if (earlier.head === later.head && earlier.base === later.base) return { changedPaths: [], comparedFiles };
  const expected = await replayed(repo, earlier, later.base);
  const different = await listChangedFiles(repo, { from: expected.treeOid, to: later.head });
  const paths = new Set([...expected.conflicts, ...different.flatMap((file) => [file.oldPath, file.newPath])]);
  return { changedPaths: [...paths].toSorted(), comparedFiles };
}

async function replayed(
  repo: string,
  { base, head }: FileChange,
  onto: string,
): Promise<{ treeOid: string; conflicts: string[] }> {
  if (base === onto) return { treeOid: await treeOf(repo, head), conflicts: [] };
  // git before 2.40 cannot be told the ancestor: both sides get it as their only parent.
  const parents = base === EMPTY_TREE_OID ? [] : [base];
  const [target, source] = await Promise.all([
    placeholderCommit(repo, await treeOf(repo, onto), parents),
    placeholderCommit(repo, await treeOf(repo, head), parents),
  ]);
  const merged = await mergeTree(repo, target, source, { allowUnrelated: parents.length === 0 });
  if (merged.treeOid === null) throw new GitError('not_found', 'A commit of the earlier change is gone.');
  return { treeOid: merged.treeOid, conflicts: merged.conflicts.flatMap(({ paths }) => paths) };
}

async function treeOf(repo: string, commit: string): Promise<string> {
  if (commit === EMPTY_TREE_OID) return EMPTY_TREE_OID;
  const info = await sharedCatFiles().info(repo, `${commit}^{tree}`);
  if (info === null) throw new GitError('not_found', 'No such commit.', { details: { rev: commit } });
  return info.oid;
}
