import { EMPTY_TREE_OID } from '@tributary/git';
import type { MergeToday } from '../../merge-requests/index.ts';
import type { DiffIndexKey } from '../store/diff-indexes.ts';
import type { VersionCommitRow, VersionRow } from '../../merge-requests/index.ts';

/*
 * The two ends of each comparison that is named by what it shows. What is built ahead and what a reader asks for must be
 * the same, so both get them here.
 */

/** What a version brings. */
export function keyOfVersion(
  projectId: number,
  version: Pick<VersionRow, 'base_sha' | 'head_sha'>,
  ignoresWhitespace = false,
): DiffIndexKey {
  return { projectId, base: version.base_sha, head: version.head_sha, ignoresWhitespace };
}

/** What a version has that an older state, the head of another version or a commit, has not. */
export function keySince(
  projectId: number,
  sha: string,
  version: Pick<VersionRow, 'head_sha'>,
  ignoresWhitespace = false,
): DiffIndexKey {
  return { projectId, base: sha, head: version.head_sha, ignoresWhitespace };
}

/** What merging a version would bring today: while its target stands where they parted, that is what the version brings. */
export function keyOfMerge(
  projectId: number,
  version: Pick<VersionRow, 'base_sha' | 'head_sha'>,
  merge: MergeToday,
  ignoresWhitespace = false,
): DiffIndexKey {
  const isSame = merge.target === version.base_sha && merge.source === version.head_sha;
  if (isSame) return keyOfVersion(projectId, version, ignoresWhitespace);
  return { projectId, base: merge.target, head: merge.sha, ignoresWhitespace };
}

/** What one commit brings. */
export function keyOfCommit(
  projectId: number,
  commit: Pick<VersionCommitRow, 'sha' | 'parent_shas'>,
  ignoresWhitespace = false,
): DiffIndexKey {
  return { projectId, base: parentOf(commit), head: commit.sha, ignoresWhitespace };
}

/** What one commit is compared with; the first of a history brings all it has. */
export function parentOf(commit: Pick<VersionCommitRow, 'parent_shas'>): string {
  return commit.parent_shas[0] ?? EMPTY_TREE_OID;
}
