/*
 * Real git behind a small API. Owns: starting git, objects, refs, diffs, merging, transport, maintenance. May not know: users,
 * projects, the database, HTTP frameworks. Start reading at `process/run-git.ts`; the README lists every interface.
 */
export { GitError, isGitError } from './process/git-error.ts';
export type { GitErrorKind } from './process/git-error.ts';
export { startLauncher, stopLauncher } from './process/launcher.ts';
export { gitSpawnCount, runGit, runGitResult, streamGit } from './process/run-git.ts';
export type { GitResult, GitStream, RunGitOptions, StreamGitOptions } from './process/run-git.ts';
export { gitVersion, isSupportedGitVersion } from './process/git-version.ts';
export type { GitVersion } from './process/git-version.ts';
export { CatFilePool, closeGitPools, sharedCatFiles } from './process/cat-file-pool.ts';
export type { ObjectContents, ObjectInfo, ObjectType } from './process/cat-file-process.ts';
export {
  baseName,
  displayPath,
  isUtf8Path,
  joinPath,
  parentPath,
  pathFromBytes,
  pathToBytes,
} from './process/path-key.ts';

export { EMPTY_TREE_OID, ZERO_OID, assertObjectId, isFullRef, isObjectId, isZeroOid } from './objects/object-id.ts';
export { isoMoment, momentOf, parseTrailers } from './objects/parse-commit.ts';
export type { Commit, Signature } from './objects/parse-commit.ts';
export { findCommit, readCommit, readCommits } from './objects/read-commit.ts';
export { countCommits, listCommits, listCommitShas } from './objects/list-commits.ts';
export { isFastForward, listArrivedCommits, nearbyCommits } from './objects/nearby-commits.ts';
export type { CommitFilter, CommitListOptions } from './objects/list-commits.ts';
export { findEntry, isEmptyTree, objectIdsAt, readTree, readTreeRecursive } from './objects/read-tree.ts';
export type { TreeEntry } from './objects/read-tree.ts';
export { lastCommitForEntries } from './objects/last-commits.ts';
export type { LastCommits } from './objects/last-commits.ts';
export {
  DEFAULT_MAX_BLOB_BYTES,
  blobInfo,
  isBinaryContent,
  parseLfsPointer,
  readBlob,
  readBlobAt,
  streamBlob,
} from './objects/read-blob.ts';
export type { BlobAtPath, LfsPointer } from './objects/read-blob.ts';
export { resolveRevision, splitRefAndPath } from './objects/resolve-revision.ts';
export type { ResolvedRevision } from './objects/resolve-revision.ts';
export { blame } from './objects/blame.ts';
export type { BlameCommit, BlameRange } from './objects/blame.ts';
export { ARCHIVE_FORMATS, archive } from './objects/archive.ts';
export type { ArchiveFormat, ArchiveOptions } from './objects/archive.ts';
export { grep } from './objects/grep.ts';
export type { GrepMatch, GrepOptions } from './objects/grep.ts';
export { positionInList } from './objects/position-in-list.ts';
export type { ListPosition } from './objects/position-in-list.ts';
export { countBehind } from './objects/behind-counts.ts';
export {
  VISIBLE_REF_PREFIXES,
  aheadBehind,
  commitsOnTop,
  isAncestor,
  isAncestorOf,
  isCommitReachable,
  reachableCommits,
  isObjectReachable,
  mergeBase,
  mergeBaseOfMany,
} from './objects/ancestry.ts';

export {
  BRANCH_PREFIX,
  INTERNAL_REF_PREFIXES,
  KEEP_AROUND_PREFIX,
  MERGE_REQUEST_PREFIX,
  PIPELINE_PREFIX,
  TAG_PREFIX,
  branchRef,
  isInternalRef,
  refNameProblemText,
  tagRef,
  validateBranchName,
  validatePushedRef,
  validateTagName,
} from './refs/ref-name.ts';
export type { PushedRefProblem, RefNameProblem } from './refs/ref-name.ts';
export { findBranch, findTag, listBranches, listTags, refsContaining, refsPointingAt } from './refs/list-refs.ts';
export type { BranchListOptions, BranchRef, RefListOptions, RefPage, RefSort, TagRef } from './refs/list-refs.ts';
export { countRefs } from './refs/count-refs.ts';
export { isEmptyRepository, listRefNames, readRef, readRefs } from './refs/read-ref.ts';
export { updateRefs } from './refs/update-refs.ts';
export type { RefUpdate } from './refs/update-refs.ts';
export { createBranch, createTag, deleteBranch, deleteTag, writeTagObject } from './refs/branches-and-tags.ts';
export type { NewTag } from './refs/branches-and-tags.ts';
export { getDefaultBranch, setDefaultBranch } from './refs/default-branch.ts';
export {
  deleteMergeRequestRefs,
  keepAround,
  keepMergeRequestHead,
  mergeRequestRef,
  writeMergeRequestRef,
} from './refs/internal-refs.ts';
export type { MergeRequestRefKind } from './refs/internal-refs.ts';
export { removeStaleLocks } from './refs/stale-locks.ts';

export { initRepository, repositoryExists } from './repository/init-repository.ts';
export { writeRepositoryConfig } from './repository/repository-config.ts';

export { forkRepository } from './repository/fork-repository.ts';
export { deleteRepository, moveRepository, repositorySize } from './repository/delete-repository.ts';
export { fetchFrom } from './repository/fetch-from.ts';
export { importRepository } from './repository/import-repository.ts';

export {
  DEFAULT_RECEIVE_PACK_LIMITS,
  DEFAULT_UPLOAD_PACK_LIMITS,
  advertise,
  serveUploadPack,
} from './transport/serve-git.ts';
export type { GitService, ServeLimits, ServeOptions, ServeResult, ServedGit } from './transport/serve-git.ts';
export { prepareHooks, serveReceivePack } from './transport/receive-pack.ts';
export type { PushDecision, ReceivePackOptions } from './transport/receive-pack.ts';
export type { PushedRef, QuarantineEnv, ReceivedPush } from './transport/hook-channel.ts';
export { changedFilesIn, type PushedFile, sizesIn } from './transport/pushed-files.ts';
export { changedPathsIn, cleanQuarantine, isAncestorIn, newCommits, newObjectSizes } from './transport/quarantine.ts';
export type { BigBlob, NewObjectSizes } from './transport/quarantine.ts';
export { formatRemoteMessage, formatRemoteNotice } from './transport/remote-message.ts';

export type { Identity } from './merge/identity.ts';
export { batchMergeability, mergeability } from './merge/mergeability.ts';
export type { MergePair, MergeResult } from './merge/mergeability.ts';
export type { ConflictSide, ConflictType, MergeConflict } from './merge/merge-tree-output.ts';
export { canFastForward, createMergeCommit, squashCommit } from './merge/merge-commits.ts';
export type { MergeOutcome, MergeRequestInput } from './merge/merge-commits.ts';
export { type Arrival, findArrival, findSquashed, type Squashed } from './merge/find-arrival.ts';
export { changesSince, type ChangesSince } from './merge/changes-since.ts';
export { cherryPick, rebaseCommits, revertCommit } from './merge/replay-commits.ts';
export type { CherryPickInput, RebaseInput, RebaseOutcome, RevertInput } from './merge/replay-commits.ts';
export { removeStaleScratch } from './merge/scratch-objects.ts';
export { commitTree } from './merge/write-commit.ts';
export type { NewCommit } from './merge/write-commit.ts';
export { commitActions } from './merge/commit-actions.ts';
export type { CommitActionsInput, FileAction, FileActionProblem } from './merge/commit-actions.ts';
export { treePathProblem } from './merge/tree-path.ts';
export type { TreePathProblem } from './merge/tree-path.ts';
export { type ConflictChoice, type ConflictSection, joinSections } from './merge/conflict-sections.ts';
export {
  commitResolution,
  type ConflictFile,
  type ConflictResolution,
  readConflicts,
  resolveConflicts,
} from './merge/resolve-conflicts.ts';

export { type RebasedResolution, rebaseMerged, rebaseResolution } from './merge/rebase-resolution.ts';

export { decodeFileText, patchAsUtf8 } from './objects/decode-text.ts';
export { textEncodingOf } from './objects/text-encoding.ts';
export { Utf16Diffs } from './diff/utf16-diff.ts';
export { encodingAt, MAX_LINES_AT_ONCE, readableRange, withReadableLines } from './diff/file-encodings.ts';
export { GlobPattern } from './diff/glob-pattern.ts';
export type { ChangedFile, DiffFile, DiffStatus, FileEncodings, Hunk, HunkLine, LfsChange } from './diff/diff-file.ts';
export {
  BIG_FILE_BYTES,
  listChangedFiles,
  readDiff,
  streamDiff,
  streamFormatPatch,
  streamRawDiff,
} from './diff/stream-diff.ts';
export type { DiffSpec } from './diff/stream-diff.ts';
export { readPatchId } from './diff/patch-id.ts';
export { isDiffWithin } from './diff/weigh-diff.ts';
export type { DiffBounds } from './diff/weigh-diff.ts';
export { formatHunks, hunkHeading, parsePatch } from './diff/parse-patch.ts';
export { fileHash, lineCode, parseLineCode } from './diff/line-code.ts';
export { pairChangedLines, pairIndexes, toInlineLines } from './diff/line-layout.ts';
export { PatchLines } from './diff/patch-lines.ts';
export type { InlineLine, LayoutOptions, LineNumbers } from './diff/line-layout.ts';
export { markInlineChanges } from './diff/inline-changes.ts';
export type { InlineChanges, TextRange } from './diff/inline-changes.ts';
export { contextLines, splitLines } from './diff/context-lines.ts';
export { tracePosition, traceRange } from './diff/trace-position.ts';
export type { FileChange, TracedPosition } from './diff/trace-position.ts';
export { buildDiffIndex } from './diff/build-index.ts';
export type { BuildIndexOptions } from './diff/build-index.ts';
export {
  DIFF_INDEX_VERSION,
  bufferReader,
  decodeDiffIndex,
  encodeDiffIndex,
  readIndexFiles,
  readIndexPages,
} from './diff/index-format.ts';
export { PAGE_ROWS, pageOfCode, pageOfLine, pageOfRow } from './diff/long-patch.ts';
export type { LongPatch, PatchPage, PatchPart } from './diff/long-patch.ts';
export { type IndexMove, MAX_MOVES_PATCH_BYTES } from './diff/find-moves.ts';
export type { DiffIndex, DiffIndexTotals, IndexBlock, IndexFile, PackReader } from './diff/index-format.ts';

export { maintainRepository } from './maintenance/maintain-repository.ts';
export type { MaintenanceMode, MaintenanceReport } from './maintenance/maintain-repository.ts';
export { needsMaintenance, repositoryStats } from './maintenance/repository-stats.ts';
export type { RepositoryStats } from './maintenance/repository-stats.ts';
export { verifyRepository } from './maintenance/verify-repository.ts';
export type { RepositoryProblems } from './maintenance/verify-repository.ts';
export { snapshotRepository } from './repository/snapshot-repository.ts';
export { gpgSignatureIssuer, type GpgKey, parseGpgKey, verifyGpgSignature } from './signatures/openpgp.ts';
export { readSignedPayload, type SignedPayload, splitSignature } from './signatures/signed-payload.ts';
export {
  parseSshPublicKey,
  type SshPublicKey,
  sshSignatureFingerprint,
  verifySshSignature,
} from './signatures/ssh-signature.ts';
