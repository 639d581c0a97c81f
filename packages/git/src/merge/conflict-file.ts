import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { isBinaryContent, readBlob } from '../objects/read-blob.ts';
import type { ConflictSide, MergeConflict } from './merge-tree-output.ts';
import { mergeTree } from './mergeability.ts';
import { withScratchObjects } from './scratch-objects.ts';

export interface ConflictFile {
  conflict: MergeConflict;
  /** The three versions, null where a side has none. */
  base: Buffer | null;
  target: Buffer | null;
  source: Buffer | null;
  /** The merged text with conflict markers, labelled with the two commit ids; null for binaries and removed files. */
  merged: Buffer | null;
}

const MAX_CONFLICT_BYTES = 10 * 1024 * 1024;

/** One conflicted file of a merge, for showing and resolving it. Throws `not_found` when the path is not in conflict. */
export async function readConflictFile(
  repo: string,
  merge: { target: string; source: string; path: string },
): Promise<ConflictFile> {
  return withScratchObjects(repo, async (scratch) => {
    const result = await mergeTree(repo, merge.target, merge.source, scratch);
    const conflict = result.conflicts.find(({ path }) => path === merge.path);
    if (conflict === undefined)
      throw new GitError('not_found', 'The file is not in conflict.', { details: { path: merge.path } });
    const read = async (side: ConflictSide | null): Promise<Buffer | null> =>
      side === null || side.mode === '160000' ? null : readBlob(repo, side.oid, { maxBytes: MAX_CONFLICT_BYTES });
    const [base, target, source] = await Promise.all([
      read(conflict.base),
      read(conflict.target),
      read(conflict.source),
    ]);
    const isText =
      !conflict.isBinary && [base, target, source].every((side) => side === null || !isBinaryContent(side));
    const isMergeable = isText && target !== null && source !== null;
    const merged =
      isMergeable && result.treeOid !== null ? await mergedText(repo, result.treeOid, merge.path, scratch.env) : null;
    return { conflict, base, target, source, merged };
  });
}

/** The tree of the trial merge lives only in the scratch folder, so the shared reader cannot see it. */
async function mergedText(
  repo: string,
  treeOid: string,
  path: string,
  env: Readonly<Record<string, string>>,
): Promise<Buffer | null> {
  const listed = await runGit(repo, ['ls-tree', '-z', '--full-tree'], { revs: [treeOid], paths: [path], env });
  const oid = /^\d+ blob ([0-9a-f]+)\t/.exec(listed.toString('latin1'))?.[1];
  if (oid === undefined) return null;
  const stored = await sharedCatFiles().info(repo, oid);
  if (stored !== null) return readBlob(repo, oid, { maxBytes: MAX_CONFLICT_BYTES });
  return runGit(repo, ['cat-file', 'blob'], { revs: [oid], env, maxOutputBytes: MAX_CONFLICT_BYTES * 3 });
}
